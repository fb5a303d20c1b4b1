import { expect, it } from "vitest";
import type { Tipping } from "../../../evaluate/conclude/result.js";
import { describeTipping } from "./what-if-view.js";

const tipping: Tipping = {
  policy: "candidate",
  verdict: "better",
  parameter: "rho",
  used: 1.2016,
  at: 0.3367,
  becomes: "cannotTell",
  standardErrors: 121.17,
  from: 0.3004,
  to: 4.8064,
};
const view = (changes: Partial<Tipping>): string =>
  describeTipping({ ...tipping, ...changes }, "production");

it("says where a reading turns, which way, and how far that is", () => {
  expect(view({})).toBe(
    "candidate stays better until rho falls to 0.34, and then cannot be distinguished from production (121 standard errors away; 1.20 in use).",
  );
  expect(view({ verdict: "cannotTell", at: 1.23, becomes: "worse", standardErrors: 4.32 })).toBe(
    "candidate cannot be distinguished from production until rho rises to 1.230, and then is worse (4.3 standard errors away; 1.202 in use).",
  );
});

it("says between which values it does not turn", () => {
  expect(view({ verdict: "worse", at: null, becomes: null, standardErrors: null })).toBe(
    "candidate stays worse for any rho from 0.30 to 4.81 (1.20 in use).",
  );
});

it("keeps two near values apart, and no standard error out", () => {
  const power = { parameter: "power of p", used: 1, at: 0.99987, standardErrors: null };
  expect(view(power)).toContain("until the power of p falls to 0.99987, and");
  expect(view(power)).toMatch(/ \(1\.00000 in use\)\.$/);
});
