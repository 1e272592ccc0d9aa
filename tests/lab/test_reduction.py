"""Reduced estimates: no bias whoever plays, weights that are frozen before, the same bytes on every way."""

from __future__ import annotations

import json
import math
import os
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import kiebitz as kb
from kiebitz.agents.registry import contestant
from kiebitz.cli import app
from kiebitz.errors import BadNotation, BadOption, KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import TURN, WORDS
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.playing.match import Block, Match, course, outcome_of, play_block
from kiebitz.lab.reduction.correcting import sums
from kiebitz.lab.reduction.estimates import of_agents
from kiebitz.lab.reduction.fitting import fit, freeze
from kiebitz.lab.reduction.frozen import PARTS, Frozen, own_text, root_digest, values_of
from kiebitz.lab.report.luck import luck_sentence, luck_table
from kiebitz.lab.report.study import studies
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.export import write_csv
from kiebitz.lab.runs.plan import match_plan, pair_plan, reduced
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.verify import verify
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game as game_by_name

ROOT = Path(__file__).parents[2]
GAMES = [
    ("durak", ""),
    ("durak", "trumps=off"),
    ("durak", "open_world=on"),
    ("schnapsen", ""),
    ("schnapsen", "rules=full"),
    ("schnapsen", "rules=full,open_world=on"),
    ("skat", ""),
    ("boerenbridge", ""),
]
SHIPPED = [("durak", ""), ("schnapsen", ""), ("schnapsen", "rules=full"), ("skat", ""), ("boerenbridge", "")]


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of weights fitted to a few games of Durak."""
    file = tmp_path_factory.mktemp("weights") / "durak.json"
    found = freeze("durak", "smart", "greedy", deals=150, seed="fit", draws=16, progress=False)
    file.write_text(found.text)
    return file


def table(name: str, options: str = "") -> Game:
    return game_by_name(name, dict(pair.split("=") for pair in options.split(",") if pair))


def moves_of(match: Match, lineup: int, deals: int) -> tuple[Any, Any]:
    """Points and moves of the first deals of a match."""
    outcome = play_block(match, Block(lineup, 0, deals), keep=course)
    moves = np.full((deals, match.game.max_moves), -1, np.int64)
    for row, (_, codes) in enumerate(outcome.kept):
        moves[row, : len(codes)] = codes
    return outcome.points, moves


# -- chance ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_nobody_sees_what_is_drawn_anew(name: str, options: str) -> None:
    """Every seat's view stays the same to the last bit, so nothing that was played depends on it."""
    game, rng, changed = table(name, options), Stream.named("redraw", name, options), 0
    redraw = values_of(game).redraw
    for deal in range(5):
        state = game.deal(deal).vector.copy()
        seen, again = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
        while state[TURN] >= 0:
            other = state.copy()
            redraw(other, rng.word)
            changed += not np.array_equal(state, other)
            for seat in range(game.seats):
                game.machine.look(state, seat, seen)
                game.machine.look(other, seat, again)
                assert np.array_equal(seen, again)
            mask = game.kernels.legal(state)
            legal = [code for code in range(64) if mask >> code & 1]
            game.kernels.play(state, rng.choice(legal))
    assert changed or "open_world" in options


def test_the_order_of_the_deck_is_drawn_uniformly() -> None:
    """The last card but one of a small deck is each of the unseen ones equally often."""
    from kiebitz.games.durak import rules as r

    game, rng = table("durak"), Stream.named("uniform")
    state = game.deal(3).vector.copy()
    bottom, cards = r.get(state, r.STOCK, 0), set()
    counts = np.zeros(36, int)
    for _ in range(4600):
        values_of(game).redraw(state, rng.word)
        counts[r.get(state, r.STOCK, 7)] += 1
        cards |= {int(r.get(state, r.STOCK, place)) for place in range(24)}
    drawn = counts[counts > 0]
    assert len(cards) == 24 and len(drawn) == 23 and counts[bottom] == 0
    assert ((drawn - 200) ** 2 / 200).sum() < 50  # 22 degrees of freedom: beyond 50 once in 1,500 times


KINDS = [
    ("durak", "", "random", "greedy", 150),
    ("durak", "", "smart-published", "flat:playouts=2", 150),
    ("schnapsen", "", "random", "bully", 300),
    ("schnapsen", "rules=full", "rdeep:samples=1", "dbot", 80),
    ("skat", "", "xskat-like", "random", 200),
    ("boerenbridge", "", "full-kripke", "random", 150),
]


@pytest.mark.parametrize(("name", "options", "one", "other", "deals"), KINDS)
def test_luck_has_mean_zero_whoever_plays(name: str, options: str, one: str, other: str, deals: int) -> None:
    """For every number that is summed up, and agents of very different kinds."""
    match = pair_plan(name, one, other, deals, seed="mean", options=options).match
    for lineup in (0, 1):
        _, moves = moves_of(match, lineup, deals)
        found = sums(match, lineup, np.arange(deals), moves, 4).reshape(deals, -1)
        spread = found.std(axis=0, ddof=1)
        moving = spread > 1e-9  # beyond rounding
        assert moving.any()
        distance = abs(found.mean(axis=0)[moving]) / (spread[moving] / deals**0.5)
        rare = (found[:, moving] != 0).mean(axis=0) < 0.1  # of few events the normal law says little
        assert distance[~rare].max() < 4.5
        assert (distance**2)[~rare].mean() < 2.5


def test_stated_probabilities_are_those_of_the_moves() -> None:
    """Whoever states probabilities plays by them."""
    rng = Stream.named("stated")
    for name, spec in (("durak", "random"), ("durak", "random-published"), ("durak", "smart-published"),
                       ("schnapsen", "random")):  # fmt: skip
        game = table(name)
        policy = contestant(spec, game).policy
        assert policy is not None and policy.probabilities is not None
        view = np.zeros(WORDS, np.int64)
        gaps, tried = 0.0, 0
        for deal in range(6):
            state = game.deal(deal).vector.copy()
            while state[TURN] >= 0:
                game.kernels.observe(state, state[TURN], view)
                mask = int(game.kernels.legal(state))
                stated, counts = np.zeros(64), np.zeros(64)
                policy.probabilities(view, policy.memory, stated)
                assert abs(sum(stated[code] for code in range(64) if mask >> code & 1) - 1) < 1e-9
                if mask & (mask - 1) and deal == 0:
                    for _ in range(200):
                        counts[policy.kernel(view, policy.memory.copy(), rng.word)] += 1
                    gaps, tried = max(gaps, float(abs(counts / 200 - stated).max())), tried + 1
                game.kernels.play(state, policy.kernel(view, policy.memory.copy(), rng.word))
        assert tried and gaps < 0.16  # 0.035 is a standard error


def test_stated_probabilities_take_luck_away() -> None:
    """The luck of a random player's own draws explains part of its points."""
    match = pair_plan("durak", "random", "random:salt=other", 300, seed=4).match
    points, moves = moves_of(match, 0, 300)
    known = sums(match, 0, np.arange(300), moves, 8)[:, 1, 0]
    silent = tuple(replace(one, source="bot.py") for one in match.players)  # bots from files are not believed
    chance = sums(replace(match, players=silent), 0, np.arange(300), moves, 8)[:, 1, 0]
    rolled = [luck[:, -3:].sum(axis=1) for luck in (known, chance)]
    more, less = (abs(float(np.corrcoef(luck, points[:, 0])[0, 1])) for luck in rolled)
    assert more > less + 0.1


# -- frozen ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), SHIPPED)
def test_shipped_weights_are_those_of_this_code(name: str, options: str) -> None:
    game = table(name, options)
    Frozen.read(own_text(game)).check(game)


def test_a_file_that_was_changed_is_refused(weights: Path, tmp_path: Path) -> None:
    values = json.loads(weights.read_text())
    for key, value in (("saved", 100.0), ("root", "0" * 32), ("weights", [[0.0], [0.0]])):
        with pytest.raises(BadNotation, match="was changed after it was frozen"):
            Frozen.read(json.dumps({**values, key: value}))
    for text in ("", "[]", "{}", '{"hash": 1}', "\0"):
        (tmp_path / "bad.json").write_text(text)
        with pytest.raises(BadNotation, match="There are no frozen weights in"):
            kb.match("durak", "smart", "greedy", deals=2, seed=1, reduce=tmp_path / "bad.json")
    with pytest.raises(KiebitzError, match=r"There is no file .*none\.json\."):
        kb.match("durak", "smart", "greedy", deals=2, seed=1, reduce=tmp_path / "none.json")


@pytest.mark.parametrize(
    "crafted",
    [
        {"weights": "NaN"},
        {"weights": "Infinity"},
        {"weights": "1e300"},
        {"rows": 1},
        {"columns": ("one",)},
        {"draws": 0},
        {"draws": 10**12},
        {"draws": 2.5},
        {"deals": "many"},
        {"saved": math.inf},
        {"agents": ("smart",)},
        {"game": "durak\x1b[2J"},
    ],
)
def test_a_crafted_file_with_its_own_hash_is_refused(
    weights: Path, tmp_path: Path, crafted: dict[str, Any]
) -> None:
    found = Frozen.read(weights.read_text())
    if "weights" in crafted:
        crafted = {"weights": tuple((float(crafted["weights"]), *row[1:]) for row in found.weights)}
    if "rows" in crafted:  # the kernel reads two
        crafted = {"weights": found.weights[:1]}
    (tmp_path / "crafted.json").write_text(replace(found, **crafted).text)
    with pytest.raises(BadNotation, match="would never write"):
        kb.match("durak", "smart", "greedy", deals=2, seed=1, reduce=tmp_path / "crafted.json")


def test_numbers_under_other_names_are_refused(weights: Path) -> None:
    found = Frozen.read(weights.read_text())
    with pytest.raises(BadOption, match="computes in another way now"):
        replace(found, columns=found.columns[::-1]).check(table("durak"))


def test_whatever_is_no_file_of_weights_is_refused(weights: Path, tmp_path: Path) -> None:
    """A pickle, numbers beyond all bounds, a pipe, a device without end, links to nothing and in circles."""
    (tmp_path / "pickle").write_bytes(pickle.dumps(Frozen.read(weights.read_text())))
    digits = weights.read_text().replace('"deals": 150', f'"deals": {"9" * 5000}')
    (tmp_path / "digits").write_text(digits)
    (tmp_path / "huge").write_text('{"hash": 1, "weights": [[1' + "0" * 400 + "]]}")
    (tmp_path / "deep").write_text("[" * 100_000)
    (tmp_path / "long").write_text(" " * 2_000_000)
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    (tmp_path / "device").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    for file in [*tmp_path.iterdir(), tmp_path]:
        refused = r"no frozen weights in|cannot be (read|used)|There is no file .*dangling\."
        with pytest.raises(KiebitzError, match=refused):
            kb.match("durak", "smart", "greedy", deals=2, seed=1, reduce=file)
    (tmp_path / "link").symlink_to(weights)  # what it leads to becomes part of the plan
    result = kb.match("durak", "smart", "greedy", deals=2, seed=1, reduce=tmp_path / "link")
    assert result.match.frozen == Frozen.read(weights.read_text())


def test_weights_of_another_game_or_other_numbers_are_refused(weights: Path) -> None:
    with pytest.raises(BadOption, match="are for games of durak, not of schnapsen"):
        kb.match("schnapsen", "bully", "random", deals=2, seed=1, reduce=weights)
    with pytest.raises(BadOption, match="with the usual options, and here it is played with start_rank=9"):
        kb.match("durak", "smart", "greedy", deals=2, seed=1, options="start_rank=9", reduce=weights)
    found = replace(Frozen.read(weights.read_text()), meaning="0123456789abcdef")
    with pytest.raises(BadOption, match="computes in another way now"):
        found.check(table("durak"))
    with pytest.raises(BadOption, match="brings nothing by which luck could be told from play"):
        kb.match(f"{ROOT}/docs/toy_game.py", "random", "random", deals=2, seed=1, reduce="own")
    with pytest.raises(BadOption, match="ships no weights for "):
        kb.match("durak", "smart", "greedy", deals=2, seed=1, options="start_rank=9", reduce="own")


def test_weights_are_part_of_the_plan_before_the_first_game(weights: Path, tmp_path: Path) -> None:
    """A run already begun takes none, and one that has them goes on with no others."""
    plain = match_plan("durak", ["smart", "greedy"], 4, seed=1)
    assert "frozen" not in plain.as_dict()  # the identity of runs without weights is what it was
    (planned,) = reduced((plain,), weights)
    assert planned.identity != plain.identity
    kb.match("durak", "smart", "greedy", deals=4, seed=1, out=tmp_path / "plain")
    with pytest.raises(KiebitzError, match="holds another run"):
        kb.match("durak", "smart", "greedy", deals=4, seed=1, out=tmp_path / "plain", reduce=weights)
    kb.match("durak", "smart", "greedy", deals=4, seed=1, out=tmp_path / "reduced", reduce=weights)
    with pytest.raises(KiebitzError, match="holds another run"):
        kb.match("durak", "smart", "greedy", deals=8, seed=1, out=tmp_path / "reduced", reduce="own")


def test_weights_fitted_to_the_games_they_judge_prove_anything_and_are_refused(tmp_path: Path) -> None:
    """One agent against itself with other random numbers: nothing is there to be shown."""
    deals, one, other = 40, "flat:playouts=2", "flat:playouts=2,salt=other"
    match = pair_plan("durak", one, other, deals, seed="judged").match
    played = [moves_of(match, lineup, deals) for lineup in (0, 1)]
    points = np.stack([found for found, _ in played], axis=1)
    luck = np.stack(
        [sums(match, n, np.arange(deals), moves, 4) for n, (_, moves) in enumerate(played)], axis=1
    )
    lead = (points[:, 0, 0] - points[:, 1, 0]) / 2
    numbers = (luck[:, 0, 1, 0] - luck[:, 1, 1, 0]) / 2
    cheat = np.linalg.lstsq(numbers, lead - 1.0, rcond=None)[0]  # whoever fits here may aim at any lead
    judged = lead - numbers @ cheat
    assert abs(lead.mean()) < 2 * lead.std() / deals**0.5  # honestly: nothing
    assert judged.mean() > 10 * judged.std() / deals**0.5  # "proved"
    found = Frozen.read(own_text(match.game))
    same = replace(found, root=root_digest(match.game, "judged"), weights=((0.0,) * len(cheat), tuple(cheat)))
    (tmp_path / "cheat.json").write_text(same.text)
    with pytest.raises(BadOption, match="fitted on the deals of this very seed"):
        kb.match("durak", one, other, deals=deals, seed="judged", reduce=tmp_path / "cheat.json")
    with pytest.raises(BadOption, match="fitted on the deals of this very seed"):
        kb.tournament("durak", one, other, deals=deals, seed="judged", reduce=tmp_path / "cheat.json")


def test_the_same_seed_freezes_the_same_file() -> None:
    one, other = (
        freeze("schnapsen", "bully", "random", deals=20, seed=5, draws=2, workers=workers, progress=False)
        for workers in (1, 2)
    )
    assert one.text == other.text and one == Frozen.read(one.text)
    assert one.root == root_digest(table("schnapsen"), 5) != root_digest(table("schnapsen"), 6)


def test_weights_that_save_nothing_are_said_to(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    how = ("--deals", "20", "--draws", "2", "--seed", "3", "--quiet", "--out", str(file))
    told = CliRunner().invoke(app, ("freeze", "durak", "smart", "greedy", *how)).output
    assert Frozen.read(file.read_text()).saved < 1
    assert "take no luck away" in told


def test_a_fit_finds_what_is_there() -> None:
    rng = np.random.default_rng(1)
    luck = rng.normal(size=(400, 2, PARTS, 2, 3))
    luck[..., 2] = 0.0
    truth = np.array([[0.5, -1.0, 0.0], [0.0, 2.0, 0.0]])
    points = (luck * truth[:, None]).sum(axis=(2, 4)) + rng.normal(size=(400, 2, 2)) * 0.5
    found, saved = fit(points, luck)
    assert abs(found - truth).max() < 0.1
    assert 15 < saved < 30  # 1 + (0.25 + 1 + 4) / 0.25


# -- runs --------------------------------------------------------------------------------------------------


def test_luck_is_the_same_on_every_way(weights: Path, tmp_path: Path) -> None:
    """Two workers, an interruption, the referee in place of the loop: the same bytes, and verify agrees."""
    (plan,) = reduced((match_plan("durak", ["smart", "greedy"], 12, seed=1),), weights)
    whole = Run.create("match", (plan,), tmp_path / "whole")
    whole.play(Threads())
    broken = Run.create("match", (plan,), tmp_path / "broken")
    broken.play(Threads(2), deals=(0, 5))
    assert broken.so_far().reduced.shape == (5, 2, 2)  # type: ignore[union-attr]
    again = Run(tmp_path / "broken")
    Run.create("match", (plan,), tmp_path / "broken").play(Threads(2))
    first, second = whole.result(), again.result()
    assert np.array_equal(first.measures, second.measures) and first.measures[..., -1].any()
    assert verify(whole) == (24, [])
    write_csv(whole, tmp_path / "one.csv")
    write_csv(again, tmp_path / "two.csv")
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    assert (tmp_path / "one.csv").read_text().splitlines()[0].endswith(",bouts,luck")
    match, block = plan.match, Block(1, 3, 4)
    refereed = outcome_of(match, block, (match.play(deal, 1) for deal in range(3, 7)))
    assert np.array_equal(refereed.measures, play_block(match, block).measures)


def test_verify_notices_other_luck(weights: Path, tmp_path: Path) -> None:
    (plan,) = reduced((match_plan("durak", ["smart", "greedy"], 2, seed=1),), weights)
    run = Run.create("match", (plan,), tmp_path / "run")
    run._open_to_write()
    for block in (Block(0, 0, 2), Block(1, 0, 2)):
        outcome = play_block(plan.match, block)
        outcome.measures[:, -1] += block.lineup  # a millionth of a point for the last seat
        run.ledger.add([(0, plan.match, block, outcome)])
    assert verify(run) == (4, ["0/0/1", "0/1/1"])


def test_equal_agents_are_exactly_even_and_equal_games_equally_lucky(weights: Path) -> None:
    """Common chance: what is drawn anew is named by the deal alone."""
    even = kb.match("durak", "flat:playouts=2", "flat:playouts=2", deals=6, seed=3, reduce=weights)
    assert not (even.of_agent(0, even.reduced) - even.of_agent(1, even.reduced)).sum(axis=1).any()
    found = kb.match("durak", "smart", "greedy", deals=60, seed=3, reduce=weights)
    same = (found.plies[:, 0] == found.plies[:, 1]) & (found.points[:, 0] == found.points[:, 1]).all(axis=1)
    luck = found.measures[same][..., -1]
    assert same.sum() > 30 and (luck[:, 0] == luck[:, 1]).all(axis=1).mean() > 0.9


def test_failing_bots_have_luck_up_to_their_last_legal_move(weights: Path) -> None:
    class Stops(kb.Agent):
        def act(self, view: Any) -> str:
            return str(view.moves[0]) if len(view.hand) > 5 else "nonsense"

    found = kb.match("durak", Stops, "greedy", deals=3, seed=1, reduce=weights)
    assert (found.losers >= 0).any() and np.isfinite(found.counted).all()


# -- what is shown -----------------------------------------------------------------------------------------


def test_three_estimates_stand_side_by_side(weights: Path) -> None:
    found = kb.match("durak", "smart", "greedy", deals=200, seed=3, reduce=weights)
    (pair,) = found.as_dict()["estimates"]
    single, duplicate, reduced_one = pair["estimates"]
    assert [one["kind"] for one in pair["estimates"]] == ["single", "duplicate", "reduced"]
    assert single["mean"] == duplicate["mean"] and single["against_single"] == 1
    assert duplicate["against_duplicate"] == 1 < duplicate["against_single"]
    assert reduced_one["error"] < single["error"] and reduced_one["low"] < reduced_one["high"]
    fixed = kb.match("durak", "smart", "greedy", deals=200, seed=3, seatings="fixed", reduce=weights)
    alone, without_luck = fixed.as_dict()["estimates"][0]["estimates"]
    assert (alone["kind"], without_luck["kind"]) == ("single", "reduced")
    assert without_luck["against_single"] > 1.5  # the deal's own luck counts where nothing cancels it


def test_a_test_on_points_and_standings_go_by_the_reduced_estimate(weights: Path) -> None:
    found = kb.tournament("durak", "smart", "greedy", deals=60, seed=3, reduce=weights)
    (result,), (meeting,) = found.results, found.standings.meetings
    lead = result.of_agent(0, result.reduced) - result.of_agent(1, result.reduced)
    assert meeting.points == pytest.approx(float(lead.mean()))
    stopped = kb.match("durak", "smart", "random", deals=400, seed=3, until="points>0.5", reduce=weights)
    assert "accepted" in str(stopped.stopped) and stopped.match.deals < 400


def test_a_grid_goes_by_the_reduced_estimate(weights: Path) -> None:
    found = kb.grid("durak", "smart|random", "greedy", deals=40, seed=2, reduce=weights, progress=False)
    for cell, result in zip(found.cells, sorted(found.results, key=_share), strict=True):
        reduced = of_agents(result, (0, 1))[-1]
        assert reduced.kind == "reduced"
        assert (cell.meeting.points, cell.meeting.error) == pytest.approx((reduced.mean, reduced.error))
    assert len(found.as_dict()["estimates"]) == 2
    assert "estimates" not in kb.grid("durak", "smart|random", "greedy", deals=2, seed=2).as_dict()


def test_weights_that_do_harm_are_said_to(weights: Path) -> None:
    words = ("match", "durak", "smart", "random", "--deals", "40", "--seed", "2", "--reduce", str(weights))
    assert "Here these weights do harm: without them" in CliRunner().invoke(app, words).output


def _share(result: Result) -> float:
    return -result.scores()[0].win_rate


def test_fewer_deals_are_needed_with_weights(weights: Path) -> None:
    how = {"difference": 0.05, "pilot": 100, "seed": 3, "progress": False}
    plain = kb.power("durak", "smart", "greedy", **how)  # type: ignore[arg-type]
    found = kb.power("durak", "smart", "greedy", reduce=weights, **how)  # type: ignore[arg-type]
    assert found.unreduced_deals == plain.deals > found.deals
    assert plain.unreduced_deals is None
    with pytest.raises(BadOption, match="from points, not from wins"):
        kb.power("durak", "smart", "greedy", elo=20, reduce=weights, progress=False)
    with pytest.raises(BadOption, match="fitted on the deals of this very seed"):
        kb.power("durak", "smart", "greedy", reduce=weights, **{**how, "seed": "fit"})  # type: ignore[arg-type]


def test_the_report_shows_them(weights: Path, tmp_path: Path) -> None:
    kb.match("durak", "smart", "greedy", deals=20, seed=3, reduce=weights, out=tmp_path / "run")
    (study,) = studies(Run(tmp_path / "run"))
    rows = luck_table(study).rows
    assert [str(row[1].text) for row in rows] == ["games taken singly", "duplicate deals", "reduced"]
    assert Frozen.read(weights.read_text()).hash in str(luck_sentence(study))


def test_match_and_show_print_them(weights: Path, tmp_path: Path) -> None:
    out, call = tmp_path / "run", ["match", "durak", "smart", "greedy", "--deals", "20", "--seed", "3", "-q"]
    for words in ([*call, "--reduce", str(weights), "--out", str(out)], ["show", str(out)]):
        answer = CliRunner().invoke(app, words)
        assert answer.exit_code == 0
        for shown in ("games taken singly", "duplicate deals", "reduced", "games saved"):
            assert shown in answer.output


def test_where_all_deals_come_out_even_nothing_infinite_is_told(tmp_path: Path) -> None:
    """An agent that draws nothing is exactly even with itself, so what pairing saves knows no bound."""
    words = ["match", "durak", "smart", "smart:salt=x", "--deals", "20", "--seed", "1", "--reduce", "own"]
    words += ["--quiet", "--out", str(tmp_path / "run")]
    told = CliRunner().invoke(app, words).stdout
    assert "All deals gave the same difference" in " ".join(told.split())
    assert "inf" not in told
    document = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout, parse_constant=pytest.fail)
    assert document["estimates"][0]["estimates"][1]["against_single"] is None
