import { expect, it } from "vitest";
import { fixtureGuarded } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { withhold } from "../../withhold.js";
import { posterior } from "./posterior.js";

it("prints the prior with chances and losses", () => {
  const { text, csv } = written(posterior, withhold(fixtureGuarded()));
  expect(text).toContain("standard deviation 5 %");
  expect(text).toMatch(/candidate +like .*96\.5 % +0\.031 %/);
  expect(csv[0]).toMatchObject({ row: "posterior", priorSd: 0.05, chanceToBeat: 0.965 });
});

it("says why a line has no chances", () => {
  const plain = withhold(fixtureGuarded());
  const none = reason("noPosterior", "No chances are given: it is too skewed.");
  const verdicts = [
    ...plain.verdicts,
    ...plain.verdicts.map((each) => ({
      ...each,
      reward: "watch",
      posterior: { priorSd: 0.05, none },
    })),
  ];
  const { text, csv } = written(posterior, { ...plain, verdicts });
  expect(text).toMatch(/candidate +watch +none/);
  expect(text).toContain("candidate, watch: No chances are given: it is too skewed.");
  expect(csv).toHaveLength(plain.verdicts.length);
});

it("shows nothing without a prior", () => {
  const plain = withhold(fixtureGuarded());
  const verdicts = plain.verdicts.map(({ posterior: _, ...rest }) => rest);
  expect(posterior.show({ ...plain, verdicts })).toBeNull();
});
