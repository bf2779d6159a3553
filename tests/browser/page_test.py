"""The report page in a real browser: it opens offline, needs no script, and asks the network
nothing.
No script at all is in it, and its own policy forbids any (headless Chromium cannot turn them off).

A proxy that only takes notes stands between the browser and the world: whatever the page asked for
would be in them. Pictures of it (light, dark, narrow, on paper) go to $WEFT_PICTURES when
it is set.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import zlib
from html.parser import HTMLParser
from pathlib import Path

WEFT, ROOT = os.environ["WEFT"], Path(os.environ["WEFT_SOURCE"])
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--hide-scrollbars", "--no-pdf-header-footer"]


class Notes:
    """A proxy that writes down the first line of each request and answers none."""

    def __init__(self):
        self.lines = []
        self.server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        while True:
            client, _ = self.server.accept()
            with client:
                client.settimeout(2)
                try:
                    self.lines.append(client.recv(4096).split(b"\r\n")[0].decode(errors="replace"))
                except OSError:
                    self.lines.append("a connection that said nothing")

    def of_pages(self):
        """Without what the browser asks of its maker on its own (time, updates, accounts)."""
        return [line for line in self.lines if not re.search(r"\bgoogle(?:apis)?\.com\b", line)]

    def flag(self):
        return f"--proxy-server=127.0.0.1:{self.server.getsockname()[1]}"


def chromium(folder, *arguments):
    said = subprocess.run([CHROMIUM, *FLAGS, f"--user-data-dir={folder}/profile", *arguments],
                          capture_output=True, text=True, timeout=200)
    assert said.returncode == 0, said.stderr[-2000:]
    return said


class Page(HTMLParser):
    """Text and elements of what the browser made of the page."""

    def __init__(self, html):
        super().__init__()
        self.text, self.tags, self.links, self.ids, self.policy = "", [], [], set(), ""
        self.feed(html)
        self.text = re.sub(r"\s+", " ", self.text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag == "meta" and ("http-equiv", "Content-Security-Policy") in attributes:
            self.policy = dict(attributes)["content"]
        for name, value in attributes:
            assert not name.startswith("on"), f"<{tag} {name}={value}>"
            if name in ("href", "src", "srcset", "action", "data", "xlink:href"):
                self.links.append(value)
            if name == "id":
                assert value not in self.ids, f"the id {value} stands twice"
                self.ids.add(value)

    def handle_data(self, data):
        if self.cdata_elem is None:  # not the style sheet
            self.text += data


def check_page(html):
    page = Page(html)
    for tag in ("script", "img", "iframe", "object", "link", "form"):
        assert tag not in page.tags, f"<{tag}> in the page"
    assert page.policy.startswith("default-src 'none'") and "script" not in page.policy
    for link in page.links:
        assert link.startswith(("#", "data:image/png;base64,")), link
        assert not link.startswith("#") or link[1:] in page.ids, f"{link} leads nowhere"
    assert not re.search(r"url\((?!#)|@import", html), "a style asks for a file"
    wanted = ["hgx-118 receives at half the rate", "fail", "unknown", "cabling_wrong_port",
              "Swap the cables of leaf01:swp3 and leaf01:swp4.", "</script><img src=x onerror=1>",
              "352.4 Gb/s", "3.41 µs", "not measured", "this fabric has no CUDA",
              "connection refused", "The 12 slowest pairs", "hgx-106: silent since round 4"]
    places = [page.text.find(part) for part in wanted]
    for part, place in zip(wanted, places):
        assert place >= 0, f"not on the page: {part}"
    assert page.text.find("A cluster of 96 hosts") < places[0] < page.text.find("Findings")


def first_pixel(path):
    """Of a PNG by Chromium: eight bits a channel, and no neighbour to be predicted from."""
    data = path.read_bytes()
    start = data.index(b"IDAT")
    length = int.from_bytes(data[start - 4:start], "big")
    return zlib.decompressobj().decompress(data[start + 4:start + 4 + length], 4)[1:4].hex()


def pictures(folder, page):
    """Takes them. Their paper has the colour of the style sheet, and they are not empty."""
    looks = {"light": ["--window-size=1100,6000"],
             "dark": ["--window-size=1100,6000", "--blink-settings=preferredColorScheme=0"],
             "narrow": ["--window-size=480,3000"]}
    sizes = {}
    for name, flags in looks.items():
        chromium(folder, *flags, f"--screenshot={folder}/{name}.png", page.as_uri())
        sizes[name] = (folder / f"{name}.png").stat().st_size
    chromium(folder, f"--print-to-pdf={folder}/paper.pdf", page.as_uri())
    assert (folder / "paper.pdf").read_bytes().startswith(b"%PDF")
    assert min(sizes.values()) > 100_000, sizes
    paper = {name: first_pixel(folder / f"{name}.png") for name in looks}
    assert paper == {"light": "fdfcf9", "dark": "16181b", "narrow": "fdfcf9"}, f"no style: {paper}"
    if keep := os.environ.get("WEFT_PICTURES"):
        for file in [*folder.glob("*.png"), folder / "paper.pdf"]:
            shutil.copy(file, keep)


def main():
    if CHROMIUM is None:
        print("SKIP: no chromium here")
        sys.exit(77)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder, notes = Path(name), Notes()
        shutil.copy(ROOT / "tests/reports/golden/run.json", folder)
        subprocess.run([WEFT, "report", folder], check=True, stdout=subprocess.DEVNULL)
        page = folder / "report.html"
        dom = chromium(folder, notes.flag(), "--dump-dom", page.as_uri()).stdout
        check_page(dom)
        # The proof that the proxy would have seen it: a page that does ask.
        asking = folder / "asking.html"
        asking.write_text('<img src="http://192.0.2.1/asked.png">')
        before = notes.of_pages()
        chromium(folder, notes.flag(), "--dump-dom", asking.as_uri())
        assert any("192.0.2.1/asked.png" in line for line in notes.lines), notes.lines
        assert before == [], f"the page asked the network: {before}"
        pictures(folder, page)
    print("offline, without scripts, in light, dark, narrow and on paper")


main()
