"""The program and a browser in front of it, for browser.py."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    print("SKIPPED: python3-selenium is not installed")
    sys.exit(77)

DRIVER, BROWSER = "/usr/bin/chromedriver", "/usr/bin/chromium"
PROGRAM, SOURCE = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
PATIENCE = 240  # seconds, for a machine that is busy with other things

if not pathlib.Path(DRIVER).exists() or not pathlib.Path(BROWSER).exists():
    print("SKIPPED: chromium or chromium-driver is not installed")
    sys.exit(77)


class Studio:
    """The program, at a port that is free."""

    def __init__(self, program, folder, port=0):
        self.process = subprocess.Popen(
            [program, "studio", "--port", str(port), "--runs", str(folder / "runs")],
            stdout=subprocess.PIPE, text=True, cwd=folder)
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait()
        self.process.stdout.close()
        return code


def open_browser(width, height, dark=False, phone=False):
    options = Options()
    options.binary_location = BROWSER
    # root, as in a container, has no sandbox; small /dev/shm
    for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                 f"--window-size={width},{height}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if phone:
        options.add_experimental_option(
            "mobileEmulation", {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 2, "touch": True}})
    browser = webdriver.Chrome(service=Service(DRIVER), options=options)
    browser.set_script_timeout(PATIENCE)
    if dark:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    return browser


class Page:
    def __init__(self, browser, address):
        self.browser, self.address = browser, address

    def open(self, state=""):
        self.browser.get("about:blank")
        self.browser.get(self.address + state)
        self.wait(lambda: self.step() > 0)
        return self

    def wait(self, condition):
        return WebDriverWait(self.browser, PATIENCE, poll_frequency=0.2).until(lambda _: condition())

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def at(self, name):
        return self.browser.find_element(By.ID, name)

    def text(self, name):
        return self.run("return document.getElementById(arguments[0]).textContent", name)

    def step(self):
        return int(self.run("return document.body.dataset.step || 0"))

    def pixels(self, canvas):
        return self.run("return document.getElementById(arguments[0]).toDataURL()", canvas)

    def press(self, key):
        ActionChains(self.browser).send_keys(key).perform()

    def pause(self):
        if self.at("play").get_attribute("aria-label") == "Pause":
            self.at("play").click()

    def numbers(self):
        """What the last record says, read by the page's own modules."""
        return self.wait(lambda: self.run("return window.rnemStudio.player.now?.numbers"))

    def errors(self):
        return [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]


class BrowserTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="rnem-browser-"))
        cls.studio = Studio(PROGRAM, cls.folder)
        cls.browser = open_browser(1440, 900)
        cls.page = Page(cls.browser, cls.studio.address)

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.studio.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def tearDown(self):
        # a refused request is an entry of the log as well
        errors = [e for e in self.page.errors() if "400 (Bad Request)" not in e]
        self.assertEqual(errors, [])
