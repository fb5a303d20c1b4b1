import { describe, expect, it } from "vitest";
import type { Convention } from "./convention.js";
import { conventions } from "./index.js";
import { conventionLaws } from "./laws.js";

describe.each(conventions.map((each) => [each.name, each] as const))("%s", (_, convention) => {
  it.each(conventionLaws.map((law) => [law.name, law] as const))("%s", (_name, law) => {
    law.check(convention);
  });
});

describe("the laws catch a convention", () => {
  const [gain] = conventions;
  if (gain === undefined) throw new Error("no convention");
  const [written, matters] = conventionLaws;
  const bent = (more: Partial<Convention>): Convention => ({ ...gain, ...more });
  it.each([
    [written, "with a name of two words", bent({ name: "the gain" })],
    [written, "without a choice", bent({ choices: gain.choices.slice(0, 1) })],
    [written, "that does not say what it is for", bent({ purpose: "" })],
    [
      matters,
      "with a choice that changes nothing",
      bent({
        name: "other",
        choices: [...gain.choices.slice(0, 1), { name: "same", purpose: "s" }],
      }),
    ],
  ])("%o %s", (law, _what, convention) => {
    expect(() => law?.check(convention)).toThrow(/^The convention /);
  });
});
