"""What is wrong with a command is said before anything is played."""

from __future__ import annotations

from pathlib import Path

import pytest

MATCH = ["match", "durak", "random", "random", "--deals", "3", "--out", "run"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--confidence", "95"], "The confidence must lie between 0 and 1, such as 0.95, not 95."),
        (["--records", "none/games.txt"], "none/games.txt cannot be written: there is no folder none."),
        (["--log", "here"], "here cannot be written: it is a folder."),
    ],
)
def test_a_match(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from kiebitz.cli import main

    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["kiebitz", *MATCH, *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert capsys.readouterr().err == f"{sentence}\n"
    assert not (tmp_path / "run").exists()
