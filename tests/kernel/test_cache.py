# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The cache of compiled kernels: warm the second time, never stale, safe for two cold processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from kiebitz.kernel import turns
from tests import starter

PROGRAM = """
from numba import int64
from kiebitz.kernel import jit
compiled = []
jit.on_compile.append(compiled.append)
STEP = {step}

@jit.kernel
def inner(x):
    return x + STEP

@jit.kernel(int64(int64))
def outer(x):
    return inner(x) * 2

def bind(function):
    @jit.kernel(int64(int64))
    def twice(x):
        return function(function(x))
    return twice

print(outer(1), bind(outer)(1), len(compiled))
"""


def answer(cache: Path, program: Path, *words: object) -> list[str]:
    """What a program says that has this cache."""
    done = starter.run([sys.executable, program, *words], environment={"KIEBITZ_CACHE": str(cache)})
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def written(step: int, folder: Path) -> Path:
    program = folder / f"program{step}.py"
    program.write_text(PROGRAM.replace("{step}", str(step)))
    return program


def run(cache: Path, step: int, folder: Path) -> list[int]:
    return [int(word) for word in answer(cache, written(step, folder))]


def test_the_second_start_compiles_nothing_and_a_changed_constant_everything(tmp_path: Path) -> None:
    cold = run(tmp_path / "cache", 1, tmp_path)
    assert cold[:2] == [4, 10]
    assert cold[2] > 0
    assert run(tmp_path / "cache", 1, tmp_path) == [4, 10, 0]
    changed = run(tmp_path / "cache", 5, tmp_path)
    assert changed[:2] == [12, 34]
    assert changed[2] > 0


def test_two_processes_may_start_cold_at_the_same_time(tmp_path: Path) -> None:
    """And each kernel is compiled by one of them only."""
    (tmp_path / "alone").mkdir()
    alone = run(tmp_path / "alone", 3, tmp_path)[2]
    command, environment = [sys.executable, written(3, tmp_path)], {"KIEBITZ_CACHE": str(tmp_path / "cache")}
    processes = [starter.begin(command, environment=environment) for _ in range(2)]
    answers = [process.communicate(timeout=120)[0].split() for process in processes]
    assert [answer[:2] for answer in answers] == [["8", "22"]] * 2
    assert sum(int(answer[2]) for answer in answers) == alone or os.name == "nt"
    assert run(tmp_path / "cache", 3, tmp_path) == [8, 22, 0]


@pytest.mark.skipif(os.name == "nt", reason="there are no such locks on Windows")
def test_a_process_that_dies_while_it_compiles_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Nor does one that sleeps for too long."""
    program = """if True:
        import os, sys
        from pathlib import Path
        from kiebitz.kernel.turns import turn
        with turn(Path(sys.argv[1]), "f" * 64):
            print("mine", flush=True)
            sys.stdin.read()
            os._exit(1)
    """
    command = [sys.executable, "-c", program, str(tmp_path)]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout and other.stdout.readline() == "mine\n"
    started = monotonic()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "PATIENCE", 0.2)
        with turns.turn(tmp_path, "f" * 64):
            assert monotonic() - started > 0.2
    other.communicate("", timeout=60)
    started = monotonic()
    with turns.turn(tmp_path, "f" * 64):
        assert monotonic() - started < turns.PATIENCE / 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can refuse such calls")
def test_a_locked_bot_that_may_have_no_locks_does_not_wait_for_them(tmp_path: Path) -> None:
    """Otherwise it would wait for every kernel that nobody has compiled yet."""
    program = """if True:
        import sys
        from pathlib import Path
        from time import monotonic
        from kiebitz.agents.cells.sandbox import drop_rights
        from kiebitz.agents.cells.silence import be_silent
        from kiebitz.kernel.turns import PATIENCE, turn
        drop_rights()
        be_silent()
        started = monotonic()
        with turn(Path(sys.argv[1]), "f" * 64):
            print(monotonic() - started < PATIENCE / 10)
    """
    answer = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, timeout=120
    )
    assert answer.stdout == "True\n", answer.stderr


def test_a_damaged_file_is_compiled_again(tmp_path: Path) -> None:
    run(tmp_path / "cache", 1, tmp_path)
    for file in (tmp_path / "cache").rglob("*.nbc"):
        file.write_bytes(b"not a kernel")
    assert run(tmp_path / "cache", 1, tmp_path)[:2] == [4, 10]


def test_a_cache_that_cannot_be_written_does_not_stop_the_program(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder should be")
    assert run(blocked, 2, tmp_path)[:2] == [6, 16]


def test_a_kernel_refuses_what_could_change_unseen() -> None:
    from numba import int64

    from kiebitz.kernel.jit import kernel

    table = {"a": 1}
    with pytest.raises(TypeError, match="can change without notice"):

        @kernel(int64(int64))
        def bad(x: int) -> int:
            return x + len(table)


TWINS = """
import sys
from numba import int64, types
from kiebitz.kernel import jit
compiled = []
jit.on_compile.append(compiled.append)

def bind(step):
    @jit.kernel(int64(int64), inline=False)
    def inner(x):
        return x + step

    @jit.kernel(int64(int64))
    def outer(x):
        return inner(x) + 0

    return outer

@jit.kernel(int64(types.FunctionType(int64(int64)), int64))
def call(function, x):
    return function(x)

made = [bind(int(word)) for word in sys.argv[1:]]
print(*[f"{outer(0)}{call(outer, 0)}" for outer in made], len(compiled))
"""


def test_kernels_of_the_same_name_from_different_processes_are_not_mixed_up(tmp_path: Path) -> None:
    """A factory's products share a name, and every process numbers them alike; called and passed on."""
    program = tmp_path / "twins.py"
    program.write_text(TWINS)

    for step in ("1", "2"):
        assert answer(tmp_path / step, program, step)[0] == 2 * step
        shutil.copytree(tmp_path / step, tmp_path / "both", dirs_exist_ok=True)
    assert answer(tmp_path / "both", program, 1, 2) == ["11", "22", "0"]
    assert answer(tmp_path / "both", program, 2, 1) == ["22", "11", "0"]


OUTSIDE = """
import sys
from numba import int64
from kiebitz.kernel import jit
compiled = []
jit.on_compile.append(compiled.append)

def others(n):
    @jit.kernel(int64(int64))
    def other(x):
        return x + n
    return other

for n in range(int(sys.argv[1])):
    others(n)

@jit.kernel(int64(int64), inline=False)
def far(x):
    return far(x - 1) + 2 if x > 0 else 0

@jit.kernel
def between(x):
    return far(x) + 1

@jit.kernel(int64(int64))
def caller(x):
    return between(x)

@jit.kernel(int64(int64), inline=False)
def above(x):
    return caller(x) + 100 if x < 100 else above(x - 100)

made = above.part(above.only)
functions = made.library._get_module_for_linking().functions
bodies = {function.name for function in functions if not function.is_declaration}
assert any(above.fingerprint[:20] in name for name in bodies), "names have fingerprints"
assert not any(far.fingerprint[:20] in name for name in bodies), "far is not copied"
print(far.fingerprint[:32], caller.fingerprint[:32], above(3), caller(4), *compiled)
"""


def test_a_kernel_that_is_called_where_it_is_may_be_compiled_by_another_process(tmp_path: Path) -> None:
    """Its name does not depend on what a process has compiled before, nor on where the callers come from."""
    program, cache = tmp_path / "outside.py", tmp_path / "cache"
    program.write_text(OUTSIDE)
    far, caller, *numbers_and_names = answer(cache, program, 0)
    parts, machine_code = ["far", "caller", "between", "above"], ["far", "above", "above", "caller"]
    assert numbers_and_names == ["107", "9", *parts, *machine_code]
    assert answer(cache, program, 0) == [far, caller, "107", "9"]
    for name, print_ in (("far", far), ("caller", caller)):
        files = list(cache.rglob(f"*{print_}*"))
        assert len(files) == 4, "a part, and a body or a door"
        for file in files:
            file.unlink()
        others = ["other"] * 3 if name == "far" else []
        assert answer(cache, program, 3) == [far, caller, "107", "9", *others, name, name]
    for file in [*cache.rglob("body-*"), *cache.rglob("door-*")]:
        file.unlink()
    answered = answer(cache, program, 3)
    assert answered == [far, caller, "107", "9", *machine_code], "parts from the cache serve as new ones do"


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", ["empty", "cut", "noise", "one byte"])
def test_a_damaged_file_is_made_again(tmp_path: Path, ending: str, damage: str) -> None:
    cold = run(tmp_path / "cache", 1, tmp_path)
    files = list((tmp_path / "cache" / "kernels").glob(f"*.{ending}"))
    for file in files:
        whole = file.read_bytes()
        middle = len(whole) // 2
        flipped = whole[:middle] + bytes([whole[middle] ^ 4]) + whole[middle + 1 :]
        kinds = {"empty": b"", "cut": whole[:middle], "noise": bytes(range(256)), "one byte": flipped}
        file.write_bytes(kinds[damage])
    again = run(tmp_path / "cache", 1, tmp_path)
    assert files
    assert again[:2] == cold[:2]
    assert run(tmp_path / "cache", 1, tmp_path) == [*cold[:2], 0]


LIBRARY = """
from numba import int64
from kiebitz.kernel import jit
compiled = []
jit.on_compile.append(compiled.append)

@jit.kernel(int64(int64), inline=False)
def {inner}(x):
    return 3 * x + 1

def bind(function):
    @jit.kernel(int64(int64))
    def {twice}(x):
        return function(function(x)) + {inner}(x)
    return {twice}

bound = bind({inner})
print(bound(2), len(compiled))
"""


def test_kernels_may_move_and_be_renamed(tmp_path: Path) -> None:
    """Also one that others call by its name in machine code: whoever finds them in the cache finds it too."""
    answers = []
    for folder, names in (("here", ("inner", "twice")), ("there", ("core", "again"))):
        program = tmp_path / folder / f"{folder}.py"
        program.parent.mkdir()
        program.write_text(LIBRARY.replace("{inner}", names[0]).replace("{twice}", names[1]))
        answers.append(answer(tmp_path / "cache", program))
    assert answers == [["29", "4"], ["29", "0"]]


def test_constants_and_kernels_may_be_used_through_their_module(tmp_path: Path) -> None:
    (tmp_path / "rules_of_a_game.py").write_text(
        "from kiebitz.kernel.jit import kernel\nPOINTS = 7\n\n@kernel\ndef doubled(x):\n    return 2 * x\n"
    )
    program = tmp_path / "uses.py"
    program.write_text(
        "from numba import int64\nfrom kiebitz.kernel.jit import kernel\nimport rules_of_a_game as r\n\n"
        "@kernel(int64(int64))\ndef worth(x):\n    return r.doubled(x) + r.POINTS\n\nprint(worth(4))\n"
    )
    for points, expected in ((7, "15"), (8, "16")):
        rules = tmp_path / "rules_of_a_game.py"
        rules.write_text(rules.read_text().replace("POINTS = 7", f"POINTS = {points}"))
        os.utime(rules, (points, points))  # Python would take its bytecode for that of the same second
        assert answer(tmp_path / "cache", program) == [expected]


def test_what_was_not_used_for_a_month_is_removed_when_something_is_compiled(tmp_path: Path) -> None:
    cache = tmp_path / "cache" / "kernels"
    run(tmp_path / "cache", 1, tmp_path)
    old = {file.name for file in cache.iterdir() if file.suffix in (".nbi", ".nbc")}
    for name in old:
        os.utime(cache / name, (0, 0))
    assert run(tmp_path / "cache", 1, tmp_path)[2] == 0
    young = [name for name in old if (cache / name).stat().st_mtime > 1e9]
    assert len(young) >= 4  # what was used: kernels that are part of others are not loaded by themselves
    for name in old:
        os.utime(cache / name, (0, 0))
    run(tmp_path / "cache", 9, tmp_path)
    left = {file.name for file in cache.iterdir()}
    assert not left & old
    assert run(tmp_path / "cache", 9, tmp_path)[2] == 0
