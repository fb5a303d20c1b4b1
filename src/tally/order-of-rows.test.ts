import { expect, it } from "vitest";
import { inOrder, orderOf, placesOf } from "./order-of-rows.js";

it("orders rows by all of their numbers, also below 0, whatever order they came in", () => {
  const rows = [0, 1].flatMap((bucket) => [-2, -1, 0, 3].map((key) => [bucket, key] as const));
  for (const mixed of [rows, rows.toReversed(), [...rows.slice(3), ...rows.slice(0, 3)]]) {
    const columns = [0, 1].map((at) => Float64Array.from(mixed, (row) => row[at] ?? 0));
    const order = orderOf(placesOf(columns, mixed.length));
    const [buckets, keys] = columns.map((values) => inOrder(values, order));
    expect(Array.from(buckets ?? [], (bucket, at) => [bucket, keys?.[at]])).toEqual(rows);
  }
});
