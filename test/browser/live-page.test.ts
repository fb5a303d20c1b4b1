import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { tellSkipped } from "../engines/skipped.js";
import { type CommandResult, runCommand } from "../fixture/run-command.js";
import {
  type OpenPage,
  openFolds,
  openPages,
  overflowOf,
  type PageOptions,
  type Pages,
  violationsOf,
  whyNoBrowser,
} from "./browser.js";
import { answered, dropping, hashOf, savedBy, status, statusOf } from "./live.js";

tellSkipped({ name: "pages that answer again", unavailable: whyNoBrowser });

describe.skipIf(whyNoBrowser !== undefined)("a page that answers again", () => {
  let pages: Pages;
  const command = (words: string): Promise<CommandResult> =>
    runCommand(words.split(" "), { cwd: pages.folder, modules });

  beforeAll(async () => {
    pages = await openPages();
    await command("demo --impressions 10000 --output demo");
    await command("evaluate demo/study.yaml --save-tally t.parquet --fold 128 -o r.json");
    await command("report t.parquet -o page.html");
    await command("demo --impressions 4000 --seed 9 --output small");
    await command("evaluate small/study.yaml --save-tally small.parquet --fold 128 -o s.json");
  }, 300_000);
  afterAll(() => pages.close());

  const opened = <T>(
    options: PageOptions,
    look: (open: OpenPage) => Promise<T>,
    name = "page.html",
  ): Promise<T> => pages.opened(name, options, look);

  it("gives the bytes of the command line for another level and baseline", async () => {
    const saved = await opened({ hash: "#confidence=0.9&baseline=logged" }, async ({ page }) => {
      await answered(page);
      expect(await statusOf(page)).toContain(
        "Confidence 95 % → 90 %; Baseline production → logged",
      );
      return savedBy(page, "Save JSON");
    });
    const words = "evaluate t.parquet --confidence 0.9 --baseline logged --format json";
    expect(saved).toBe((await command(words)).stdout);
  });

  it("keeps what was chosen in its address, and puts the run back", async () => {
    await opened({}, async ({ page }) => {
      const before = await page.locator("main").innerHTML();
      await page.getByText("Choose again").click();
      await page.locator("select").first().selectOption("0.99");
      await answered(page);
      expect(await hashOf(page)).toBe("#confidence=0.99");
      expect(await page.locator("main").innerHTML()).not.toBe(before);
      await page.getByRole("button", { name: "Reset" }).click();
      expect(await page.locator("main").innerHTML()).toBe(before);
      expect(await hashOf(page)).not.toContain("confidence");
    });
  });

  it("makes of a choice an entry of the history, and goes back and on", async () => {
    await opened({ hash: "#decision" }, async ({ page }) => {
      const before = await page.locator("main").innerHTML();
      await page.getByText("Choose again").click();
      const level = page.getByLabel("Confidence", { exact: false }).first();
      await level.selectOption("0.99");
      await answered(page);
      await level.selectOption("0.9");
      await page.locator(status).filter({ hasText: "→ 90 %" }).waitFor();
      await page.goBack();
      await page.locator(status).filter({ hasText: "→ 99 %" }).waitFor();
      expect(await level.inputValue()).toBe("0.99");
      await page.goBack();
      await page.waitForURL(/#decision$/);
      await expect.poll(() => level.inputValue()).toBe("0.95");
      expect(await page.locator("main").innerHTML()).toBe(before);
      await page.goForward();
      await page.locator(status).filter({ hasText: "→ 99 %" }).waitFor();
      // An anchor is gone to, and takes no choice away.
      await page.click("nav a[href='#decision']");
      await page.waitForURL(/#confidence=0\.99$/);
    });
  });

  it("says what an address asks for in vain, and corrects it", async () => {
    const hash = "#confidence=0.42&baseline=logged&sort=up&at1=0.2&rows=like";
    await opened({ hash }, async ({ page }) => {
      await answered(page);
      expect(await statusOf(page)).toContain("does not offer: confidence=0.42, sort=up, at1=0.2.");
      expect(await hashOf(page)).toBe("#baseline=logged&rows=like");
      expect(await page.getByLabel("Show table rows").inputValue()).toBe("like");
    });
  });

  it("keeps places of sliders, rows and boxes in its address", async () => {
    const hash = await opened({}, async ({ page }) => {
      await openFolds(page);
      await page.locator(".turns input").first().press("End");
      await page.locator(".brush input").first().uncheck();
      await page.getByLabel("Show table rows").fill("fresh");
      return hashOf(page);
    });
    await opened({ hash }, async ({ page }) => {
      await openFolds(page);
      const slider = page.locator(".turns input").first();
      expect(await slider.inputValue()).toBe(await slider.getAttribute("max"));
      expect(await page.locator(".brush input").first().isChecked()).toBe(false);
      expect(await page.locator(".specifications .pale").count()).toBeGreaterThan(0);
      expect(await page.locator("main tbody tr[hidden]").count()).toBeGreaterThan(0);
      expect(await hashOf(page)).toBe(hash);
      await page.getByLabel("Confidence", { exact: false }).first().selectOption("0.9");
      await answered(page);
      expect(await hashOf(page)).toBe(`#confidence=0.9&${hash.slice(1)}`);
    });
  });

  it("keeps the place of a slider where others come and go", async () => {
    const ofFeed = (page: OpenPage["page"]) =>
      page.locator(".turns>div", { hasText: "feed 2" }).first().locator("input");
    const hash = await opened({}, async ({ page }) => {
      await openFolds(page);
      await ofFeed(page).press("End");
      expect(await page.locator(".turns>div", { hasText: "feed 1" }).count()).toBeGreaterThan(0);
      return hashOf(page);
    });
    await opened({ hash: `#feed=2&${hash.slice(1)}` }, async ({ page }) => {
      await answered(page);
      expect(await page.locator(".turns>div", { hasText: "feed 1" }).count()).toBe(0);
      const slider = ofFeed(page);
      expect(await slider.inputValue()).toBe(await slider.getAttribute("max"));
    });
  });

  it("stops what takes long, and answers the next choice", async () => {
    await opened({ hash: "#interval=bootstrapT" }, async ({ page }) => {
      await page.getByRole("button", { name: "Stop" }).click({ timeout: 20_000 });
      expect(await statusOf(page)).toBe("Stopped.");
      expect(await hashOf(page)).toBe("");
      const intervals = page.locator("select").filter({ hasText: "bootstrapT" });
      expect(await intervals.inputValue()).not.toBe("bootstrapT");
      await page.getByLabel("Confidence", { exact: false }).first().selectOption("0.9");
      await answered(page);
    });
  });

  it("shows one feed, and the days of a range as the command line has them", async () => {
    await opened({ hash: "#feed=2" }, async ({ page }) => {
      await answered(page);
      const [table] = await page.locator("main table").all();
      expect(await table?.textContent()).not.toContain("feed 1");
      expect(await table?.locator("tbody tr").count()).toBeGreaterThan(1);
    });
    const days = "#from=2026-11-03&to=2026-11-05";
    const saved = await opened({ hash: days }, async ({ page }) => {
      await answered(page);
      return savedBy(page, "Save JSON");
    });
    const words = "evaluate t.parquet --days 2026-11-03..2026-11-05 --format json";
    expect(saved).toBe((await command(words)).stdout);
    await opened({ hash: "#from=2026-11-05&to=2026-11-03" }, async ({ page }) => {
      await page.locator(status).filter({ hasText: "No answer for these settings" }).waitFor();
      expect(await statusOf(page)).toContain("the log has 7 days");
    });
  });

  it("shows a tally that it is given, by the keyboard or dropped, and answers for it", async () => {
    await opened({ hash: "#confidence=0.99" }, async ({ page }) => {
      await answered(page);
      const file = page.locator("input[type=file]");
      await file.setInputFiles(join(pages.folder, "r.json"));
      await page.locator(status).filter({ hasText: "r.json is not shown" }).waitFor();
      await file.setInputFiles(join(pages.folder, "small.parquet"));
      await page.locator(status).filter({ hasText: "now shows small.parquet" }).waitFor();
      expect(await hashOf(page)).toBe("");
      expect(await page.locator(".live").count()).toBe(1);
      expect(await page.locator("h1").textContent()).not.toBe("");
      await page.getByText("Choose again").click();
      await page.locator("select").first().selectOption("0.9");
      await answered(page);
      const words = "evaluate small.parquet --confidence 0.9 --format json";
      expect(await savedBy(page, "Save JSON")).toBe((await command(words)).stdout);
      const bytes = (await readFile(join(pages.folder, "t.parquet"))).toString("base64");
      await page.evaluate(dropping(bytes, "t.parquet"));
      await page.locator(status).filter({ hasText: "now shows t.parquet" }).waitFor();
    });
  });

  it("sorts rows by a head, by the keyboard too", async () => {
    await opened({}, async ({ page }) => {
      await openFolds(page);
      const table = page.locator("#fold-estimates table").first();
      const head = table.getByRole("columnheader", { name: "value" });
      const values = async (): Promise<readonly number[]> =>
        (await table.locator("tbody td:nth-child(3)").allTextContents())
          .map(Number)
          .filter(Number.isFinite);
      const before = await values();
      await head.locator("button").focus();
      await page.keyboard.press("Enter");
      expect(await head.getAttribute("aria-sort")).toBe("ascending");
      expect(await values()).toEqual(before.toSorted((a, b) => a - b));
      await page.keyboard.press("Enter");
      expect(await head.getAttribute("aria-sort")).toBe("descending");
      expect(await values()).toEqual(before.toSorted((a, b) => b - a));
    });
  });

  it("tries other curves, and pales what a reader leaves out", async () => {
    await opened({ hash: "#curves=yes" }, async ({ page }) => {
      await answered(page);
      await openFolds(page);
      const boxes = page.locator(".brush input");
      expect(await page.locator(".brush [aria-label='curve'] label").count()).toBeGreaterThan(1);
      const pale = page.locator(".specifications .pale");
      expect(await pale.count()).toBe(0);
      await boxes.first().uncheck();
      const left = await pale.count();
      expect(left).toBeGreaterThan(0);
      expect(left % 3).toBe(0);
      await boxes.first().check();
      expect(await pale.count()).toBe(0);
      expect(await overflowOf(page)).toBe(0);
    });
  });

  it("shows the rows of tables that hold a text, at once and after another choice", async () => {
    await opened({}, async ({ page }) => {
      await page.getByText("Choose again").click();
      const rows = page.locator("main tbody tr");
      const hidden = page.locator("main tbody tr[hidden]");
      await page.getByLabel("Show table rows").fill("FRESH-model");
      const left = (await rows.count()) - (await hidden.count());
      expect(left).toBeGreaterThan(0);
      expect(await page.locator(".live > .note").textContent()).toContain(`the ${left} of `);
      await page.locator("select").first().selectOption("0.9");
      await answered(page);
      expect(await hidden.count()).toBeGreaterThan(0);
      await page.getByLabel("Show table rows").fill("");
      expect(await hidden.count()).toBe(0);
    });
  });

  it("says what holds at the place of a slider, by the keyboard too", async () => {
    await opened({}, async ({ page }) => {
      await openFolds(page);
      const slider = page.locator(".turns input").first();
      const said = page.locator(".turns output").first();
      const zones = await page.locator("[data-zones]").first().getAttribute("data-zones");
      const words = (zones ?? "").split("\n").map((zone) => zone.slice(zone.indexOf(" ") + 1));
      expect(words.length).toBeGreaterThan(1);
      await slider.press("Home");
      expect(await said.textContent()).toMatch(new RegExp(`: ${words[0]}$`));
      await slider.press("End");
      expect(await said.textContent()).toMatch(new RegExp(`: ${words.at(-1)}$`));
      expect(await overflowOf(page)).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  it("runs nothing of a name, and asks no server, whoever named a policy", async () => {
    const names = [
      "</script><script>document.title='taken'</script>",
      `"'><img src=x onerror=document.title='taken'>`,
      "--><script>document.title='taken'</script>",
      "\u202Eevil\u202C",
    ];
    const rows = Array.from({ length: 400 }, (_, i) => {
      const [session, place] = [i >> 1, 1 + (i % 2)];
      return `s${session},u${session % 60},i${i % 7},${place},${3 - place},${i % 3 ? 0 : 1}`;
    });
    await writeFile(
      join(pages.folder, "log.csv"),
      ["session,user,item,place,other,liked", ...rows].join("\n"),
    );
    const policies = Object.fromEntries(names.map((name) => [name, { rank: "other" }]));
    const roles = { trajectory: "session", user: "user", item: "item", rank: "place" };
    const exposure = { curve: { model: "log2" } };
    const log = { source: "log.csv", ...roles, rewards: { like: "liked" }, exposure };
    const study = { log, policies, estimators: ["dcg"] };
    await writeFile(join(pages.folder, "strange.json"), JSON.stringify(study));
    const { code, stderr } = await command("evaluate strange.json -o s.json --html strange.html");
    expect(code, stderr).toBe(0);
    const look = async ({ page }: OpenPage): Promise<void> => {
      await page.getByText("Choose again").click();
      await page.locator("select").first().selectOption("0.9");
      await answered(page);
      await openFolds(page);
      expect(await page.title()).not.toBe("taken");
      expect(await page.locator("main img, main script").count()).toBe(0);
      expect(await page.locator("main").textContent()).toContain("document.title=");
    };
    await opened({}, look, "strange.html");
  });

  it("leaves open what was open", async () => {
    await opened({}, async ({ page }) => {
      await page.evaluate("document.querySelector('main details').open = true");
      await page.getByText("Choose again").click();
      await page.locator("select").first().selectOption("0.9");
      await answered(page);
      expect(await page.evaluate("document.querySelector('main details').open")).toBe(true);
    });
  });

  it.each<[string, PageOptions]>([
    ["at 1,280 pixels", {}],
    ["at 390 pixels", { width: 390 }],
    ["in the dark", { isDark: true }],
  ])("%s: fits, and axe finds nothing", async (_, options) => {
    await opened(options, async ({ page }) => {
      await page.getByText("Choose again").click();
      expect(await overflowOf(page)).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  it("shows no control that does nothing where scripts are forbidden", async () => {
    await opened({ script: false }, async ({ page }) => {
      expect(await page.locator("select,button").count()).toBe(0);
      expect(await page.locator("h1").count()).toBe(1);
    });
  });
});
