import { expect, it } from "vitest";
import type { Tally } from "../../tally/tally.js";
import { fromBase64, toBase64 } from "./base64.js";
import { packTally, unpackTally } from "./pack-tally.js";

const odd = Float64Array.of(-0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 0.1, -1e-310);
const whole = Float64Array.of(0, -1, 2 ** 31 - 1, -(2 ** 31), 5, 5);
const table = (hi: Float64Array, lo: Float64Array | null) => ({
  rows: 6,
  strata: [{ day: "2026-11-01", feed: null, logger: null }],
  stratum: Int32Array.of(0, 0, 0, 0, 0, 0),
  bucket: Int32Array.of(-1, 0, 1, 2, 3, 4),
  keys: { rank: whole },
  columns: {
    one: { combine: "sum" as const, hi, lo },
    same: { combine: "max" as const, hi: hi.slice(), lo: null, rounding: Number.POSITIVE_INFINITY },
  },
});
const tally: Tally = {
  about: { text: "</script>é" },
  buckets: { kind: "hashed", count: 128 },
  clusteredBy: { role: "user", column: "user", hash: "text" },
  clusters: null,
  tables: { cells: table(odd, odd), other: table(whole, null) },
};

it("comes back bit for bit", async () => {
  const text = toBase64(await packTally(tally));
  const back = await unpackTally(fromBase64(text));
  expect(back).toEqual(tally);
  const bits = (of: Tally): Uint8Array =>
    new Uint8Array(of.tables.cells?.columns.one?.hi.slice().buffer ?? new ArrayBuffer(0));
  expect(bits(back)).toEqual(bits(tally));
});

it("writes equal columns once", async () => {
  const random = Float64Array.from({ length: 20_000 }, (_, at) => ((at * 7919) % 65_537) / 3);
  const of = (columns: number): Tally => ({
    ...tally,
    tables: {
      cells: {
        ...table(odd, null),
        columns: Object.fromEntries(
          Array.from({ length: columns }, (_, at) => [
            `${at}`,
            { combine: "sum", hi: random.slice(), lo: null },
          ]),
        ),
      },
    },
  });
  const [one, five] = [await packTally(of(1)), await packTally(of(5))];
  expect(five.length).toBeLessThan(one.length * 1.05);
});
