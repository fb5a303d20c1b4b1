import { expect, it } from "vitest";
import { fixtureResult, verdict } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { verdicts } from "./verdicts.js";

it("names the deciding estimator only where the reason does not", () => {
  const short = verdict({ reason: reason("intervalAboveZero", "The interval lies above 0.") });
  expect(written(verdicts, fixtureResult({ verdicts: [short] })).text).toContain(
    "By dcg(curve, qhat): The interval lies above 0.",
  );
  const { text } = written(verdicts, fixtureResult({ verdicts: [verdict()] }));
  expect(text).not.toContain("By dcg");
  expect(text).toContain("difference by dcg(curve, qhat) lies above 0.");
});

it("says which direction is better where that is down", () => {
  const { html, markdown } = written(verdicts, fixtureResult());
  expect(html).toContain("latency (lower is better)");
  expect(markdown).toContain("**WORSE** · candidate against production, latency (lower is better)");
});

it("says of a study that compares nothing that it has no verdict, on the page", () => {
  const { html, text, csv } = written(verdicts, fixtureResult({ verdicts: [] }));
  expect(html).toContain("there is no verdict");
  expect([text, csv]).toEqual(["", []]);
});
