import { describe, expect, it } from "vitest";
import { fittedFeed, fixtureFit, refusedFeed } from "../../../test/fixture/fixture-fit.js";
import { type FitResult, feedWithCurves } from "../../evaluate/fit.js";
import { hazard, tabulate } from "../../exposure/tabulate.js";
import { formatCsv } from "../formats/csv/csv.js";
import { formatHtml } from "../formats/html/html.js";
import { reportFormats } from "../formats/index.js";
import { formatJson } from "../formats/json/json.js";
import { formatText } from "../formats/text/text.js";
import { columnsOf } from "../formats/text/wrap.js";
import { describeRefusal } from "../words/kept-curve.js";
import { fitDocument } from "./fit.js";

const result = fixtureFit();
const spliced = fixtureFit([fittedFeed(null, { model: "table", tail: "geometric" })]);
const oneLine = (text: string): string => text.replace(/\s+/g, " ");

function renamed(to: string): FitResult {
  return fixtureFit([fittedFeed(to), refusedFeed(to)]);
}

const formatOf = (name: string) => {
  const found = reportFormats.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no format ${name}`);
  return (fit: FitResult): string => found.format(fitDocument(fit));
};

it.each([
  ["table", "txt"],
  ["markdown", "md"],
  ["html", "html"],
])("%s matches its snapshot", async (name, ending) => {
  const written = formatOf(name)(result).replace(/<style>[\s\S]*<\/style>/, "<style></style>");
  await expect(written).toMatchFileSnapshot(`__snapshots__/fit.${ending}`);
});

it.each(reportFormats.map(({ name }) => name))(
  "%s never prints what is not a number, and ends with a line break",
  (name) => {
    const thin = fixtureFit([refusedFeed(null)]);
    for (const each of [result, spliced, thin, fixtureFit([])]) {
      const drawn = formatOf(name)(each).replace(/<style>[\s\S]*<\/style>/, "");
      expect(drawn).not.toMatch(/\b(NaN|Infinity|undefined)\b|\[object/);
      expect(drawn).toMatch(/\n$/);
    }
  },
);

it.each(["table", "json", "markdown", "html"])("%s says why a feed has no curve", (name) => {
  const written = oneLine(formatOf(name)(result));
  expect(written).toContain("All 80 trajectories at risk stop at rank 1");
});

it.each(["table", "markdown", "html"])("%s lets no name through as it is", (name) => {
  const drawn = formatOf(name)(renamed("<script>\u001b[31m"));
  expect(drawn).not.toContain("\u001b");
  if (name !== "table") expect(drawn).not.toContain("<script");
});

describe("the terminal's table", () => {
  const [home = fittedFeed()] = result.feeds;
  const row = (model: string) => home.rows.find((each) => each.model === model);

  it.each([80, 100, 120])("keeps within %i columns", (width) => {
    for (const each of [result, spliced]) {
      const lines = formatText(fitDocument(each), { width }).split("\n");
      expect(lines.filter((line) => columnsOf(line) > width)).toEqual([]);
    }
  });

  it("shows the numbers of the result", () => {
    const written = formatText(fitDocument(result));
    for (const model of ["geometric", "yuleSimon", "inverse", "logAlpha"]) {
      const found = row(model);
      if (found === undefined || !("fit" in found)) throw new Error(`no fit of ${model}`);
      const [estimate] = found.fit.estimates;
      const held = found.heldOut;
      if (estimate === undefined || held === undefined || "code" in held) throw new Error("none");
      const lines = written.split("\n").filter((line) => line.trim().startsWith(model));
      const shown = lines.join(" ").split(/\s+/);
      const parameter = shown[shown.indexOf(estimate.name) + 1];
      expect(Math.abs(Number(parameter) - estimate.value)).toBeLessThan(Number(estimate.se) / 10);
      expect(shown).toContain(found.criteria.aic.toFixed(1));
      expect(shown).toContain(found.criteria.bic.toFixed(1));
      expect(shown).toContain(held.perTransition.toFixed(5));
      expect(shown).toContain(held.perplexity.toFixed(4));
      expect(shown).toContain(found.goodness.deviance.toFixed(1));
      if ("code" in found.error) throw new Error("no error");
      const { value, rank } = found.error.log;
      expect(lines.join(" ")).toContain(`${value.toFixed(3)} at ${rank}`);
    }
  });

  it("widens the interval with the confidence", () => {
    const ends = (confidence: number): readonly number[] => {
      const fit = fixtureFit([feedWithCurves(home, home.kept, confidence)]);
      const written = formatText(fitDocument({ ...fit, confidence }));
      expect(written).toContain(`${100 * confidence} % interval`);
      return (/rho .*interval \[([\d.]+), ([\d.]+)\]/.exec(written) ?? []).slice(1).map(Number);
    };
    const [[low = 0, high = 0], [lower = 0, higher = 0]] = [ends(0.9), ends(0.99)];
    expect(lower).toBeLessThan(low);
    expect(higher).toBeGreaterThan(high);
  });

  it("says the kept curve, a tail's joint, and the recommendation where it is another", () => {
    const [feed] = spliced.feeds;
    if (feed === undefined || "code" in feed.kept) throw new Error("no curve");
    const { splice } = feed.kept.fit;
    const written = oneLine(formatText(fitDocument(spliced)));
    expect(written).toContain(`as measured to rank ${splice?.after}, then geometric (gamma 0.`);
    expect(written).toContain("The recommended model is yuleSimon: yuleSimon predicts");
    expect(formatText(fitDocument(result))).not.toContain("The recommended model is");
  });

  it("draws every supported rank, and the kept curve", () => {
    const [plot = ""] = formatText(fitDocument(result)).split("Hazard: ");
    const columns = new Set<number>();
    for (const line of plot.split("\n").filter((each) => /[│┤]/.test(each))) {
      for (const [at, sign] of [...line].entries())
        if (at > 8 && "●○".includes(sign)) columns.add(at);
    }
    expect(columns.size).toBe(home.empirical.length);
    expect(plot).toMatch(/ [│┤].*·/);
  });

  it("colours only when asked, and the text is the same", () => {
    const coloured = formatText(fitDocument(result), { colour: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI codes are control characters.
    expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(formatText(fitDocument(result)));
    expect(coloured).toContain("\u001b[32m");
  });

  it("says a reason that all models share once", () => {
    const written = oneLine(formatText(fitDocument(fixtureFit([refusedFeed()]))));
    const [said = ""] = [describeRefusal(refusedFeed())];
    expect(said).toMatch(/^Feed search: No model can be fitted on these trajectories\. All 80/);
    expect(written.match(/All 80 trajectories/g)).toHaveLength(2);
    expect(describeRefusal(fittedFeed())).toBeNull();
  });
});

describe("the page", () => {
  const page = formatHtml(fitDocument(result));
  const VOID = new Set(["meta", "br", "!doctype"]);

  it("is whole, offline and without script", () => {
    const open: string[] = [];
    for (const [, close, name = "", rest = ""] of page.matchAll(/<(\/?)([!\w]+)([^>]*)>/g)) {
      if (VOID.has(name) || rest.endsWith("/")) continue;
      if (close !== "/") open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|url\(|@import|https?:/i);
    expect(page).toContain("default-src 'none'");
  });

  it("draws a point for each rank, a line for each model, and one of them kept", () => {
    const [curve = ""] = page.match(/<svg class="fit"[\s\S]*?<\/svg>/g) ?? [];
    const [home = fittedFeed()] = result.feeds;
    expect(curve.match(/<circle/g)).toHaveLength(home.empirical.length);
    for (const model of ["geometric", "inverse", "logAlpha"]) {
      const series = home.rows.findIndex((each) => each.model === model);
      expect(curve).toContain(`<polyline class="model series-${series}"`);
    }
    expect(curve.match(/<polyline class="model series-\d kept"/g)).toHaveLength(1);
    expect(page.match(/<svg class="fit"/g)).toHaveLength(2);
  });

  it("gives a model that nobody has heard of a colour and a dash of its own", () => {
    const [home = fittedFeed()] = result.feeds;
    const text = JSON.stringify(home).replaceAll('"logAlpha"', '"newcomer"');
    const drawn = formatHtml(fitDocument(fixtureFit([JSON.parse(text)])));
    const [, series = ""] =
      /class="model (series-\d)" points="1,5 33,5"\/><\/svg>newcomer/.exec(drawn) ?? [];
    expect(drawn).toContain(`.${series}{color:var(--${series});stroke-dasharray:`);
    expect(drawn.split(`.${series}{`)).toHaveLength(2);
  });

  it("gives every picture a title and its numbers a table", () => {
    const pictures = page.match(/<svg[^>]*role="img"[\s\S]*?<\/svg>/g) ?? [];
    for (const picture of pictures) expect(picture).toMatch(/<title>.+<\/title><desc>.+<\/desc>/);
    expect(page.match(/<caption>/g)).toHaveLength(page.match(/<table>/g)?.length ?? 0);
    expect(page).toContain("Measured and fitted, by displayed rank");
  });

  it("keeps every coordinate finite and inside", () => {
    for (const each of [page, formatHtml(fitDocument(spliced))]) {
      expect(each).not.toMatch(/="[^"]*(NaN|Infinity|–)/);
      for (const [, points = ""] of each.matchAll(/points="([^"]*)"/g)) {
        for (const pair of points.split(" ")) {
          const [x = -1, y = -1] = pair.split(",").map(Number);
          expect(x >= 0 && x <= 560 && y >= 0 && y <= 340).toBe(true);
        }
      }
    }
  });
});

it("CSV holds what was measured and the curves, rank by rank, in full", () => {
  const [home = fittedFeed()] = result.feeds;
  if ("code" in home.kept) throw new Error("no curve");
  const [header = "", ...lines] = formatCsv(fitDocument(result)).trimEnd().split("\r\n");
  const names = header.split(",");
  const rows = lines.map((line) => line.split(","));
  const cell = (at: number, name: string): string => rows[at]?.[names.indexOf(name)] ?? "";
  const p = tabulate(home.kept.fit.curve, home.empirical.length);
  for (const [at, { rank, p: measured, stops, atRisk }] of home.empirical.entries()) {
    expect([cell(at, "feed"), Number(cell(at, "rank"))]).toEqual(["home", rank]);
    expect(Number(cell(at, "p"))).toBe(measured);
    expect([Number(cell(at, "stops")), Number(cell(at, "atRisk"))]).toEqual([stops, atRisk]);
    expect(Number(cell(at, "kept"))).toBe(p[at]);
    expect(cell(at, "yuleSimon")).toBe(cell(at, "kept"));
  }
  expect(hazard(home.kept.fit.curve, 1)[0]).toBeCloseTo(1 - (p[1] ?? 0), 12);
  const search = rows.filter(([feed]) => feed === "search");
  expect(search.map((row) => row[names.indexOf("kept")])).toEqual([""]);
});

it("JSON holds the report of every feed, and the curves of those that have one", () => {
  const json = JSON.parse(formatJson(fitDocument(result)));
  expect(json.feeds.map(({ feed }: { feed: string }) => feed)).toEqual(["home"]);
  expect(json.report.map(({ feed }: { feed: string }) => feed)).toEqual(["home", "search"]);
  expect(json.report[1].none.code).toBe("noModel");
});
