import { describe, expect, it } from "vitest";
import {
  difference,
  estimate,
  fixtureResult,
  log,
  verdict,
} from "../../../test/fixture/fixture-result.js";
import { reason } from "../../errors.js";
import type { Result } from "../../evaluate/conclude/result.js";
import { reportFormats } from "../formats/index.js";
import { verdictWords } from "../words/names.js";
import { resultDocument } from "./result.js";

const truth = [{ policy: "candidate", reward: "like", feed: null, value: 0.4321 }];
const nasty = `<script>alert("1")</script>`;
const steering = "\u001b[31mred\u0007\u202e";

/** The fixture with every string of the rows replaced where it equals `from`. */
function renamed(from: string, to: string): Result {
  const text = JSON.stringify(fixtureResult()).replaceAll(
    JSON.stringify(from),
    JSON.stringify(to).replaceAll("$", "$$$$"),
  );
  return JSON.parse(text) as Result;
}

const empty: Result = {
  hindcast: "0.0.0",
  interval: "t",
  adjust: "bonferroni",
  study: {},
  confidence: 0.95,
  rewards: [],
  log: { ...log, users: null, days: null, firstDay: null, lastDay: null, engine: null, counts: {} },
  curves: [],
  verdicts: [],
  estimates: [],
  differences: [],
  diagnostics: [],
  warnings: [],
};

describe.each(reportFormats.map((format) => [format.name, format] as const))(
  "%s",
  (name, format) => {
    const isWhole = name !== "summary";

    it("matches its snapshot", async () => {
      const written = format.format(resultDocument(fixtureResult(), truth));
      const file = `${isWhole ? "fixture" : name}${format.extension}`;
      await expect(written).toMatchFileSnapshot(`__snapshots__/${file}`);
    });

    it.runIf(isWhole)("says every verdict before any estimate", () => {
      const result = fixtureResult({
        estimates: [estimate(0.1234543, 1e-6, { policy: "candidate" })],
        differences: [],
        verdicts: [
          verdict({ reason: reason("aboveZero" as "intervalAboveZero", "It is clear as day.") }),
        ],
      });
      const written = format.format(resultDocument(result));
      expect(written).toContain("It is clear as day.");
      expect(written.indexOf("It is clear as day.")).toBeLessThan(written.lastIndexOf("0.1234543"));
    });

    it.runIf(isWhole)("prints the reason where the number would be", () => {
      expect(format.format(resultDocument(fixtureResult())).replace(/\s+/g, " ")).toContain(
        "dcg needs a rank for every",
      );
    });

    it("never prints what is not a number", () => {
      const broken = fixtureResult({
        estimates: [estimate(Number.NaN, Number.POSITIVE_INFINITY)],
        differences: [difference(Number.NaN, Number.POSITIVE_INFINITY)],
      });
      for (const result of [broken, fixtureResult(), empty]) {
        const drawn = format
          .format(resultDocument(result, truth))
          .replace(/<style>[\s\S]*<\/style>/, "");
        expect(drawn).not.toMatch(/\b(NaN|Infinity|undefined)\b|\[object/);
      }
    });
  },
);

describe("curves", () => {
  const drawn = (name: string, result: Result = fixtureResult()): string =>
    reportFormats
      .find((format) => format.name === name)
      ?.format(resultDocument(result))
      .replace(/&(lt|gt|amp);|\\|<[^>]*>/g, "")
      .replace(/\s+/g, " ") ?? "";

  it.each(["table", "markdown", "html"])("that were learnt are facts of %s", (name) => {
    const page = drawn(name);
    for (const curve of fixtureResult().curves) {
      expect(page).toContain(curve.model);
      expect(page).toContain(curve.trajectories.toLocaleString("en-US"));
    }
    expect(page).toContain("rho 1.2016 ± 0.0071");
    expect(page).toContain("to rank 4, then the tail of geometric");
    expect(page).not.toContain("0.311");
  });

  it.each(["table", "markdown", "html"])("that are others are answers of %s", (name) => {
    const page = drawn(name);
    for (const fact of [
      "the log was not scanned again",
      "yuleSimon, as used",
      "geometric, fitted",
      "-0.0035",
      "Ranks beyond 31 have too few views",
      "production, candidate",
      "candidate stays better until rho falls to 0.34",
      "The verdict on explorer is do not trust",
    ]) {
      expect(page).toContain(fact);
    }
    expect(page).toMatch(/-0\.0035 ?cannot tell/);
  });

  it("are not mentioned where none was fitted and none requested", () => {
    const { whatIf: _, ...plain } = fixtureResult({ curves: [] });
    for (const { name } of reportFormats.filter((format) => format.name !== "json")) {
      expect(drawn(name, plain)).not.toMatch(/What if|Position bias|Curve of|whatIf/);
    }
  });

  it("whose numbers are none are drawn all the same", () => {
    const [whatIf] = fixtureResult().whatIf ?? [];
    const [curve] = fixtureResult().curves;
    if (whatIf === undefined || curve === undefined) throw new Error("no what-if");
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1e300]) {
      const differences = [{ policy: "candidate", value, verdict: "worse" as const }];
      const curves = whatIf.curves.map((each) =>
        "none" in each ? each : { ...each, differences },
      );
      const tipping = whatIf.tipping.map((each) => ({ ...each, at: value, standardErrors: value }));
      const broken = fixtureResult({
        curves: [
          { ...curve, estimates: [{ name: "rho", value, se: value, interval: [value, value] }] },
        ],
        whatIf: [{ ...whatIf, curves, tipping }],
      });
      for (const { name, format } of reportFormats.filter((each) => each.name !== "csv")) {
        const written = format(resultDocument(broken)).replace(/<style>[\s\S]*<\/style>/, "");
        expect(written, name).not.toMatch(/\b(NaN|Infinity|undefined)\b|="[^"]*–|\[object/);
      }
    }
  });
});

describe("names from outside", () => {
  it("are not markup in HTML and Markdown", () => {
    for (const name of ["html", "markdown"]) {
      const format = reportFormats.find((known) => known.name === name);
      const written = format?.format(resultDocument(renamed("candidate", nasty))) ?? "";
      expect(written).not.toContain("<script");
      expect(written).toContain("&lt;script&gt;");
    }
  });

  it("cannot steer a terminal", () => {
    const format = reportFormats.find(({ name }) => name === "table");
    const written = format?.format(resultDocument(renamed("candidate", steering))) ?? "";
    expect(written).toContain("\ufffd[31mred");
    for (const sign of ["\u001b", "\u0007", "\u202e"]) expect(written).not.toContain(sign);
  });

  it("keep Markdown's tables whole", () => {
    const format = reportFormats.find(({ name }) => name === "markdown");
    const written = format?.format(resultDocument(renamed("candidate", "a | b\n| c"))) ?? "";
    const rows = written.split("\n").filter((line) => line.startsWith("| a \\|"));
    const pipes = rows.map((row) => row.match(/(?<!\\)\|/g)?.length);
    expect(new Set(pipes)).toEqual(new Set([4, 6, 7, 8]));
  });

  it("come back from JSON as they were", () => {
    const format = reportFormats.find(({ name }) => name === "json");
    const result = renamed("candidate", nasty + steering);
    expect(JSON.parse(format?.format(resultDocument(result)) ?? "")).toEqual(
      JSON.parse(JSON.stringify(result)),
    );
  });
});

it("knows a word for every verdict", () => {
  expect(new Set(Object.values(verdictWords)).size).toBe(4);
});

it("is titled by its conclusion, by counts where that is long, or as the user says", () => {
  const names = ["fresh", "old", "another-policy-with-a-long-name", "the-fourth"];
  const lines = [
    ...names,
    ...["fifth", "sixth", "seventh", "eighth"].map((name) => `the-${name}-policy-of-some-team`),
  ].map((policy, at) =>
    verdict({
      policy,
      verdict: (["better", "worse", "cannotTell", "doNotTrust"] as const)[at % 4] ?? "better",
    }),
  );
  const title = (count: number, given?: string): string =>
    resultDocument(fixtureResult({ verdicts: lines.slice(0, count) }), undefined, given).title;
  expect(title(1)).toBe("fresh is better than production");
  expect(title(4)).toBe(
    "fresh is better than production; old is worse; another-policy-with-a-long-name cannot be distinguished from production; do not trust the numbers for the-fourth",
  );
  expect(title(8)).toBe(
    "Of 8 policies 2 are better than the baseline, 2 are worse, 2 are undecided and 2 are not to be trusted",
  );
  expect(title(1, "The launch of May")).toBe("The launch of May");
  expect(title(0)).toBe("No verdict");
});

it("counts in a title what differs from line to line", () => {
  const policies = Array.from({ length: 5 }, (_, at) => `policy-${at}-${"x".repeat(30)}`);
  const lines = policies.flatMap((policy, at) => [
    verdict({ policy }),
    verdict({ policy, reward: "watch", ...(at === 0 && { verdict: "worse" }) }),
  ]);
  const { title } = resultDocument(fixtureResult({ verdicts: lines }));
  expect(title).toBe("Of 5 policies 4 are better than the baseline and 1 differs by comparison");
});
