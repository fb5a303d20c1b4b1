import { expect, it } from "vitest";
import { hasSimd, loadModule } from "./web-assembly.js";

/** (module (import "hindcast" "memory" (memory 1)) (func (export "first") (result i32) (i32.load8_u (i32.const 0)))) */
const first =
  "AGFzbQEAAAABBQFgAAF/AhQBCGhpbmRjYXN0Bm1lbW9yeQIAAQMCAQAHCQEFZmlyc3QAAAoJAQcAQQAtAAAL";

it("gives a module memory that both sides see", () => {
  const { memory, exports } = loadModule(first, 100_000);
  expect(memory.byteLength).toBeGreaterThanOrEqual(100_000);
  new Uint8Array(memory)[0] = 42;
  expect((exports.first as () => number)()).toBe(42);
});

it("knows where there is none", () => {
  expect(hasSimd()).toBe(true);
  const assembly = Reflect.get(globalThis, "WebAssembly");
  try {
    Reflect.set(globalThis, "WebAssembly", undefined);
    expect(hasSimd()).toBe(false);
    expect(() => loadModule(first, 1)).toThrow("without --jitless");
  } finally {
    Reflect.set(globalThis, "WebAssembly", assembly);
  }
});
