import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cbrt } from "../../src/numeric/elementary/cbrt.js";
import { cos } from "../../src/numeric/elementary/cos.js";
import { exp } from "../../src/numeric/elementary/exp.js";
import { expm1 } from "../../src/numeric/elementary/expm1.js";
import { atanh, sinh, tanh } from "../../src/numeric/elementary/hyperbolic.js";
import { hypot } from "../../src/numeric/elementary/hypot.js";
import { ln } from "../../src/numeric/elementary/ln.js";
import { log2, log10 } from "../../src/numeric/elementary/log-in-base.js";
import { log1p } from "../../src/numeric/elementary/log1p.js";
import { pow } from "../../src/numeric/elementary/pow.js";

const functions = {
  exp,
  expm1,
  ln,
  log2,
  log10,
  log1p,
  pow,
  cbrt,
  hypot,
  cos,
  tanh,
  sinh,
  atanh,
} satisfies Record<string, (...given: number[]) => number>;

type Name = keyof typeof functions;

/** Rows of arguments and the nearest double to the value, as `elementary.py` wrote them. */
const table: Record<Name, readonly (readonly number[])[]> = JSON.parse(
  readFileSync(new URL("./elementary.json", import.meta.url), "utf8"),
);

const view = new DataView(new ArrayBuffer(8));

/** The place of a double among all of them: neighbours differ by 1. */
function placeOf(x: number): bigint {
  view.setFloat64(0, x);
  const bits = view.getBigInt64(0);
  return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
}

describe("elementary functions are within one unit in the last place of values by mpmath", () => {
  it("tries all of them", () => {
    expect(Object.keys(table)).toEqual(Object.keys(functions));
  });

  for (const [name, of] of Object.entries(functions) as [Name, (...given: number[]) => number][]) {
    it(name, () => {
      const rows = table[name];
      expect(rows.length).toBeGreaterThan(30);
      const apart = rows.map((row) =>
        Number(placeOf(of(...row.slice(0, -1))) - placeOf(row.at(-1) ?? 0)),
      );
      for (const [at, by] of apart.entries()) {
        expect(Math.abs(by), `${name}(${rows[at]?.slice(0, -1)})`).toBeLessThanOrEqual(1);
      }
      const nearest = apart.filter((by) => by === 0).length;
      expect(nearest / rows.length).toBeGreaterThan(0.9);
    });
  }
});
