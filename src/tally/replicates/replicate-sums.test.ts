import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { assembleKernel } from "../../../scripts/assemble-kernel.js";
import { createRandom } from "../../random/create-random.js";
import { poissonStream } from "../../random/poisson-stream.js";
import { kernelBytes } from "./kernel-bytes.js";
import { replicateSums } from "./replicate-sums.js";

it("runs what kernel.wat says", async () => {
  const text = readFileSync(new URL("./kernel.wat", import.meta.url), "utf8");
  expect(await assembleKernel(text)).toBe(kernelBytes);
});

it("gives the same bits without WebAssembly", () => {
  const random = createRandom("without WebAssembly");
  const keys = Array.from({ length: 50 }, (_, user) => user);
  const values = Float64Array.from({ length: 50 * 8 }, () => random.normal());
  const sums = () => replicateSums({ keys, width: 8, values }, { count: 200, seed: 3 });
  const expected = sums();
  const assembly = Reflect.get(globalThis, "WebAssembly");
  try {
    Reflect.set(globalThis, "WebAssembly", undefined);
    expect(sums()).toEqual(expected);
  } finally {
    Reflect.set(globalThis, "WebAssembly", assembly);
  }
});

it.each([1, 7, 8, 9, 61])("adds every user as often as its weight says: %i users", (users) => {
  const random = createRandom(`replicate sums of ${users}`);
  const [count, width, seed] = [300, 8, 5];
  const keys = Array.from({ length: users }, (_, user) => `user ${user}`);
  const lacks = keys.map(() => random.integer(3));
  const values = Float64Array.from({ length: users * width }, (_, at) => {
    const half = at % width < 4 ? 1 : 2;
    return lacks[Math.floor(at / width)] === half ? 0 : 1 + random.integer(1000);
  });
  const expected = new Float64Array(count * width);
  const weights = new Uint8Array(count);
  keys.forEach((key, user) => {
    poissonStream(seed, key, weights);
    for (let at = 0; at < expected.length; at++) {
      const weight = weights[Math.floor(at / width)] ?? 0;
      expected[at] = (expected[at] ?? 0) + weight * (values[user * width + (at % width)] ?? 0);
    }
  });
  expect(replicateSums({ keys, width, values }, { count, seed })).toEqual(expected);
});
