import { describe, expect, it } from "vitest";
import type { LogView, PolicyView } from "../estimators/estimator.js";
import type { Diagnosis, Diagnostic } from "./diagnostic.js";
import { diagnostics } from "./index.js";
import { diagnosticLaws } from "./laws.js";

describe.each(diagnostics.map((each) => [each.code, each] as const))("%s", (_code, diagnostic) => {
  it.each(diagnosticLaws.map((law) => [law.name, law] as const))("%s", (_law, law) => {
    law.check(diagnostic);
  });
});

describe("the laws catch a diagnostic", () => {
  const [whole] = diagnostics;
  if (whole === undefined) throw new Error("no diagnostic");
  const [finds, says, spares, monotone, thresholds, numbers, lists] = diagnosticLaws;
  const bent = (change: (found: Diagnosis) => Partial<Diagnosis>): Diagnostic => ({
    ...whole,
    ofPolicy: (scope) =>
      (whole.ofPolicy?.(scope) ?? []).map((found) => ({ ...found, ...change(found) })),
  });
  const ofLogged: Diagnostic = {
    ...whole,
    ofPolicy: (scope) =>
      whole.ofPolicy?.({
        ...scope,
        policy: { ...scope.policy, isLogged: false, exposure: scope.log.exposure },
      }) ?? [],
  };

  it.each([
    [finds, "that never speaks", { ...whole, ofPolicy: () => [] }],
    [finds, "of another code", bent(() => ({ code: "overflow" }))],
    [says, "without a remedy", bent(() => ({ remedy: " " }))],
    [spares, "that warns of the logged policy", ofLogged],
    [
      monotone,
      "that is milder where it is worse",
      bent(({ severity }) => ({ severity: severity === "fail" ? "ok" : "fail" })),
    ],
    [monotone, "that always says ok", bent(() => ({ severity: "ok" }))],
    [thresholds, "without its thresholds", bent(() => ({ facts: {} }))],
    [numbers, "with a statistic that is not a number", bent(() => ({ statistic: Number.NaN }))],
    [numbers, "whose interval is turned", bent(() => ({ interval: [1, 0] }))],
    [lists, "that lists no sums", { ...whole, components: () => [] }],
    [
      lists,
      "that leaves out a sum",
      {
        ...whole,
        components: (log: LogView, policy: PolicyView) =>
          (whole.components?.(log, policy) ?? []).slice(1),
      },
    ],
  ] as const)("%o %s", (law, _what, diagnostic) => {
    expect(() => law?.check(diagnostic)).toThrow(/^effectiveSampleSize /);
  });

  it("that does not list the largest value, or what an answer is of", () => {
    for (const code of ["largestWeight", "meanWeight"]) {
      const member = diagnostics.find((each) => each.code === code);
      if (member === undefined) throw new Error(`${code} is missing`);
      const less: Diagnostic = {
        ...member,
        components: (log, policy) => (member.components?.(log, policy) ?? []).slice(0, 1),
      };
      expect(() => lists?.check(member)).not.toThrow();
      expect(() => lists?.check(less)).toThrow(/does not list: .* The worlds are in/);
    }
  });

  it("that forgets the count of rows that a policy by rank does not show", () => {
    const meanWeight = diagnostics.find(({ code }) => code === "meanWeight");
    if (meanWeight === undefined) throw new Error("meanWeight is missing");
    const less: Diagnostic = {
      ...meanWeight,
      components: (log, policy) => (meanWeight.components?.(log, policy) ?? []).slice(0, 2),
    };
    expect(() => lists?.check(less)).toThrow(/does not list/);
  });
});
