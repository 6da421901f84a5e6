"""look.py GRADE ROOT [--axe FILE] [--pictures FOLDER] [--write]: looks at the page of a grading
(`--html`) in Chromium, at three widths, light and dark: nothing may stick out sideways, and
axe-core, if it is there, may find nothing. The page is that of lab 04 with a textbook's guard, so it
has failures, a race with its witness, maps and barriers. Skipped without Chromium.

axe-core is taken from FILE, from $AXE, or from the Python package axe-playwright-python. --pictures
keeps each view as a PNG file; --write makes docs/figures/page.png.
"""

import argparse
import base64
import importlib.util
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
WIDTHS = {"phone": 390, "tablet": 820, "desktop": 1280}
SCHEMES = ["light", "dark"]
WIDTH_OF_FIGURE = 1000


class Browser:
    """Chromium without a window, driven through its debugging pipe."""

    def __init__(self, program, profile):
        to_read, self.out = os.pipe()
        self.back, to_write = os.pipe()

        def as_chromium_expects():
            # The two ends may themselves be 3 and 4.
            ends = os.dup(to_read), os.dup(to_write)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
            + [f"--user-data-dir={profile}", "--hide-scrollbars", "about:blank"],
            preexec_fn=as_chromium_expects,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self.rest, self.numbers, self.session = b"", itertools.count(1), None

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.back, 1 << 16)
            if not more:
                raise RuntimeError("Chromium ended")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        number = next(self.numbers)
        request = {"id": number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, path):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        self.call("Page.enable")
        self.call("Page.navigate", url=path.as_uri())
        while self.message().get("method") != "Page.loadEventFired":
            pass

    def see(self, width, scheme):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=False,
        )
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", features=[feature])

    def value(self, expression):
        result = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def picture(self, width, height):
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        shot = self.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        return base64.b64decode(shot["data"])

    def close(self):
        self.call("Browser.close")
        self.process.wait(timeout=30)


def graded_page(grade, root, folder):
    """The page of lab 04's solution with the guard that a textbook prints."""
    solution = (root / "solutions/04-shared-reduction/reduce.cu").read_text(encoding="utf-8")
    lines = [line for line in solution.splitlines() if " SOLUTION" not in line]
    text = "\n".join(lines) + "\n"
    wrong = text.replace("if (j < stride)", "if (j + stride < blockDim.x)", 1)
    assert wrong != text, "lab 04's guard has another form"
    lab = folder / "04-shared-reduction"
    shutil.copytree(root / "solutions/04-shared-reduction", lab)
    (lab / "reduce.cu").write_text(wrong, encoding="utf-8")
    page = folder / "page.html"
    command = [grade, "04", "--from", folder, "--backend", "sim", "--seed", "1", "--html", page]
    said = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert page.exists(), said.stdout + said.stderr
    return page


def axe_core(named):
    """The script's text, or None."""
    if named:
        return Path(named).read_text(encoding="utf-8")
    found = importlib.util.find_spec("axe_playwright_python")
    script = Path(found.submodule_search_locations[0]) / "axe.min.js" if found else None
    return script.read_text(encoding="utf-8") if script and script.exists() else None


def faults(browser, axe):
    sticks_out = """[...document.querySelectorAll('body *')].filter(e =>
        e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map(e => e.tagName + '.' + e.className)"""
    for one in sorted(set(browser.value(sticks_out))):
        yield f"{one} sticks out sideways"
    if axe is None:
        return
    browser.value(axe + "; 0")
    for violation in browser.value("axe.run(document).then(result => result.violations)"):
        where = violation["nodes"][0]
        yield (
            f"axe-core, {violation['id']}: {violation['help']}, {len(violation['nodes'])} times, "
            f"first in {where['html'][:120]}: {where['failureSummary']}"
        )


def figure(browser):
    """The page from its top to the end of the race that has a witness."""
    end = "document.querySelector('.witness').closest('.box').getBoundingClientRect().bottom"
    return browser.picture(WIDTH_OF_FIGURE, int(browser.value(end)) + 10)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grade")
    parser.add_argument("root", type=Path)
    parser.add_argument("--axe", default=os.environ.get("AXE"))
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    root = options.root.resolve()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        print("Chromium is not installed")
        return SKIPPED
    axe = axe_core(options.axe)
    if axe is None:
        print("axe-core is not installed: only what sticks out is looked for")
    count = 0
    with tempfile.TemporaryDirectory() as name:
        page = graded_page(Path(options.grade).resolve(), root, Path(name))
        browser = Browser(chromium, Path(name) / "profile")
        browser.open(page)
        browser.value("document.querySelectorAll('details').forEach(e => e.open = true)")
        for (device, width), scheme in itertools.product(WIDTHS.items(), SCHEMES):
            browser.see(width, scheme)
            for fault in faults(browser, axe):
                count += 1
                print(f"{device}, {scheme}: {fault}")
            if options.pictures:
                height = browser.value("document.documentElement.scrollHeight")
                shot = browser.picture(width, height)
                (options.pictures / f"{device}-{scheme}.png").write_bytes(shot)
        if options.write:
            browser.see(WIDTH_OF_FIGURE, "light")
            (root / "docs/figures/page.png").write_bytes(figure(browser))
        browser.close()
    print(f"{len(WIDTHS) * len(SCHEMES)} views, {count} faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
