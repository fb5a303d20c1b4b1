import { describe, expect, it } from "vitest";
import { inTurn } from "../../../test/fixture/property.js";
import { StudyError } from "../../errors.js";
import { playDials } from "../law-world.js";
import type { Dial } from "./dial.js";
import { dials, stepsOf } from "./index.js";
import { dialLaws } from "./laws.js";

describe.each(inTurn(dials, 8))("the dial $name", (dial) => {
  it.each(dialLaws)("obeys: $name", ({ check }) => check(dial, playDials));
});

describe("the laws", () => {
  const trust = dials.find(({ name }) => name === "trustInRank") as Dial;
  const law = (name: string) => dialLaws.find((each) => each.name.startsWith(name));
  const bent = (change: Partial<Dial>): Dial => ({ ...trust, ...change });
  const playing = (dial: Dial) => (values: Readonly<Record<string, number>>) =>
    playDials(values, [dial]);

  it.each(
    inTurn(
      [
        ["its values", bent({ strong: 7 }), /does not take the value 7/],
        ["at 0", bent({ name: "bent", steps: () => ({}) }), /changes the world/],
        ["it moves", bent({ moves: "log" }), /the truth says else/],
        ["it moves", bent({ steps: () => ({}) }), /changes no row/],
        ["what arms", bent({ steps: () => ({ amount: () => 0 }) }), /is expected/],
      ],
      2,
    ),
  )("catch a bent member: %s", (name, dial, fault) => {
    const at0 = (values: Readonly<Record<string, number>>) =>
      playDials("bent" in values ? { trustInRank: 0.5 } : {});
    expect(() => law(name)?.check(dial, name === "at 0" ? at0 : playing(dial))).toThrow(fault);
  });
});

it("names that are not dials, and values out of range, are refused together", () => {
  const wrong = { trustinrank: 0.1, carryOver: 3, robotUser: Number.NaN };
  expect(() => stepsOf(wrong)).toThrow(StudyError);
  expect(() => stepsOf(wrong)).toThrow(/"trustinrank".*trustInRank.*carryOver.*3.*robotUser/s);
});
