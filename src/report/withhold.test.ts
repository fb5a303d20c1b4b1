import { expect, it } from "vitest";
import {
  diagnosis,
  difference,
  estimate,
  fixtureResult,
  verdict,
} from "../../test/fixture/fixture-result.js";
import { reason } from "../errors.js";
import type { Answered, DifferenceRow, EstimateRow, Result } from "../evaluate/conclude/result.js";
import { withholdNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { resultDocument } from "./documents/result.js";
import { reportFormats } from "./formats/index.js";
import { withhold } from "./withhold.js";

const [whatIf] = fixtureResult().whatIf ?? [];
if (whatIf === undefined) throw new Error("The fixture asks for no other curve.");

const numbers = /7\.?777|3\.?333|9\.?111|5\.?555|2\.?222/;

/** Formats with every row. */
const whole = reportFormats.filter(({ name }) => name !== "summary");
const reasonIn: Readonly<Record<string, string>> = { summary: "withheld" };

/** A line whose numbers are unlike any others, by two estimators, two days and another curve. */
function resultWith(
  word: "doNotTrust" | "cannotTell" | "better",
  code: "support" | "curve" | "stopsOnReward",
): Result {
  const kept = <Row extends EstimateRow | DifferenceRow>(row: Answered<Row>): Row =>
    word === "better" ? (row as Row) : withholdNumbers<Row>(row, code);
  const lift = { value: 33.33, interval: [33.33, 33.33] as const };
  const row = { lift, p: 0.02222, interval: [0.7777, 0.7777] as const };
  const curves = whatIf?.curves.map((each) =>
    "none" in each
      ? each
      : {
          ...each,
          policies: [{ policy: "candidate", value: 0.9111 }],
          differences: [{ policy: "candidate", value: 0.5555, verdict: "better" as const }],
        },
  );
  return fixtureResult({
    verdicts: [
      verdict({ verdict: word, reason: reason(code, "The reason."), value: 0.7777, lift }),
    ],
    estimates: [
      estimate(0.7777, 0.01),
      estimate(0.7777, 0.01, { estimator: "snips" }),
      estimate(0.7777, 0.01, { day: "2026-11-01" }),
    ].map((row) => kept<EstimateRow>(row)),
    differences: [
      difference(0.7777, 0.01, row),
      ...["2026-11-01", "2026-11-02"].map((day) => difference(0.7777, 0.01, { ...row, day })),
    ].map((row) => kept<DifferenceRow>(row)),
    whatIf: whatIf === undefined ? [] : [{ ...whatIf, curves: curves ?? [], tipping: [] }],
  });
}

it.each(reportFormats.map((format) => [format.name, format] as const))(
  "%s prints a number that is not an answer only where it is the whole record",
  (name, { format }) => {
    for (const [word, code] of [
      ["doNotTrust", "stopsOnReward"],
      ["cannotTell", "support"],
    ] as const) {
      const written = format(resultDocument(resultWith(word, code)));
      expect(numbers.test(written)).toBe(name === "json");
      expect(written).toContain(
        name === "json" ? `"code": "${code}",` : (reasonIn[name] ?? "not printed"),
      );
    }
    expect(format(resultDocument(resultWith("better", "curve")))).toMatch(numbers);
  },
);

it.each(whole.map((format) => [format.name, format] as const))(
  "%s keeps what other curves make of a line that its curve decides",
  (_name, { format }) => {
    expect(format(resultDocument(resultWith("doNotTrust", "curve")))).toMatch(/0\.55/);
  },
);

it("says that missing views count as 0 of a line that they leave open, whatever else is open", () => {
  const [found] = reportFormats.filter(({ name }) => name === "table");
  const result = fixtureResult({
    verdicts: [
      verdict({ policy: "other", verdict: "doNotTrust", reason: reason("curve", "It decides.") }),
    ],
    estimates: [withholdNumbers<EstimateRow>(estimate(0.7777, 0.01), "support")],
    differences: [],
    whatIf: [],
  });
  const written = found?.format(resultDocument(result)) ?? "";
  expect(written.replace(/\s+/g, " ")).toContain("it counts missing views as 0");
});

it("holds what was earned online against no number that is withheld for another reason", () => {
  const online = diagnosis({
    ...{ code: "onlineAgreement", policy: "candidate", reward: "like" },
    consequence: "candidate earned +1 % online, and +777 % offline: they agree.",
    facts: { online: 0.01, offline: 7.77 },
  });
  const said = (code: "support" | "onlineAgreement"): string => {
    const { verdicts, ...others } = resultWith("doNotTrust", "stopsOnReward");
    const lines = verdicts.map((line) => ({ ...line, reason: reason(code, "The reason.") }));
    const result = { ...others, verdicts: lines, diagnostics: [online] };
    return JSON.stringify(withhold(result).diagnostics);
  };
  expect(said("support")).toContain("withheld (support)");
  expect(said("support")).not.toMatch(/777|7\.77/);
  expect(said("onlineAgreement")).toContain("777");
});
