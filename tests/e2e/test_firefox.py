"""A report is played in Firefox as it is in Chromium."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.staging.commands import run_command, run_for_json

ROOT = Path(__file__).parents[2]
PLAY = Path(__file__).with_name("firefox") / "play.mjs"
WRONG = (
    "--agent", "polite_but_wrong", "--scenarios", "financial_analyst", "--seeds", "0",
    "--beats", "1", "--no-screens",
)  # fmt: skip
PATIENCE_S = 120


@pytest.mark.nightly
def test_a_finding_is_played_by_one_click_in_firefox(tmp_path: Path) -> None:
    node = shutil.which("node")
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if node is None or firefox is None:
        pytest.skip("needs node and Firefox (on Debian: apt-get install firefox-esr)")
    if not (ROOT / "web" / "node_modules" / "puppeteer-core").is_dir():
        pytest.skip("needs puppeteer-core in web/node_modules (npm ci in web)")
    run = Path(run_for_json("run", "--output", str(tmp_path / "runs"), *WRONG)["run"])
    run_command("report", str(run))
    address = f"{(run / 'report.html').as_uri()}#financial_analyst-0"
    picture = tmp_path / "firefox.png"

    played = subprocess.run(  # noqa: S603
        [node, str(PLAY), firefox, address, str(picture)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )

    assert played.returncode == 0, played.stderr
    seen = json.loads(played.stdout)
    assert seen["errors"] == []
    assert seen["banner"]
    assert seen["until"] > seen["from"] + 1
    assert (seen["label"], seen["isWide"]) == ("Play", False)
    assert picture.stat().st_size > 0
