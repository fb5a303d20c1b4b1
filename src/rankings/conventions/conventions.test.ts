import { describe, expect, it } from "vitest";
import { choiceOf } from "./index.js";
import { table } from "./table.js";

const gains = [-2, 0, 1, 3];

it.each([
  ["linear", [-2, 0, 1, 3]],
  ["exp", [-0.75, 0, 1, 7]],
  ["binary", [0, 0, 0, 1]],
])("gain %s", (name, values) => {
  expect(gains.map((grade) => choiceOf("gain", name).of(grade, 2))).toEqual(values);
});

it("discount: ranks weigh less and less", () => {
  const at = (name: string) => [1, 2, 4].map((rank) => choiceOf("discount", name).at(rank));
  expect(table.discount.choices).toHaveLength(4);
  expect(at("log2")[0]).toBe(1);
  expect(at("log2")[1]).toBeCloseTo(0.6309297535714575, 12);
  expect(at("late")).toEqual([1, 1, 0.5]);
  expect(at("ln")[0]).toBeCloseTo(1 / Math.log(2), 12);
  expect(at("inverse")).toEqual([1, 0.5, 0.25]);
});

it.each([
  ["labels", [3, 2, 1]],
  ["listed", [2, 0]],
  ["asMany", [3, 2]],
])("ideal %s", (name, values) => {
  const list = choiceOf("ideal", name).of(Float64Array.of(0, 2), Float64Array.of(3, 2, 1));
  expect([...list]).toEqual(values);
});

it.each([
  [
    "gain",
    table.gain.choices.map(({ reads }) => reads),
    [["negatives"], ["negatives"], ["relevant"]],
  ],
  ["ideal", table.ideal.choices.map(({ name }) => name), ["labels", "listed", "asMany"]],
  [
    "negatives: nothing below 0, or less",
    table.negatives.choices.map((choice) => [-2, 0, 3].map(choice.of)),
    [
      [0, 0, 3],
      [-2, 0, 3],
    ],
  ],
  [
    "grades: any numbers, or whole ones",
    table.grades.choices.map((choice) => [-1, 0.5, 2].map((grade) => choice.holds(grade))),
    [
      [true, true, true],
      [true, false, true],
    ],
  ],
  [
    "empty: a user is left out, or counts a value where there is none",
    table.empty.choices.map(({ name, value, leavesOut }) => [name, value, leavesOut]),
    [
      ["skip", null, undefined],
      ["zero", 0, undefined],
      ["one", 1, undefined],
      ["drop", null, true],
    ],
  ],
  [
    "missing: a user whom a run leaves out counts, is left out, or is refused",
    table.missing.choices.map(({ name, counts, refuses }) => [name, counts, refuses]),
    [
      ["zero", true, undefined],
      ["skip", false, undefined],
      ["refuse", false, true],
    ],
  ],
  [
    "precisionBy: the cutoff, or what is listed up to it",
    table.precisionBy.choices.map((choice) => [choice.of(10, 3), choice.of(Infinity, 3)]),
    [
      [10, 3],
      [3, 3],
    ],
  ],
  [
    "recallBy: all, or those let in",
    table.recallBy.choices.map((choice) => choice.of(5, 8)),
    [8, 5],
  ],
])("%s", (_, found, expected) => {
  expect(found).toEqual(expected);
});

it("scores keep 64 bits, or 32", () => {
  const near = [12.00000003, 12.00000002, -1e-50, 0, 1e300, 1e301, 16777217];
  const compared = (name: string) => [
    ...choiceOf("scores", name).compared(Float64Array.from(near)),
  ];
  expect(compared("double")).toEqual(near);
  expect(compared("single")).toEqual([12, 12, -0, 0, Infinity, Infinity, 16777216]);
});

describe("ties", () => {
  const scores = Float64Array.of(1, 2, 2, 0);
  const names = ["d", "a", "b", "c"];
  const compareNames = (a: number, b: number): number =>
    (names[a] ?? "") < (names[b] ?? "") ? -1 : 1;
  const order = (name: string, cutoff = 4): readonly number[] => [
    ...choiceOf("ties", name).order({ scores, compareNames }, cutoff),
  ];

  it.each([
    ["itemDescending", [2, 1, 0, 3]],
    ["itemAscending", [1, 2, 0, 3]],
    ["file", [1, 2, 0, 3]],
    ["average", [1, 2, 0, 3]],
  ])("%s", (name, items) => expect(order(name)).toEqual(items));

  it("lists the top k alone where the order depends on it", () => {
    expect(order("introselect", 1)).toHaveLength(1);
  });
});
