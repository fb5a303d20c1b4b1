import { describe, expect, it } from "vitest";
import { numbersOf, strayNumbers, visibleText } from "./printed-numbers.js";

describe("the numbers of a text", () => {
  it("are those that stand alone, not digits inside names", () => {
    const texts = numbersOf("ips of log2, p1 and G²: 1,234 of 0.431, [-0.0035, +0.012], 2.5e-12");
    expect(texts.map(({ value }) => value)).toEqual([1234, 0.431, -0.0035, 0.012, 2.5e-12]);
  });

  it("know their last digit", () => {
    expect(numbersOf("0.431")[0]?.tolerance).toBeCloseTo(0.0005, 12);
    expect(numbersOf("1.500e+12")[0]?.tolerance).toBeCloseTo(5e8, 0);
  });
});

describe("stray numbers", () => {
  const json = { value: 0.43116, p: 2e-7, lift: 0.0283, text: "ranks 1 to 60", log: { n: 120000 } };

  it("are those that the JSON does not hold up to their rounding", () => {
    expect(
      strayNumbers("0.4312 of 120,000, p < 0.0001, lift +2.83 %, to rank 60", json, []),
    ).toEqual([]);
    expect(strayNumbers("0.4311", json, [])).toEqual(["0.4311"]);
    expect(strayNumbers("-0.4312", json, [])).toEqual(["-0.4312"]);
    expect(strayNumbers("lift +2.84 %", json, [])).toEqual(["+2.84 %"]);
    expect(strayNumbers("p < 0.0000001", json, [])).toEqual(["< 0.0000001"]);
  });

  it("are not those that are declared as derived", () => {
    expect(strayNumbers("17 checks", json, [])).toEqual(["17"]);
    expect(strayNumbers("17 checks", json, [17])).toEqual([]);
  });
});

it("what a reader sees of markup is its text, and of a picture its title and description", () => {
  const markup = `<p class="x">a &lt; 0.5</p><svg width="260"><title>t</title><desc>d 1</desc><text>9</text></svg>`;
  expect(visibleText(markup).replace(/\s+/g, " ").trim()).toBe("a < 0.5 t d 1");
});
