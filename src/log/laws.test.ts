import { describe, expect, it } from "vitest";
import { apply, bigint, caseWhen, double, equal, plus } from "../sql/expression.js";
import { roleLaws } from "./laws.js";
import { readNumber, readWhole } from "./readers.js";
import type { Role } from "./role.js";
import { roles } from "./roles/index.js";

describe.each(roles.map((role: Role) => [role.name, role] as const))("the role %s", (_, role) => {
  it.each(roleLaws.map((law) => [law.name, law] as const))("%s", async (__, law) => {
    await expect(law.check(role)).resolves.toBeUndefined();
  });
});

const named = (name: string): Role => {
  const found = roles.find((role) => role.name === name);
  if (found === undefined) throw new Error(`There is no role ${name}.`);
  return found;
};

describe("the laws catch", () => {
  const zeroForNull: Role = {
    ...named("sampling"),
    read: (source) => apply("coalesce", readNumber(source), double(1)),
    refuses: {},
  };
  const oneForOdd: Role["read"] = (source) => {
    const whole = readWhole(source);
    return caseWhen([{ when: equal(whole, bigint(0n)), then: bigint(1n) }], whole);
  };
  const bent: readonly (readonly [law: string, fault: string, role: Role])[] = [
    ["its words say what it is", "phrases", { ...named("day"), words: { purpose: "The day." } }],
    ["NULL is refused or stays NULL", "NULL", zeroForNull],
    [
      "NaN, infinities and fractions of whole numbers are refused",
      "must be refused",
      { ...named("reward"), refuses: {} },
    ],
    [
      "NaN, infinities and fractions of whole numbers are refused",
      "must be refused",
      { ...named("targetRank"), read: oneForOdd },
    ],
    [
      "a value is refused where it lies outside, with an example row",
      "bounds",
      { ...named("sampling"), read: () => double(1) },
    ],
    [
      "a value is refused where it lies outside, with an example row",
      "does not suspect",
      { ...named("sampling"), read: () => double(2) },
    ],
    [
      "two source columns give two fingerprints",
      "mean the same",
      { ...named("reward"), meaning: () => "reward" },
    ],
    [
      "two source columns give two fingerprints",
      "mean the same",
      { ...named("listLength"), meaning: () => "h_rank:one" },
    ],
    [
      "renaming the source column changes no number",
      "changes h_exposure",
      {
        ...named("loggedExposure"),
        read: (source) => (source.name === "played" ? double(1) : readNumber(source)),
      },
    ],
    [
      "the survey knows every canonical column and its range",
      "miscounts",
      { ...named("censored"), survey: "nothing" },
    ],
    [
      "the survey knows every canonical column and its range",
      "range",
      { ...named("sampling"), read: (source) => plus(readNumber(source), double(1e9)) },
    ],
    [
      "a value above the role that bounds it counts as none",
      "above its bound",
      { ...named("targetRank"), atMost: [named("rank")] },
    ],
    [
      "the sample for checks keeps it where it says so",
      "sample",
      { ...named("item"), isSampled: true },
    ],
  ];

  it.each(bent)("%s: %s", async (name, fault, role) => {
    const law = roleLaws.find((each) => each.name === name);
    await expect(law?.check(role)).rejects.toThrow(new RegExp(`^${role.name}: .*${fault}`));
  });

  it("each with a bent role", () => {
    expect(new Set(bent.map(([law]) => law))).toEqual(new Set(roleLaws.map(({ name }) => name)));
  });
});
