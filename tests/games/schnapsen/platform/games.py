"""Plays games of the platform's bots on whatever ``schnapsen`` is, and tells all that could be seen.

Run by the platform's own Python as a program, and here with the platform's names pointing to our modules.
``games.py FOLDER FIRST SECOND SEED COUNT`` prints for each game a digest of all that both bots saw.
"""

import hashlib
import json
import sys
from random import Random
from unittest.mock import MagicMock

for heavy in ("sklearn", "sklearn.neural_network", "sklearn.linear_model", "joblib", "flask", "click"):
    if heavy not in sys.modules:
        try:
            __import__(heavy)
        except ImportError:  # the platform imports them for bots that do not play here
            sys.modules[heavy] = MagicMock()


def play(folder: str, first: str, second: str, seed: int, count: int) -> list:  # type: ignore[type-arg]
    """For each deal, played in both orders: a digest of what was seen, who won, game points, points."""
    from schnapsen import bots
    from schnapsen.game import SchnapsenGamePlayEngine

    sys.path.insert(0, folder)
    import student

    def make(name: str, number: int):  # type: ignore[no-untyped-def]
        random = Random(number)
        if name == "RdeepBot":
            return bots.RdeepBot(num_samples=4, depth=4, rand=random)
        return (vars(bots).get(name) or vars(student)[name])(random)

    engine = SchnapsenGamePlayEngine()
    log: list = []  # type: ignore[type-arg]
    answer: list = []  # type: ignore[type-arg]
    pair = [student.Curious(make(name, 10 + n), log) for n, name in enumerate((first, second))]
    for game in range(seed, seed + count):
        for bots_in_order in (pair, pair[::-1]):
            log.clear()
            winner, points, score = engine.play_game(*bots_in_order, Random(game))
            text = "\n".join(map(repr, log))
            digest = hashlib.sha256(text.encode()).hexdigest()[:16]
            answer.append([digest, pair.index(winner), points, score.direct_points])
    return answer


if __name__ == "__main__":
    folder, first, second, seed, count = sys.argv[1:]
    print(json.dumps(play(folder, first, second, int(seed), int(count))))
