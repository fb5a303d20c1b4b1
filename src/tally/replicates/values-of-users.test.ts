import { expect, it } from "vitest";
import { tableOf, type Values } from "../../sql/run/table.js";
import { replicateSums } from "./replicate-sums.js";
import { type ResultByUser, valuesOfUsers } from "./values-of-users.js";

const result = (
  cluster: Values,
  feeds: readonly string[],
  sums: readonly number[],
): ResultByUser => {
  const { length } = sums;
  const nulls = sums.map(() => null);
  const columns = new Map<string, Values>([
    ["day", nulls],
    ["feed", feeds],
    ["logger", nulls],
    ["cluster", cluster],
    ["sum", Float64Array.from(sums)],
  ]);
  return { table: tableOf(length, columns), columns: [{ fingerprint: "f", aliases: ["sum"] }] };
};

const users = [30, 4, 4, 100];
const sumsOf = (cluster: Values) => {
  const found = valuesOfUsers([result(cluster, ["1", "1", "2", "2"], [1, 2, 3, 4])]);
  const sums = replicateSums(found, { count: 50, seed: 1 });
  const places = found.places.get("f") ?? [];
  return {
    keys: found.keys,
    sums: places.map((place) => sums.filter((_, at) => at % found.width === place)),
  };
};

it("gives keys that are numbers the weights of their texts", () => {
  const [numbers, texts] = [sumsOf(Float64Array.from(users)), sumsOf(users.map(String))];
  expect(numbers.keys).toEqual([4, 30, 100]);
  expect(texts.keys).toEqual(["100", "30", "4"]);
  expect(numbers.sums).toEqual(texts.sums);
  expect(numbers.sums[0]).not.toEqual(numbers.sums[1]);
});

it("leaves out users whom the first result lacks, and strata too", () => {
  const first = result(["a", "b"], ["1", "1"], [1, 2]);
  const second = result(["a", "c", "b"], ["1", "1", "2"], [10, 20, 40]);
  const { keys, values, width, places } = valuesOfUsers([first, second]);
  const place = places.get("f")?.[0] ?? -1;
  expect(keys.map((_, user) => values[user * width + place])).toEqual([11, 2]);
});
