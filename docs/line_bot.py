"""A bot that reads and writes lines of JSON: any language will do. It plays the first legal move."""

import json
import sys

for line in sys.stdin:
    view = json.loads(line)["view"]
    print(json.dumps({"type": "play", "move": view["moves"][0], "because": "it is the first"}), flush=True)
