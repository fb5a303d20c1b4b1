import { expect, it } from "vitest";
import { reportedResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { whatIf } from "./what-if.js";

const [asked] = reportedResult().whatIf ?? [];
if (asked === undefined) throw new Error("The fixture asks for no other curve.");

it("shows each difference under every curve, and where its reading changes", () => {
  const { text, html, markdown } = written(whatIf, reportedResult());
  for (const part of [text, markdown]) expect(part).toMatch(/-0\.0035 cannot tell (\*|\\\*)/);
  expect(html).toContain(
    '<td class="number cannotTell">-0.0035<br><span class="reading">cannot tell</span> *',
  );
  expect(text).toContain("candidate stays better until rho falls to 0.34");
});

it("says a reason that all curves share once", () => {
  const none = reason("rankMissing", "The tally holds no pairs.");
  const curves = asked.curves.map(({ kind, label }) => ({ kind, label, none }));
  const source = reportedResult({ whatIf: [{ ...asked, curves, tipping: [] }] });
  for (const part of Object.values(written(whatIf, source)).slice(0, 3)) {
    expect(String(part).split(none.message)).toHaveLength(2);
  }
});

it("gives every curve's differences to CSV, with the reading as code", () => {
  const { csv } = written(whatIf, reportedResult());
  expect(csv.map(({ curve, value, code }) => [curve, value, code])).toEqual([
    ["yuleSimon, as used", 0.01185, "better"],
    ["geometric, fitted", -0.0035, "cannotTell"],
    ["table, fitted", undefined, "tailNeeded"],
  ]);
});
