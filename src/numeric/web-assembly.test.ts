import { expect, it } from "vitest";
import { loadModule } from "./web-assembly.js";

/** (module (import "hindcast" "memory" (memory 1)) (func (export "first") (result i32) (i32.load8_u (i32.const 0)))) */
const first =
  "AGFzbQEAAAABBQFgAAF/AhQBCGhpbmRjYXN0Bm1lbW9yeQIAAQMCAQAHCQEFZmlyc3QAAAoJAQcAQQAtAAAL";

it("gives a module memory that both sides see", () => {
  const { memory, exports } = loadModule(first, 100_000);
  expect(memory.byteLength).toBeGreaterThanOrEqual(100_000);
  new Uint8Array(memory)[0] = 42;
  expect((exports.first as () => number)()).toBe(42);
});
