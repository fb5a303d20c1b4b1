import { describe, expect, it } from "vitest";
import { InternalError } from "../../errors.js";
import { addCounts, asCounts } from "./log-counts.js";

describe("counts of a log", () => {
  it("are those of a plan, frozen, and know every name", () => {
    const counts = asCounts({ duplicates: 0, holes: 3 });
    expect(counts).toEqual({ duplicates: 0, holes: 3 });
    expect(Object.isFrozen(counts)).toBe(true);
    expect(() => asCounts({ holes: 1, wholes: 1 })).toThrow(InternalError);
  });

  it("add, a count that one log does not have being 0", () => {
    const sum = addCounts({ holes: 3, severalDays: 1 }, { holes: 2, excludedRows: 4 });
    expect(sum).toEqual({ holes: 5, severalDays: 1, excludedRows: 4 });
  });
});
