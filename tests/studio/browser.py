"""The studio's page in a real browser: Debian's chromium, driven by python3-selenium.

    browser.py PROGRAM SOURCE      PROGRAM: build/rnem, SOURCE: the tree

Nothing here looks at a clock: a test waits for what is to come, and fails when it does not within minutes.
"""
import base64
import os
import pathlib
import subprocess
import sys
import unittest

# first: it leaves where there is no selenium
from page_driver import PROGRAM, SOURCE, BrowserTest, Page, Studio, open_browser
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


class Watching(BrowserTest):
    def test_frames_arrive_and_change(self):
        page = self.page.open()
        first, step = {c: page.pixels(c) for c in ("truth", "prediction", "groups")}, page.step()
        page.wait(lambda: page.step() > step + 5)
        for canvas, before in first.items():
            self.assertNotEqual(page.pixels(canvas), before, canvas)

    def test_pause_step_back_and_on(self):
        page = self.page.open("#sequence=1")
        page.wait(lambda: page.step() > 8)
        page.pause()
        step, shown = page.step(), page.pixels("truth")
        page.at("back").click()
        page.wait(lambda: page.step() == step - 1)
        self.assertNotEqual(page.pixels("truth"), shown)
        page.at("step").click()
        page.wait(lambda: page.step() == step)
        self.assertEqual(page.pixels("truth"), shown)

    def test_letting_go_keeps_the_balls(self):
        page = self.page.open("#rule=noisy")
        page.wait(lambda: page.step() > 15)
        page.press("l")
        page.wait(lambda: page.numbers()["alone"])
        went = page.step()
        page.wait(lambda: page.step() > went + 3)
        self.assertEqual(page.text("prediction-note"), "alone, in the dark")
        self.assertGreaterEqual(page.run("""
            const r = window.rnemStudio.player.records.find((r) => r.numbers.alone);
            return r.numbers.held;"""), 3)
        page.press("l")
        page.wait(lambda: not page.numbers()["alone"])

    def test_another_scene_is_shown_though_an_answer_of_the_last_one_is_late(self):
        page = self.page.open()
        page.run("""
            const fetchNow = window.fetch;
            window.fetch = async (address, options) => {
              const answer = await fetchNow(address, options);
              if (String(address).endsWith("/steps")) await window.heldBack;
              return answer;
            };
            window.heldBack = new Promise((letGo) => { window.letGo = letGo; });""")
        page.wait(lambda: page.run("return window.rnemStudio.player.busy"))
        viewer = page.run("return window.rnemStudio.player.id")
        page.at("next").click()
        page.wait(lambda: page.run("return window.rnemStudio.player.id") != viewer)
        page.run("window.letGo()")
        page.wait(lambda: page.run("return window.rnemStudio.player.now?.numbers.step ?? 0") > 2)

    def test_components_change_while_it_runs(self):
        page = self.page.open()
        page.press("+")
        page.wait(lambda: page.numbers()["k"] == 6)
        page.press("-")
        page.wait(lambda: page.numbers()["k"] == 5)

    def test_the_address_leads_to_the_same(self):
        page = self.page.open("#seed=5&sequence=3&noise=0.1&k=7")
        self.assertEqual(page.at("seed").get_attribute("value"), "5")
        self.assertEqual(page.numbers()["k"], 7)
        page.at("next").click()
        page.wait(lambda: "sequence=4" in self.browser.current_url)

    def test_the_inside_is_shown(self):
        page = self.page.open("#inside=1")
        page.wait(lambda: page.run("return document.querySelectorAll('button.component').length") == 5)
        row = self.browser.find_elements(By.CSS_SELECTOR, "button.component")[1]
        page.run("arguments[0].scrollIntoView()", row)
        row.click()
        page.wait(lambda: "followed" in row.get_attribute("class"))

    def test_a_lost_connection_is_said_and_mended(self):
        page = self.page.open()
        self.studio.stop()
        page.wait(lambda: "lost" in page.text("status"))
        type(self).studio = Studio(PROGRAM, self.folder, self.studio.port)
        page.wait(lambda: page.text("status") == "" and page.step() > 3)
        page.errors()  # of the time without a server


class Hands(BrowserTest):
    def drag(self, ball, dx, dy):
        page, canvas = self.page, self.page.at("truth")
        disc = page.numbers()["discs"][ball]
        scale = canvas.size["width"] / 64
        # offsets count from the middle
        x, y = (disc["x"] - 32) * scale, (disc["y"] - 32) * scale
        ActionChains(self.browser).move_to_element_with_offset(canvas, int(x), int(y)).click_and_hold() \
            .move_by_offset(int(dx * scale), int(dy * scale)).pause(0.2).release().perform()

    def paused(self, state=""):
        page = self.page.open(state)
        page.wait(lambda: page.step() > 5)
        page.pause()
        return page

    def test_dragging_moves_a_ball(self):
        page = self.paused()
        disc = page.numbers()["discs"][0]
        to = [32 - disc["x"], 32 - disc["y"]]
        self.drag(0, *to)
        page.wait(lambda: abs(page.numbers()["discs"][0]["x"] - disc["x"] - to[0]) < 14 and
                  page.numbers()["discs"][0]["x"] != disc["x"])

    def test_adding_and_removing(self):
        page = self.paused()
        page.press("a")
        page.at("truth").click()
        page.wait(lambda: len(page.numbers()["discs"]) == 5)
        page.press("x")
        page.run("arguments[0].scrollIntoView()", page.at("truth"))
        disc = page.numbers()["discs"][4]
        scale = page.at("truth").size["width"] / 64
        ActionChains(self.browser).move_to_element_with_offset(
            page.at("truth"), int((disc["x"] - 32) * scale), int((disc["y"] - 32) * scale)).click().perform()
        page.wait(lambda: len(page.numbers()["discs"]) == 4)

    def test_the_keyboard_alone_moves_and_removes(self):
        page = self.paused()
        page.run("document.getElementById('truth').focus()")
        page.press(".")
        disc = page.numbers()["discs"][0]
        way = Keys.ARROW_LEFT if disc["x"] > 32 else Keys.ARROW_RIGHT
        page.press(way)
        page.wait(lambda: page.numbers()["discs"][0]["x"] != disc["x"])
        page.press(Keys.DELETE)
        page.wait(lambda: len(page.numbers()["discs"]) == 3)

    def test_drawing_is_seen(self):
        page = self.paused()
        before = page.pixels("truth")
        page.press("d")
        self.assertTrue(page.run("return document.querySelector('input[value=draw]').checked"))
        ActionChains(self.browser).move_to_element(page.at("truth")).click_and_hold() \
            .move_by_offset(30, 10).release().perform()
        page.wait(lambda: page.pixels("truth") != before)
        drawn = page.pixels("groups")
        page.at("step").click()
        page.wait(lambda: page.pixels("groups") != drawn)


class OwnData(BrowserTest):
    def drop(self, name, content):
        """A file that falls on the page, as a mouse would drop it."""
        self.page.run("""
            const bytes = Uint8Array.from(atob(arguments[1]), (c) => c.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], arguments[0]));
            window.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, cancelable: true}));""",
                      name, base64.b64encode(content).decode())

    def test_a_dropped_film_plays(self):
        film = (SOURCE / "docs/images/demo.gif").read_bytes()
        page = self.page.open()
        self.drop("my film.gif", film)
        page.wait(lambda: "upload%3Amy_film" in self.browser.current_url)
        page.wait(lambda: page.step() > 2 and page.numbers()["discs"] == [])

    def test_a_dropped_data_file_plays(self):
        subprocess.run([PROGRAM, "data", "make", "balls4mass64", "--out", str(self.folder / "few.h5"), "--train", "0",
                        "--valid", "0", "--test", "2", "--frames", "12"], check=True, capture_output=True)
        page = self.page.open()
        self.drop("few.h5", (self.folder / "few.h5").read_bytes())
        page.wait(lambda: "upload%3Afew" in self.browser.current_url)
        page.wait(lambda: page.step() > 13)

    def test_a_bad_file_says_why(self):
        page = self.page.open()
        self.drop("broken.h5", b"this is no HDF5")
        page.wait(lambda: page.run("return !document.getElementById('toast').hidden"))
        self.assertIn("broken.h5", page.text("toast"))

    def test_what_was_shown_becomes_a_gif(self):
        page = self.page.open()
        page.wait(lambda: page.step() > 5)
        start = self.browser.execute_async_script("""
            const done = arguments[0];
            import("/save.js").then(({makeGif}) => makeGif(window.rnemStudio.player.records, 25))
              .then((blob) => blob.text()).then((text) => done(text.slice(0, 6)), (e) => done(String(e)));""")
        self.assertEqual(start, "GIF89a")


class Runs(BrowserTest):
    def test_a_training_is_started_watched_stopped_and_resumed(self):
        page = self.page.open("")
        page.at("tab-runs").click()
        page.wait(lambda: page.run("return document.getElementById('settings').children.length") > 40)
        tiny = {"training.batch": "2", "training.curriculum": "[]", "training.steps": "3", "training.simulate": "[]",
                "training.log_every": "1", "training.valid_every": "5", "training.valid_sequences": "2",
                "training.valid_steps": "3", "training.max_updates": "400", "training.checkpoint_every": "5"}
        for key, value in tiny.items():
            page.run("""const f = document.getElementById('set-' + arguments[0]); f.value = arguments[1];
                        f.dispatchEvent(new Event('input'));""", key, value)
        page.at("run-name").clear()
        page.at("run-name").send_keys("tiny")
        self.browser.find_element(By.CSS_SELECTOR, "#new-run button").click()
        state = lambda: page.run("return document.querySelector('#run-list .state')?.textContent ?? ''")
        page.wait(lambda: "running" in state() and "update" in state())
        page.wait(lambda: page.run("return !document.getElementById('sample-figure').hidden"))
        page.run("document.getElementById('act-tiny').click()")
        page.wait(lambda: "stopped" in state())
        page.run("document.getElementById('act-tiny').click()")
        page.wait(lambda: "running" in state())
        page.run("document.getElementById('act-tiny').click()")
        page.wait(lambda: "stopped" in state())
        self.assertEqual(sorted(p.name for p in (self.folder / "runs").iterdir()), ["tiny", "tiny.log"])
        # and can be looked at
        page.at("tab-watch").click()
        page.wait(lambda: page.run("return [...document.getElementById('model').options].some((o) => o.value === 'run:tiny')"))

    def test_a_wrong_setting_is_named(self):
        page = self.page.open("")
        page.at("tab-runs").click()
        page.wait(lambda: page.run("return document.getElementById('settings').children.length") > 40)
        page.run("""const f = document.getElementById('set-em.k'); f.value = 'many'; f.dispatchEvent(new Event('input'));
                    document.querySelector('#new-run button').click();""")
        page.wait(lambda: "em.k" in page.text("toast"))


class Playing(BrowserTest):
    def test_the_game_is_steered_and_played_inside_the_model(self):
        # a model of the game's size; one update teaches it nothing, which does not matter here
        one = {"max_updates": 1, "batch": 1, "curriculum": [], "simulate": [], "steps": 2, "valid_every": 1,
               "valid_sequences": 1, "valid_steps": 2}
        sets = [word for key, value in one.items() for word in ("--set", f"training.{key}={value}")]
        subprocess.run([PROGRAM, "train", "--data", "live:invaders84", *sets, "--out", str(self.folder / "runs/game")],
                       check=True, capture_output=True)
        page = self.page.open("#model=run:game&world=invaders84")
        self.assertIn("points", page.text("score"))
        self.assertEqual(page.numbers()["height"], 84)
        ActionChains(self.browser).key_down(Keys.ARROW_RIGHT).perform()
        self.assertEqual(page.run("return window.rnemStudio.player.action"), 2)
        step = page.step()
        page.wait(lambda: page.step() > step + 4)
        ActionChains(self.browser).key_up(Keys.ARROW_RIGHT).perform()
        self.assertEqual(page.run("return window.rnemStudio.player.action"), 0)
        page.press("l")
        page.wait(lambda: page.numbers()["alone"])
        page.press("p")
        self.assertEqual(page.at("play").get_attribute("aria-label"), "Play")
        # a recording: its own player acts while it is watched, the visitor once the model is alone
        page = self.page.open("#model=run:game&world=space-invaders")
        self.assertFalse(page.at("ship").is_displayed())
        page.press("l")
        page.wait(lambda: page.at("ship").is_displayed())
        ActionChains(self.browser).key_down(Keys.ARROW_LEFT).perform()
        self.assertEqual(page.run("return window.rnemStudio.player.action"), 3)
        ActionChains(self.browser).key_up(Keys.ARROW_LEFT).perform()
        page.press("l")
        page.wait(lambda: not page.at("ship").is_displayed())


class OnAPhone(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser.quit()
        cls.browser = open_browser(390, 844, dark=True, phone=True)
        cls.page = Page(cls.browser, cls.studio.address)

    def test_everything_fits_and_can_be_touched(self):
        page = self.page.open()
        for view in ("watch", "runs"):
            page.at(f"tab-{view}").click()
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), 390, view)
        page.at("tab-watch").click()
        for name in ("play", "step", "back", "letgo"):
            self.assertGreaterEqual(page.at(name).size["height"], 44, name)
        self.assertEqual(page.run("return document.documentElement.dataset.theme"), "dark")


class EverybodyCanUseIt(BrowserTest):
    def test_every_control_has_a_name(self):
        page = self.page.open("#inside=1")
        nameless = page.run("""
            const named = (e) => e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.[0]?.textContent.trim();
            return [...document.querySelectorAll("button, input, select, canvas")]
              .filter((e) => e.type !== "file" && !named(e)).map((e) => e.id || e.outerHTML);""")
        self.assertEqual(nameless, [])

    def test_axe_finds_nothing_where_it_can_be_had(self):
        axe = os.environ.get("RNEM_AXE")  # axe.min.js of npm's axe-core
        if not axe:
            self.skipTest("RNEM_AXE names no axe-core")
        for state in ("#inside=1", "#view=runs"):
            page = self.page
            self.browser.get("about:blank")
            self.browser.get(self.studio.address + state)
            page.wait(lambda: page.run("return document.body.dataset.ready === '1'"))
            # through the driver: the page's own policy lets nothing else in
            self.browser.execute_cdp_cmd("Runtime.evaluate", {"expression": pathlib.Path(axe).read_text()})
            found = self.browser.execute_async_script("axe.run().then((r) => arguments[0](r.violations));")
            self.assertEqual([(v["id"], [n["html"] for n in v["nodes"]]) for v in found], [], state)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
