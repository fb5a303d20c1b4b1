import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assertAsyncProperty } from "../fixture/property.js";
import { type Bench, openBench, someCase } from "./fuzz/bench.js";
import { faultIn } from "./fuzz/faults.js";
import { kinds } from "./fuzz/seeds.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const faultsOf = async (given: Parameters<Bench["tried"]>[0]): Promise<readonly string[]> =>
  (await bench.tried(given)).flatMap(({ argv, fault }) =>
    fault === undefined ? [] : [`${argv.join(" ")}: ${fault}`],
  );

it.each(kinds)("a sound file of the kind %s is answered", async (kind) => {
  const endings = await bench.tried({ kind, seed: 0, edits: [], damage: null });
  expect(endings.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(endings[0]?.code).toBe(0);
});

it("a changed file gets an answer or an error of ours, in printable words, and writes nothing else", async () => {
  const property = fc.asyncProperty(someCase, async (given) => {
    expect(await faultsOf(given)).toEqual([]);
  });
  await assertAsyncProperty(property, { quick: 20, thorough: 400 });
});

describe("the fuzzer sees", () => {
  const sound = { code: 1, stdout: "", stderr: "error: it is none.\n" };
  it("nothing in an error in words", () => {
    expect(faultIn(sound, ["report"], "")).toBeUndefined();
  });

  const page = (body: string): string =>
    `<!doctype html><meta content="default-src 'none'">${body}`;
  it.each([
    ["an error that is not typed", { stderr: "error: x\nThis was not expected." }, ""],
    ["a control character on stderr", { stderr: "error: \u001b[2J" }, ""],
    ["a command to a CI runner on stdout", { stdout: "a\n ::warning::x" }, ""],
    ["said nothing", { stderr: "" }, ""],
    ["tells a file outside", { stdout: "SECRET-OUTSIDE" }, ""],
    ["a page without a policy", {}, "<!doctype html><p>"],
    ["a page with <script>", {}, page("<script>")],
    ["a page with a handler", {}, page('<p title="a" onclick="x">')],
    ["a page with an address", {}, page('<a href="javascript:x">')],
  ])("%s", (what, more, text) => {
    expect(faultIn({ ...sound, ...more }, ["report"], text)).toContain(what);
  });
});
