import { describe, expect, it } from "vitest";
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
  const [finds, says, spares, monotone, thresholds, numbers] = diagnosticLaws;
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
  ] as const)("%o %s", (law, _what, diagnostic) => {
    expect(() => law?.check(diagnostic)).toThrow(/^effectiveSampleSize /);
  });
});
