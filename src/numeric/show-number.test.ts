import { describe, expect, it } from "vitest";
import { decimalsFor } from "./decimals-for.js";
import {
  showBareP,
  showCount,
  showLevel,
  showNumber,
  showP,
  showPercent,
  showSigned,
  showStatistic,
  showTwoDigits,
} from "./show-number.js";

describe("numbers in words", () => {
  it("shows two significant digits of the standard error", () => {
    expect(decimalsFor(0.012, 1)).toBe(3);
    expect(decimalsFor(0.0999, 1)).toBe(3);
    expect(decimalsFor(12, 1000)).toBe(0);
    expect(showNumber(0.431162, decimalsFor(0.0024, 0.431162))).toBe("0.4312");
  });

  it("falls back on the value's size where there is no spread", () => {
    expect(showNumber(0.00012345, decimalsFor(0, 0.00012345))).toBe("0.0001234");
    expect(showNumber(0, decimalsFor(null, 0))).toBe("0");
  });

  it("never says NaN, Infinity or minus zero", () => {
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const say of [showCount, showStatistic, showBareP, (x: number) => showNumber(x, 3)]) {
      for (const value of odd) expect(say(value)).toBe("–");
    }
    expect(showNumber(-0.0001, 2)).toBe("0.00");
    expect(showSigned(0.0001, 2)).toBe("0.00");
    expect(showSigned(0.01, 2)).toBe("+0.01");
  });

  it("uses powers of ten where digits would run away", () => {
    expect(showNumber(2.5e-12, decimalsFor(1e-13, 2.5e-12))).toBe("2.500e-12");
    expect(showNumber(1.5e12, 0)).toBe("1.500e+12");
  });

  it("says p-values, levels and percentages", () => {
    expect(showP(0.00001)).toBe("p < 0.0001");
    expect(showP(0.0321)).toBe("p = 0.032");
    expect(showP(1)).toBe("p = 1.00");
    expect(showLevel(0.95)).toBe("95 %");
    expect(showLevel(0.9995)).toBe("99.95 %");
    expect(showPercent(0.0234)).toBe("+2.34 %");
    expect(showPercent(-0.5)).toBe("-50.0 %");
    expect(showStatistic(0.98765)).toBe("0.9877");
    expect(showCount(1234567)).toBe("1,234,567");
  });

  it("says two digits of a share or a factor without powers of ten", () => {
    const shown = [0.46, 1.44, 99.4, 99.7, 144, 48_123, 1e-7].map(showTwoDigits);
    expect(shown).toEqual(["0.46", "1.4", "99", "100", "140", "48,000", "1.0e-7"]);
    expect(showTwoDigits(Number.NaN)).toBe("–");
  });
});
