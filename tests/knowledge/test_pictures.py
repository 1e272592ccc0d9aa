"""Pictures and texts for other programs."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from typer.testing import CliRunner

from kiebitz.cards import Deck
from kiebitz.cli import app
from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.models.kripke import Model
from kiebitz.knowledge.models.lazy import LazyModel
from kiebitz.knowledge.pictures.diagram import Diagram, Line, Node, join_all
from kiebitz.knowledge.pictures.dot import dot
from kiebitz.knowledge.pictures.merging import picture
from kiebitz.knowledge.pictures.one_card import exact, of_position
from kiebitz.knowledge.pictures.smcdel import Script, smcdel
from kiebitz.knowledge.pictures.svg import DASHES, svg
from kiebitz.knowledge.places.problem import Problem
from kiebitz.language.catalogues import catalogue
from kiebitz.language.speaking import Speaker
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from kiebitz.sayings import Saying
from tests.knowledge.test_cardmodel import after_east_shows_no_hearts

SEATS = ("Ann", "Bob", "Cid")
TABLE = Vocabulary(SEATS, SEATS, Deck("abc"))
THREE = Problem.of_hands(0b111, (1, 1, 1))
KNOWN = {0: 1, 1: 2, 2: 4}


def test_svg_marks_the_actual_world_and_tells_seats_apart() -> None:
    graph = exact(Model.of(game("boerenbridge").deal(1)), "QH").graph
    root = ElementTree.fromstring(svg(graph))
    space = {"s": "http://www.w3.org/2000/svg"}
    boxes = root.findall(".//s:rect[@class='box']", space)
    assert len(boxes) == 4 + 1  # the actual world has two borders
    lines = root.findall(".//s:line", space)
    assert len(lines) == len(graph.lines) + 4 and len(graph.lines) == 4 * 3
    assert {line.get("stroke-dasharray") for line in lines} == set(DASHES[:4])
    texts = ["".join(text.itertext()) for text in root.findall(".//s:text", space)]
    assert texts.count("N") == 3 and "Double border: the actual world" in texts
    assert "prefers-color-scheme: dark" in svg(graph)


def drawn(picture: str) -> NDArray[np.uint8]:
    """The picture as a program that is not a browser draws it, on no paper: rows of pixels of four bytes."""
    try:
        from cairosvg import svg2png
    except (ImportError, OSError) as error:  # CairoSVG is there and the system's Cairo is not
        pytest.skip(f"Cairo cannot draw here (Debian: apt install libcairo2): {error}")
    return np.asarray(Image.open(BytesIO(svg2png(bytestring=picture.encode()))).convert("RGBA"))


def test_a_picture_has_its_colours_outside_a_browser_too() -> None:
    graph = exact(Model.of(game("boerenbridge").deal(1)), "QH").graph
    text = svg(graph)
    pixels = drawn(text)
    assert pixels.shape[:2] == (506, 427) and (pixels[:, :, 3] == 255).all()
    light: NDArray[np.bool_] = np.all(pixels[:, :, :3] > 200, axis=2)
    assert light.mean() > 0.8 and light[0].all() and light[:, 0].all()
    for box in ElementTree.fromstring(text).findall(".//{*}rect[@class='box']"):
        x, y, width, height = (round(float(box.attrib[each])) for each in ("x", "y", "width", "height"))
        inside = light[y + 3 : y + height - 2, x + 3 : x + width - 2]
        assert 0.5 < inside.mean() < 0.99, "paper with words on it"
    for colour in ((0xD5, 0x5E, 0x00), (0x00, 0x72, 0xB2), (0x00, 0x9E, 0x73), (0xCC, 0x79, 0xA7)):
        assert (np.abs(pixels[:, :, :3].astype(int) - colour).max(axis=2) < 30).any(), "the lines of a seat"
    (title,) = ElementTree.fromstring(text).findall("{*}title")
    assert title.text == "Kripke model: Who has QH?"


def test_a_page_gets_the_sayings_beside_the_texts() -> None:
    graph = exact(Model.of(game("boerenbridge").deal(1)), "QH").graph
    texts = ElementTree.fromstring(svg(graph, for_page=True)).findall(".//*[@data-said]")
    assert len(texts) == 2 + 4 + 4 + 4 + 1  # titles, nodes and their worlds, the legend
    for text in texts:
        assert str(Saying.of_json(json.loads(text.attrib["data-said"]))) == text.text
    german = Speaker("de", catalogue("de"))
    assert "Wer hat QH?" in svg(graph, german.text) and "Wer hat QH?" in dot(graph, german.text)
    assert "data-said" not in svg(graph)


def places(graph: Diagram) -> dict[str, tuple[float, float]]:
    """Where each world is drawn."""
    texts = ElementTree.fromstring(svg(graph)).iter("{http://www.w3.org/2000/svg}text")
    found = {"".join(text.itertext()): (float(text.attrib["x"]), float(text.attrib["y"])) for text in texts}
    return {name.removesuffix(" has it"): place for name, place in found.items() if name.endswith(" has it")}


def test_with_a_compass_north_is_above_and_south_below_whoever_is_missing() -> None:
    queen = of_position(after_east_shows_no_hearts(), "QH")
    found = places(queen.compass)
    (north_x, north_y), (south_x, south_y), (west_x, west_y) = (found[n] for n in ("North", "South", "West"))
    assert "East" not in found and north_x == south_x > west_x
    assert north_y < west_y < south_y and west_y - north_y == pytest.approx(south_y - west_y, abs=0.2)
    spread = places(queen.graph)
    assert spread["North"][0] != spread["South"][0], "otherwise the worlds are spread evenly"


def test_with_a_compass_other_places_come_after_the_seats_and_nobody_needs_none() -> None:
    state = game("boerenbridge", {"seats": "3", "schedule": "3", "deck": "full"}).deal(1)
    found = of_position(state, str(next(iter(state.hand_of(2))))).compass
    assert (found.ring, found.spots) == (4, (0, 1, 2, 3))
    over = of_position(after_east_shows_no_hearts().play("QH").play("KD"), "QH")
    assert over.compass == over.graph


def test_a_picture_of_one_world_has_room_for_its_legend() -> None:
    seat = "Somebody with a long name"
    root = ElementTree.fromstring(svg(Diagram("JS", (seat,), (Node("here", is_actual=True),), ())))
    legend = f"S: {seat} cannot tell these apart"
    assert 94 + 7 * len(legend) < float(root.attrib["width"])


def test_names_are_escaped() -> None:
    graph = Diagram('a < "b"', ("Ann & Bob",), (Node("<x>", "a & b"),), ())
    ElementTree.fromstring(svg(graph))
    assert 'label="a < \\"b\\""' in dot(graph)


def test_large_classes_are_rings() -> None:
    assert len(list(join_all(0, range(4)))) == 6
    ring = list(join_all(0, range(9)))
    assert len(ring) == 9 and Line(0, 8, 0) in ring and Line(3, 4, 0) in ring


def test_pictures_say_what_was_merged() -> None:
    model = Model.of(game("boerenbridge").deal(1))
    letters = [f"has({seat}, QH)" for seat in model.vocabulary.seats]
    graph = picture(model, letters, "QH")
    assert len(graph.nodes) == 4 and str(graph.note).startswith("369,600 worlds in 4 nodes")
    assert [node.is_actual for node in graph.nodes].count(True) == 1
    few = picture(model, letters, "QH", most=3)
    assert "The contraction has 4 nodes" in str(few.note)
    assert str(few.nodes[0].note) == "92,400 worlds"


def test_dot_has_every_node_and_line() -> None:
    graph = picture(Model.of_problem(TABLE, THREE, known=KNOWN), ["has(Ann, a)", "has(Bob, b)"])
    text = dot(graph)
    assert text.count(" -- ") == len(graph.lines) and text.count("peripheries=2") == 1


# -- SMCDEL ------------------------------------------------------------------------------------------------


WORDS = {
    "AND": lambda *parts: int(all(parts)),
    "OR": lambda *parts: int(any(parts)),
    "ONEOF": lambda *parts: int(sum(parts) == 1),
    "Top": 1,
    "Bot": 0,
}


def evaluable(formula: str) -> str:
    """A formula of that format for Python, with variables in ``v``."""
    return re.sub(r"~", " 1-", re.sub(r"\d+", r"v[\g<0>]", formula)).strip()


def states(text: str) -> set[frozenset[int]]:
    """The variables that are true, for every solution of the law: by trying all assignments."""
    variables = [int(word) for word in re.findall(r"^VARS (.*)$", text, re.M)[0].split(",")]
    law = re.findall(r"^LAW  (.*)$", text, re.M)[0]
    code, found = compile(evaluable(law), "law", "eval"), set()
    for values in product((0, 1), repeat=len(variables)):
        v = dict(zip(variables, values, strict=True))
        if eval(code, {**WORDS, "v": v}):
            found.add(frozenset(n for n in variables if v[n]))
    return found


def test_smcdel_by_rules() -> None:
    lazy = LazyModel(TABLE, THREE, known=KNOWN).announce("~has(Ann, c)")
    text = smcdel(lazy, ["K[Bob] has(Ann, a)", "C E Kw[Cid] (has(Ann, a) >> M[Bob] has(Cid, c))"])
    assert len(states(text)) == 6
    assert "OBS  ann: 1,4,7\n     bob: 2,5,8\n     cid: 3,6,9\n" in text
    assert "TRUE? {1,5,9}\n  ([! ~7 ] (bob knows that 1))\n" in text
    assert "((ann,bob,cid) comknow that AND((ann knows that (cid knows whether" in text
    assert frozenset({1, 5, 9}) in states(text)


def test_smcdel_with_a_choice() -> None:
    """Ann has a, or Cid has it: four of six deals."""
    choice = replace(THREE, cases=((0b110, 0, 0), (0b001, 0b001, 0)))
    text = smcdel(LazyModel(TABLE, choice, known=KNOWN), ["K[Ann] has(Ann, a)"])
    assert len(states(text)) == choice.count() == 4
    assert frozenset({1, 5, 9}) in states(text)


def test_smcdel_counts_and_other_words() -> None:
    lazy = LazyModel(TABLE, THREE, known=KNOWN)
    text = smcdel(lazy, ["count(Ann, {a, b}) == 1", "<!true> D[Ann, Bob] (has(Cid, a) <-> false)"])
    assert "OR(AND(~1,4),AND(1,~4))" in text
    assert "(<! Top > ((ann,bob) distknow that (3 iff Bot)))" in text


@pytest.mark.parametrize("relation", ["==", "<=", ">="])
def test_smcdel_writes_counts_as_they_are(relation: str) -> None:
    script, compare = Script(TABLE), {"==": operator.eq, "<=": operator.le, ">=": operator.ge}[relation]
    for size in range(1, 7):
        letters = [*map(str, range(1, size)), "Top"]
        for number in range(size + 2):
            said = evaluable(script.counted(letters, relation, number))
            for bits in product((0, 1), repeat=size):
                v = {**dict(zip(range(1, size + 1), bits, strict=True)), size: 1}
                assert bool(eval(said, {**WORDS, "v": v})) == compare(sum(v.values()), number)


def test_smcdel_writes_the_five_card_round(tmp_path: Path) -> None:
    """Each of 20 cards in one of four hands, five in each: the model of the Boerenbridge paper."""
    start = game("boerenbridge", {"schedule": "5"}).deal(1)
    position, file = tmp_path / "five.txt", tmp_path / "model.txt"
    position.write_text(Record.of(start).text)
    words = ["know", str(position), "--formula", "K[N] count(N, hearts) >= 0", "--smcdel", str(file)]
    assert CliRunner().invoke(app, words).exit_code == 0
    text = file.read_text()
    number = {name: int(n) for n, name in re.findall(r"^-- (\d+): has\((.*)\)$", text, re.M)}
    assert len(number) == 80 and len(text) < 100_000
    law = compile(evaluable(re.findall(r"^LAW  (.*)$", text, re.M)[0]), "law", "eval")
    cards, places, rng = (
        [str(card) for card in start.game.deck.cards],
        start.game.place_names()[:4],
        Random(1),
    )
    dealt = [str(card) for card in cards if f"{places[0]}, {card}" in number]
    assert len(dealt) == 20

    def holds(sizes: Sequence[int]) -> bool:
        rng.shuffle(dealt)
        owners = [place for place, size in zip(places, sizes, strict=True) for _ in range(size)]
        v = dict.fromkeys(number.values(), 0)
        v |= {number[f"{owner}, {card}"]: 1 for owner, card in zip(owners, dealt, strict=True)}
        return bool(eval(law, {**WORDS, "v": v}))

    assert all(holds((5, 5, 5, 5)) for _ in range(50))
    assert not any(holds(sizes) for sizes in ((6, 4, 5, 5), (5, 5, 4, 6), (0, 10, 5, 5)) for _ in range(10))


def test_smcdel_refuses_what_would_be_endless() -> None:
    with pytest.raises(KiebitzError, match="A count over 64 cards is too long"):
        Script(TABLE).counted(list(map(str, range(1, 65))), "==", 32)


def test_smcdel_by_worlds() -> None:
    model = Model.of_problem(TABLE, THREE, known=KNOWN).announce("~has(Ann, c)")
    text = smcdel(model, ["K[Bob] has(Ann, a)", "has(Ann, c)"])
    assert len(states(text)) == 4
    assert text.endswith("  Bot\n") and "what Cid sees" in text
    (actual,) = re.findall(r"^TRUE\? \{(.*)\}$", text, re.M)[:1]
    assert frozenset(map(int, actual.split(","))) in states(text)
    with pytest.raises(KiebitzError, match="too many"):
        smcdel(Model.of(game("boerenbridge").deal(1)))


def test_smcdel_with_one_world_and_an_empty_hand() -> None:
    nobody = LazyModel(TABLE, Problem((0, 0, 0), (0, 0, 0), (1, 2, 4)))
    text = smcdel(nobody, ["has(Ann, a) & ~has(Ann, b)"])
    assert "OBS  ann: 1\n     bob: 2\n" in text and "AND(Top,~Bot)" in text
