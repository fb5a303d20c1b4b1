import { describe, expect, it } from "vitest";
import { comparisonOf, rowsOf, smallWorld } from "../../../test/fixture/session-worlds.js";
import { viewsNotLogged } from "./views-not-logged.js";

const offered = { ...smallWorld, offered: true };

describe("viewsNotLogged", () => {
  it("refuses a fitted curve where every row of the list is logged, and watches a given one", () => {
    const comparison = comparisonOf(offered, "a");
    const facts = { depth: 6, sameDepthShare: 1, atEndShare: 1 };
    expect(viewsNotLogged.examine(comparison)).toMatchObject({
      effect: "watch",
      applies: false,
      facts,
    });
    for (const curveIs of ["parametric", "measured"] as const) {
      const found = viewsNotLogged.examine({ ...comparison, curveIs });
      expect(found).toMatchObject({ effect: "doNotTrust", applies: true, facts });
    }
  });

  it("is silent where depths differ, and counts them as the sessions do", () => {
    const { n, depths } = rowsOf(smallWorld, "a");
    const share = (depth: number): number => depths.filter((each) => each === depth).length / n;
    const shares = [1, 2, 3, 4, 5, 6].map(share);
    const found = viewsNotLogged.examine({
      ...comparisonOf(smallWorld, "a"),
      curveIs: "parametric",
    });
    expect(found).toMatchObject({ effect: "none", applies: false });
    expect(found.facts.sameDepthShare).toBe(Math.max(...shares));
    expect(found.facts.atEndShare).toBe(share(6));
    expect(found.facts.depth).toBe(shares.indexOf(Math.max(...shares)) + 1);
  });
});
