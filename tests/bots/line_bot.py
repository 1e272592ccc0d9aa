"""A bot that speaks lines of JSON; its argument says how it behaves. It uses nothing of the package."""

import json
import os
import sys
import time

manner = sys.argv[1] if len(sys.argv) > 1 else "first"
met: dict[tuple[int, str], int] = {}  # hands of this process's seats, with the unit in which they were met
for line in sys.stdin:
    turn = json.loads(line)
    view, unit = turn["view"], turn["unit"]
    hand = view["seat"], str(view["events"][0])
    known = met.setdefault(hand, unit) != unit or any(seat != view["seat"] for seat, _ in met)
    if manner == "babble":
        print("Good evening!", flush=True)
    elif manner == "die":
        sys.exit(3)
    elif manner == "sleep":
        time.sleep(60)
    elif manner == "remember" and known:
        print("I know this deal!", flush=True)
    elif manner == "cheat":
        print(json.dumps({"type": "play", "move": "the ace up my sleeve"}), flush=True)
    elif manner == "twice":
        answer = json.dumps({"type": "play", "move": view["moves"][0]})
        os.write(1, f"{answer}\n{answer}\n".encode())  # at once, so that both are there before the next turn
    else:
        print(json.dumps({"type": "play", "move": view["moves"][0]}), flush=True)
