import { describe, expect, it } from "vitest";
import type { ClipChoice } from "./clip-choice.js";
import { clipChoices } from "./index.js";
import { clipChoiceLaws } from "./laws.js";

describe.each(clipChoices.map((each) => [each.name, each] as const))("%s", (_name, choice) => {
  it.each(clipChoiceLaws.map((law) => [law.name, law] as const))("%s", (_law, law) => {
    law.check(choice);
  });
});

describe("the laws catch a rule", () => {
  const by = (choose: ClipChoice["choose"]): ClipChoice => ({
    name: "wrong",
    purpose: "",
    reference: "",
    choose,
  });
  const [alone, clips, staysNear, scales] = clipChoiceLaws;

  it.each([
    [alone, "that always chooses the second", by(() => 1)],
    [clips, "that never clips", by(() => 0)],
    [staysNear, "that always clips most", by((points) => points.length - 1)],
    [scales, "that compares with a number", by((points) => ((points[0]?.width ?? 0) > 5 ? 0 : 1))],
  ] as const)("%o: %s", (law, _what, wrong) => {
    expect(() => law?.check(wrong)).toThrow("wrong");
  });
});
