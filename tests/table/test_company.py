"""People at one table: names, who is here and ready, the clock, phrases, no hints, and seats that change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.kernel.random import Stream
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game_class, names
from kiebitz.table.server.connection import Talk
from kiebitz.table.server.outbox import Text
from kiebitz.table.server.reach import Reach
from kiebitz.table.tables import attendance, company
from kiebitz.table.tables.attendance import idle_move
from kiebitz.table.tables.company import LONGEST_NAME, PHRASES, clean_name
from kiebitz.table.tables.hall import Hall
from kiebitz.table.tables.store import Store
from kiebitz.table.tables.table import Table
from tests.table.client import client_of
from tests.table.test_protocol import new_table


class Guest:
    """Somebody at a table: what they said goes in, what they heard is kept."""

    def __init__(self, hall: Hall, room: Table, token: str, is_page: bool = True) -> None:
        self.messages: list[Any] = []
        self.token, self.is_page = token, is_page
        self.talk = Talk(hall, room.id, self)  # type: ignore[arg-type]

    async def send(self, message: dict[str, Any] | Text) -> None:
        self.messages.append(json.loads(message) if isinstance(message, Text) else message)

    async def sit(self) -> None:
        await self.say(type="hello", token=self.token, page=self.is_page)

    async def say(self, **message: Any) -> None:
        await self.talk.hear(message)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    def last(self, kind: str) -> Any:
        return next((each for each in reversed(self.messages) if each["type"] == kind), None)


class Round:
    """A table in a hall, with a guest for each of its persons."""

    def __init__(self, hall: Hall, room: Table) -> None:
        self.hall, self.room = hall, room
        self.guests = [Guest(hall, room, each.token) for each in room.occupants if each.token]

    async def sit(self) -> None:
        for guest in self.guests:
            await guest.sit()

    def finish(self) -> None:
        while not self.room.is_over:
            self.room.play(self.room.state.turn, str(self.room.state.moves[0]))


@contextmanager
def round_of(game: str = "durak", persons: int = 2, **more: Any) -> Iterator[Round]:
    hall, seats = Hall(Store()), game_class(game)().seats
    sitters = [{"kind": "person"}] * persons + [{"kind": "agent", "spec": "random"}] * (seats - persons)
    room = Table.create(game, sitters, seed="7", **more)
    hall.pause(room, True)
    hall.open(room)
    yield Round(hall, room)
    hall.close()


# -- names --------------------------------------------------------------------------------------------


@given(st.text(max_size=200))
def test_a_name_is_short_and_harmless(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= LONGEST_NAME and name == clean_name(name)
    assert name.isprintable() and not set("|\n") & set(name)


@given(st.lists(st.text(max_size=40), min_size=2, max_size=2))
def test_a_record_has_the_names_that_people_chose(texts: list[str]) -> None:
    room = Table.create("durak", [{"kind": "person", "name": text} for text in texts], seed="7")
    called = [room.called(seat) for seat in (0, 1)]
    assert list(Record.read(room.record().text).players) == called


def test_a_guest_chooses_a_name_and_all_hear_it() -> None:
    async def talk() -> None:
        with round_of() as here:
            await here.sit()
            anna, bruno = here.guests
            assert [seat["named"] for seat in bruno.last("people")["seats"]] == [False, False]
            await anna.say(type="name", name="  Anna\u202e | B.\n ")
            assert bruno.last("people")["seats"][0] | {"here": True} == anna.last("people")["seats"][0]
            assert bruno.last("people")["seats"][0]["name"] == "Anna B."
            kept = here.hall.store.load(here.room.id)
            assert kept and kept.called(0) == "Anna B.", "it survives a restart"
            await anna.say(type="name", name="")
            assert not bruno.last("people")["seats"][0]["named"]
            watcher = Guest(here.hall, here.room, here.room.watch)
            await watcher.sit()
            await watcher.say(type="name", name="Bruno")
            assert "not possible" in watcher.last("error")["text"]

    asyncio.run(talk())


def test_people_keep_their_columns_when_seats_change() -> None:
    async def play() -> None:
        with round_of("skat", persons=2, units=3) as here:
            await here.sit()
            anna, bruno = here.guests
            await anna.say(type="name", name="Anna")
            await bruno.say(type="name", name="Bruno")
            points: dict[str, int] = {}
            for _ in range(3):
                here.finish()
                for seat, value in enumerate(here.room.state.payoffs):
                    name = here.room.called(seat)
                    points[name] = points.get(name, 0) + value
                columns = {each["name"]: each["column"] for each in bruno.last("people")["seats"]}
                assert columns == {"Anna": 0, "Bruno": 1, "random": 2}
                total = {here.room.called(seat): value for seat, value in enumerate(here.room.totals)}
                assert total == points
                for guest in (anna, bruno):
                    await guest.say(type="next", rotate=True)
                assert anna.last("welcome")["seats"][anna.last("welcome")["seat"]]["name"] == "Anna"

    asyncio.run(play())


# -- presence and readiness ---------------------------------------------------------------------------


def test_all_hear_who_comes_and_goes() -> None:
    async def come() -> None:
        with round_of() as here:
            anna, bruno = here.guests
            await anna.sit()
            assert [seat["here"] for seat in anna.last("people")["seats"]] == [True, False]
            await bruno.sit()
            assert [seat["here"] for seat in anna.last("people")["seats"]] == [True, True]
            second = Guest(here.hall, here.room, bruno.token)
            await second.sit()
            bruno.talk.end()
            await asyncio.sleep(0)
            assert anna.last("people")["seats"][1]["here"], "another window is still open"
            second.talk.end()
            await asyncio.sleep(0)
            assert not anna.last("people")["seats"][1]["here"]

    asyncio.run(come())


def test_the_next_deal_begins_when_all_who_are_here_are_ready() -> None:
    async def play() -> None:
        with round_of() as here:
            await here.sit()
            anna, bruno = here.guests
            here.finish()
            await anna.say(type="next", rotate=True)
            assert here.room.unit == 0
            assert [seat["ready"] for seat in bruno.last("people")["seats"]] == ["next", ""]
            await bruno.say(type="next", again=True)
            assert here.room.unit == 0 and here.room.is_over, "they want different things"
            await bruno.say(type="next", rotate=True)
            assert here.room.unit == 1 and not here.room.is_over
            assert [seat["ready"] for seat in bruno.last("event")["seats"]] == ["", ""]
            here.finish()
            bruno.talk.end()
            await anna.say(type="next", rotate=True)
            assert here.room.unit == 2, "nobody waits for who has gone"

    asyncio.run(play())


def test_a_bot_need_not_say_that_it_is_ready() -> None:
    async def play() -> None:
        with round_of() as here:
            here.guests[1].is_page = False
            await here.sit()
            here.finish()
            await here.guests[0].say(type="next", rotate=True)
            assert here.room.unit == 1

    asyncio.run(play())


def test_with_a_clock_nobody_keeps_the_others_from_the_next_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr(attendance, "READY", 0.05)
        with round_of(limit=0.05) as here:
            await here.sit()
            here.finish()
            await here.guests[0].say(type="next", rotate=True)
            assert here.guests[1].last("people")["clock"]["seat"] == -1
            async with asyncio.timeout(300):
                while not here.room.unit:
                    await asyncio.sleep(0.01)
            assert here.room.unit == 1

    asyncio.run(play())


# -- the clock ----------------------------------------------------------------------------------------


def test_the_clock_starts_when_all_sit_and_everybody_sees_it() -> None:
    async def come() -> None:
        with round_of(limit=60) as here:
            anna, bruno = here.guests
            watcher = Guest(here.hall, here.room, here.room.watch)
            await watcher.sit()
            await anna.sit()
            assert anna.last("people")["clock"] is None and not anna.last("people")["began"]
            await bruno.sit()
            for guest in (anna, bruno, watcher):
                clock = guest.last("people")["clock"]
                assert clock["seat"] == here.room.state.turn and 55 < clock["left"] <= 60
            anna.talk.end()
            await asyncio.sleep(0)
            assert bruno.last("people")["clock"], "whoever leaves does not stop it"

    asyncio.run(come())


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name in names() for rules in ("", *game_class(name).presets)]
)
def test_the_clock_never_ventures_anything(name: str, rules: str) -> None:
    """In every phase of every game, whatever came before: a pass, a plain card, the least of all."""
    game = game_class(name)(game_class(name).presets[rules].options if rules else {})
    rng, phases, deck = Stream.named("late", name, rules), set[str](), {str(card) for card in game.deck.cards}
    for deal in range(60):
        state = game.deal(deal)
        while not state.is_over:
            move, cards = idle_move(state), [each for each in state.moves if str(each) in deck]
            phases.add(state.phase)
            if "pass" in state.moves:
                assert move == "pass"
            elif cards:
                assert move in cards, f"{move} in {state.phase}, where a plain card could be played"
            elif state.moves[0].isdigit():
                assert move == min(state.moves, key=int)
            else:
                assert move not in ("close", "exchange", "hand", "yes", "schneider", "schwarz", "ouvert")
            state = state.play(rng.choice(state.moves))
    assert phases == set(game.phases)


# -- what people may say and ask ----------------------------------------------------------------------


def test_phrases_are_heard_by_all_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk() -> None:
        monkeypatch.setattr(company, "TALKING_RATE", 0.0)
        with round_of() as here:
            await here.sit()
            anna, bruno = here.guests
            await anna.say(type="phrase", phrase="luck")
            heard = bruno.last("phrase")
            assert heard == {"type": "phrase", "seat": 0, "phrase": "luck"} | dict.fromkeys(
                ("text", "said"), "Good luck!"
            )
            await anna.say(type="phrase", phrase="I have the ace")
            assert "There is no such phrase" in anna.last("error")["text"]
            for word in list(PHRASES)[:5]:
                await anna.say(type="phrase", phrase=word)
            assert "wait a few seconds" in anna.last("error")["text"]
            assert sum(each["type"] == "phrase" for each in bruno.messages) == company.TALKING_BURST
            anna.talk.end()
            await anna.sit()
            await anna.say(type="phrase", phrase="hello")
            assert sum(each["type"] == "phrase" for each in bruno.messages) == company.TALKING_BURST
            await bruno.say(type="phrase", phrase="hello")
            assert anna.last("phrase")["seat"] == 1

    asyncio.run(talk())


def test_where_people_meet_there_are_no_hints() -> None:
    async def ask() -> None:
        with round_of() as here:
            await here.sit()
            mover = here.guests[here.room.state.turn]
            assert mover.last("welcome")["hints"] is False
            await mover.say(type="hint")
            assert mover.last("error")["text"] == "Where several people play there are no hints."

    asyncio.run(ask())


KNOWING = (
    "matrix", "card/AS", "announcements/AS", "nested/AS?seat=0&other=1", "timeline", "mind?ply=0", "formula",
)  # fmt: skip


@pytest.mark.parametrize("aids", [False, True])
def test_what_can_be_known_is_shown_after_the_deal_unless_the_host_allows_it(aids: bool) -> None:
    """For people and for those who watch; what lies there, and what was played, is shown in any case."""
    with client_of(Store()) as client:
        table = new_table(client, "durak", persons=2, aids=aids)
        at, keys = f"/api/tables/{table['table']}", [*table["tokens"], table["watch"]]

        def codes(key: str) -> set[int]:
            shown = {"Authorization": f"Bearer {key}"}
            found = {client.get(f"{at}/{what}", headers=shown).status_code for what in KNOWING[:-1]}
            asked = client.post(f"{at}/formula", json={"formula": "true"}, headers=shown)
            return found | {asked.status_code}

        room = client.app.state.hall.tables[table["table"]]  # type: ignore[attr-defined]
        for key in keys:
            assert (codes(key) == {403}) is not aids
            assert client.get(f"{at}/scene?ply=0", headers={"Authorization": f"Bearer {key}"}).is_success
        assert room.has_aids is aids
        while not room.is_over:
            room.play(room.state.turn, str(room.state.moves[0]))
        assert not any(403 in codes(key) for key in keys)
    alone = Table.create("durak", [{"kind": "person"}, {"kind": "agent", "spec": "random"}])
    assert alone.has_aids and Table.from_dict(room.as_dict(), [], []).aids is aids


def test_nor_answers_of_agents_before_the_end() -> None:
    with client_of(Store()) as client:
        for persons, allowed in ((1, True), (2, False)):
            table = new_table(client, "durak", persons=persons)
            room = client.app.state.hall.tables[table["table"]]  # type: ignore[attr-defined]
            turn = next(ply for ply, state in enumerate(room.states) if room.occupants[state.turn].token)
            key = {"Authorization": "Bearer " + room.occupants[room.states[turn].turn].token}
            asked = f"/api/tables/{table['table']}/mind?ply={turn}&agent=greedy"
            assert client.get(asked, headers=key).status_code == (200 if allowed else 403)


# -- links --------------------------------------------------------------------------------------------


def test_links_have_an_address_that_others_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.table.server.reach.own_address", lambda: "192.168.7.9")
    everywhere = Reach("0.0.0.0").answer("127.0.0.1:8765")
    assert everywhere["origin"] == "http://192.168.7.9:8765" and everywhere["said"]
    assert Reach("0.0.0.0").answer("cards.example")["origin"] == "", "whoever came by it may pass it on"
    assert Reach("192.168.7.9").answer("localhost:80")["origin"] == "http://192.168.7.9:80"
    assert Reach("::").answer("[::1]:99")["origin"] == "http://192.168.7.9:99"
    alone = Reach("127.0.0.1").answer("127.0.0.1:8765")
    assert alone["origin"] == "" and "this machine only" in alone["said"][0]
    monkeypatch.setattr("kiebitz.table.server.reach.own_address", lambda: "")
    assert "no network" in Reach("0.0.0.0").answer("localhost:1")["said"]
