"""Strategy graphs as data: nodes with a question and what follows from either answer.

The win graph and the lose graph are the two pictures of the published work, node by node; the
``published`` ones are what its program does instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kiebitz.errors import UnknownName
from kiebitz.games.boerenbridge.agents import questions_and_plays as v
from kiebitz.sayings import Name, Saying, say

Next = str | int
"""Where an answer leads: to a node by its name, or to a play by its number."""
Spoken = Callable[[Saying], str]
"""How a graph is said: ``str`` in English, ``spoken`` in the language of the terminal."""
YES, NO = say("yes"), say("no")


@dataclass(frozen=True)
class Node:
    """A question and where its answers lead."""

    name: str
    question: int
    yes: Next
    no: Next


@dataclass(frozen=True)
class Graph:
    """Nodes, the first of which is asked first."""

    title: Saying
    nodes: tuple[Node, ...]

    def __post_init__(self) -> None:
        names = [node.name for node in self.nodes]
        for node in self.nodes:
            for follower in (node.yes, node.no):
                if isinstance(follower, str) and follower not in names:
                    raise UnknownName("node", follower, names)

    @property
    def places(self) -> dict[str, int]:
        """The number of each node."""
        return {node.name: place for place, node in enumerate(self.nodes)}

    def words(self) -> list[int]:
        """The graph as a kernel walks it: question, yes, no for each node; -1 - play where it ends."""
        places = self.places

        def word(follower: Next) -> int:
            return places[follower] if isinstance(follower, str) else -1 - follower

        return [n for node in self.nodes for n in (node.question, word(node.yes), word(node.no))]

    def lines(self, spoken: Spoken = str) -> Iterator[str]:
        """The graph as text, answers indented below their question."""
        yield spoken(self.title)
        seen: set[str] = set()
        by_name = {node.name: node for node in self.nodes}
        yes, no = f"{spoken(YES)}:", f"{spoken(NO)}:"
        width = max(len(yes), len(no)) + 1

        def tell(follower: Next, answer: str, depth: int) -> Iterator[str]:
            lead = "  " * depth + answer
            if isinstance(follower, int):
                yield f"{lead}{spoken(v.PLAYS[follower])}"
                return
            node = by_name[follower]
            if follower in seen:
                yield f"{lead}{spoken(elsewhere(follower))}"
                return
            seen.add(follower)
            yield f"{lead}{node.name}. {spoken(v.QUESTIONS[node.question].text)}"
            yield from tell(node.yes, f"{yes:{width}}", depth + 1)
            yield from tell(node.no, f"{no:{width}}", depth + 1)

        yield from tell(self.nodes[0].name, "", 0)

    def changed(self, title: Saying, *nodes: Node) -> Graph:
        """The graph with other nodes in the places of those with the same names."""
        others = {node.name: node for node in nodes}
        return Graph(title, tuple(others.get(node.name, node) for node in self.nodes))

    def prefixed(self, letter: str) -> tuple[Node, ...]:
        """The nodes with a letter before each name, to stand beside those of another graph."""

        def name(follower: Next) -> Next:
            return letter + follower if isinstance(follower, str) else follower

        return tuple(
            replace(node, name=letter + node.name, yes=name(node.yes), no=name(node.no))
            for node in self.nodes
        )

    def __str__(self) -> str:
        return "\n".join(self.lines())


def elsewhere(name: str) -> Saying:
    """What stands where a graph comes to a node for the second time."""
    return say("go to {node}", node=name)


def until_met(title: Saying, win: Graph, lose: Graph) -> Graph:
    """Play one graph while tricks are needed, then the other."""
    root = Node("0", v.NEEDS_TRICKS, "W" + win.nodes[0].name, "L" + lose.nodes[0].name)
    return Graph(title, (root, *win.prefixed("W"), *lose.prefixed("L")))


GREEDY = Graph(
    say("Greedy: always the highest card"),
    (
        Node("1", v.OPENER, v.HIGHEST_CARD, "2"),
        Node("2", v.CAN_FOLLOW, v.HIGHEST_TRICK, v.HIGHEST_CARD),
    ),
)

WIN = Graph(
    say("Win graph: win the trick"),
    (
        Node("1", v.OPENER, "2", "7"),
        Node("2", v.OTHERS_TRUMPS, "3", "6"),
        Node("3", v.TOP_TRUMP, v.HIGHEST_TRUMP, "4"),
        Node("4", v.TOP_PLAIN, "5", "6b"),
        Node("5", v.OTHERS_PLAIN, v.A_FOLLOWED_TOP_PLAIN, v.WORST),
        Node("6", v.TOP_PLAIN, v.A_TOP_PLAIN, "6b"),
        Node("6b", v.PAIR, v.LOW_OF_PAIR, v.WORST),
        Node("7", v.CAN_FOLLOW, "8", "10"),
        Node("8", v.TRUMPED, v.LOWEST_TRICK, "9"),
        Node("9", v.TOP_TRICK, v.HIGHEST_TRICK, v.LOWEST_TRICK),
        Node("10", v.HAS_TRUMPS, "11", v.WORST),
        Node("11", v.IS_LAST, "12", "14"),
        Node("12", v.TRUMP_LIES, "13", v.LOWEST_WINNING_TRUMP),
        Node("13", v.HIGHER_TRUMP, v.LOWEST_WINNING_TRUMP, v.WORST),
        Node("14", v.OTHERS_TRICK, "15", v.LOWEST_WINNING_TRUMP),
        Node("15", v.OTHERS_TRUMPS, "16", v.LOWEST_WINNING_TRUMP),
        Node("16", v.THREATENED, v.WORST, v.LOWEST_SAFE_TRUMP),
    ),
)

LITERAL_WIN = WIN.changed(
    say("Win graph to the letter: a led trump counts as somebody's trump, the lowest trump need not win"),
    Node("8", v.TRUMP_LIES, v.LOWEST_TRICK, "9"),
    Node("14", v.OTHERS_TRICK, "15", v.LOWEST_TRUMP),
    Node("15", v.OTHERS_TRUMPS, "16", v.LOWEST_TRUMP),
)

CORRECTED_WIN = WIN.changed(
    say(
        "Win graph of the corrected program: a led trump counts as somebody's trump, only non-trump cards "
        "are pairs"
    ),
    Node("6b", v.PLAIN_PAIR, v.LOW_OF_PLAIN_PAIR, v.WORST),
    Node("8", v.TRUMP_LIES, v.LOWEST_TRICK, "9"),
)

LOSE = Graph(
    say("Lose graph as drawn: lose the trick"),
    (
        Node("1", v.OPENER, v.WORST, "2"),
        Node("2", v.CAN_FOLLOW, "3", "5"),
        Node("3", v.TRUMPED, v.HIGHEST_TRICK, "4"),
        Node("4", v.TOP_TRICK, v.HIGHEST_DUCK, v.HIGHEST_TRICK),
        Node("5", v.HAS_TRUMPS, "6", v.HIGHEST_PLAIN),
        Node("6", v.TRUMP_LIES, "7", v.HIGHEST_PLAIN),
        Node("7", v.LOWER_TRUMP, v.LOWEST_LOSING_TRUMP, v.HIGHEST_PLAIN),
    ),
)

SENSIBLE_LOSE = Graph(
    say("Lose graph, mended: stay below the table's best card"),
    (
        Node("1", v.OPENER, v.WORST, "2"),
        Node("2", v.CAN_FOLLOW, "3", "6"),
        Node("3", v.TRUMPED, v.HIGHEST_TRICK, "4"),
        Node("4", v.CAN_DUCK, v.HIGHEST_DUCK, "5"),
        Node("5", v.IS_LAST, v.HIGHEST_TRICK, v.LOWEST_TRICK),
        Node("6", v.TRUMP_LIES, "7", v.HIGHEST_PLAIN),
        Node("7", v.LOWER_TRUMP, v.HIGHEST_LOSING_TRUMP, v.HIGHEST_PLAIN),
    ),
)

KNOWING_LOSE = Graph(
    say("Lose graph with knowledge: lead a highest card into somebody's trumps"),
    (
        Node("1", v.OPENER, "1a", "2"),
        Node("1a", v.SUIT_MASTER, "1b", v.WORST),
        Node("1b", v.RUFFER, "1c", v.WORST),
        Node("1c", v.RUFFER_NEEDS, v.A_RUFFED_MASTER, v.WORST),
        *SENSIBLE_LOSE.nodes[1:],
    ),
)

PUBLISHED_WIN = Graph(
    say("Win graph as the published program plays it"),
    (
        Node("1", v.OPENER, "2", "7"),
        Node("2", v.UNPLAYED_TRUMPS, "3", "6"),
        Node("3", v.TOP_TRUMP, v.HIGHEST_TRUMP, "4"),
        Node("4", v.LAST_TOP_PLAIN, "5", "6b"),
        Node("5", v.OTHERS_LAST_TOP, v.THE_LAST_TOP_PLAIN, v.WORST),
        Node("6", v.LAST_TOP_PLAIN, v.THE_LAST_TOP_PLAIN, "6b"),
        Node("6b", v.PLAIN_PAIR, v.LOW_OF_PLAIN_PAIR, v.WORST),
        Node("7", v.CAN_FOLLOW, "8", "10"),
        Node("8", v.TRUMP_LIES, v.LOWEST_TRICK, "9"),
        Node("9", v.TOP_TRICK, v.HIGHEST_TRICK, v.LOWEST_TRICK),
        Node("10", v.HAS_TRUMPS, "11", v.WORST),
        Node("11", v.IS_LAST, "12", "14"),
        Node("12", v.TRUMP_LIES, "13", v.WORST),
        Node("13", v.HIGHER_TRUMP, v.HIGHEST_TRUMP, v.WORST),
        Node("14", v.UNPLAYED_TRICK, "15", v.LOWEST_TRUMP),
        Node("15", v.UNPLAYED_TRUMPS, v.HIGHEST_TRUMP, v.LOWEST_TRUMP),
    ),
)

PUBLISHED_LOSE = Graph(
    say("Lose graph as the published program plays it"),
    (
        Node("1", v.OPENER, v.WORST, "2"),
        Node("2", v.CAN_FOLLOW, "3", "6"),
        Node("3", v.TRUMP_LIES, v.HIGHEST_TRICK, "4"),
        Node("4", v.TOP_TRICK, v.HIGHEST_TRICK, "5"),
        Node("5", v.CAN_DUCK, v.HIGHEST_DUCK, v.HIGHEST_TRICK),
        Node("6", v.HAS_TRUMPS, "7", v.HIGHEST_CARD),
        Node("7", v.TRUMP_LIES, "8", v.HIGHEST_CARD),
        Node("8", v.LOWER_TRUMP, v.HIGHEST_LOSING_TRUMP, v.HIGHEST_CARD),
    ),
)

WINNING = {"drawn": WIN, "literal": LITERAL_WIN, "corrected": CORRECTED_WIN}
"""The win graphs by the value of the parameter ``win``."""

LOSING = {"drawn": LOSE, "sensible": SENSIBLE_LOSE, "knowing": KNOWING_LOSE}
"""The lose graphs by the value of the parameter ``lose``."""


def full(lose: str, win: str = "drawn") -> Graph:
    """Win until the guess is met, then lose, by the graphs of these names."""
    title = say(
        "Full Kripke: win graph {win}, lose graph {lose}", win=Name(win, "value"), lose=Name(lose, "value")
    )
    return until_met(title, WINNING[win], LOSING[lose])


GRAPHS = {
    "greedy": GREEDY,
    "greedy-kripke": WIN,
    "full-kripke": full("drawn"),
    "full-kripke-plus": full("knowing"),
    "greedy-published": GREEDY,
    "greedy-kripke-published": PUBLISHED_WIN,
    "full-kripke-published": until_met(
        say("Full Kripke as the published program plays it"), PUBLISHED_WIN, PUBLISHED_LOSE
    ),
}
"""The graph of each agent that has one."""
