# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""On a screen of 1280 pixels, no code is wider than its column, and no page wider than the screen.

widths.py CHROMIUM SITE
"""

import html
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

WIDTH = 1280
#: Opens each page in a frame, and writes what is too wide, and the longest line of it.
SCRIPT = """<!doctype html><meta charset="utf-8"><pre id="found"></pre><script>
const longest = (text) => text.split("\\n").sort((a, b) => b.length - a.length)[0];
(async () => {
  const found = [];
  let blocks = 0;
  for (const page of PAGES) {
    const frame = document.createElement("iframe");
    frame.style = "width: WIDTHpx; height: 900px; border: 0";
    frame.src = page;
    await new Promise((loaded) => { frame.onload = loaded; document.body.append(frame); });
    const { documentElement: root } = frame.contentDocument;
    if (root.scrollWidth > WIDTH) found.push(`${page}: ${root.scrollWidth} pixels`);
    for (const block of root.querySelectorAll("pre")) {
      ++blocks;
      if (block.scrollWidth > block.clientWidth)
        found.push(`${page}: ${block.scrollWidth} pixels in a column of ${block.clientWidth}: ${longest(block.textContent)}`);
    }
    frame.remove();
  }
  document.getElementById("found").textContent = JSON.stringify({ blocks, found });
})();
</script>"""


def main(chromium, site):
    """Print what is too wide, and return 1 if anything is."""
    pages = [path.as_uri() for path in sorted(site.glob("*.html"))]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "widths.html"
        script.write_text(SCRIPT.replace("PAGES", json.dumps(pages)).replace("WIDTH", str(WIDTH)), encoding="utf-8")
        done = subprocess.run(
            [
                chromium, "--headless", "--no-sandbox", "--allow-file-access-from-files", f"--user-data-dir={folder}/profile",
                f"--window-size={WIDTH},900", "--virtual-time-budget=600000", "--dump-dom", script.as_uri(),
            ],
            check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
    result = json.loads(html.unescape(re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)[1]))
    print("\n".join(result["found"]) or f"{len(pages)} pages, {result['blocks']} blocks")
    return 0 if pages and result["blocks"] and not result["found"] else 1


sys.exit(main(sys.argv[1], Path(sys.argv[2]).resolve()))
