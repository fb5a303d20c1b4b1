import { expect, it } from "vitest";
import { gateOf } from "./gate.js";

const known = { policies: ["a", "b:like", "b"], rewards: ["like", "x:y"] };

it("reads a policy, or a policy and a reward, colons in names included", () => {
  expect(gateOf("a", known)).toEqual({ policy: "a" });
  expect(gateOf("a:like", known)).toEqual({ policy: "a", reward: "like" });
  expect(gateOf("b:like", known)).toEqual({ policy: "b:like" });
  expect(gateOf("b:like:x:y", known)).toEqual({ policy: "b:like", reward: "x:y" });
});

it("names what is unknown", () => {
  expect(() => gateOf("c", known)).toThrow('the policy "c"');
  expect(() => gateOf("a:lik", known)).toThrow(
    'the reward "lik", which has no verdict; there is like, x:y. Did you mean "like"?',
  );
});
