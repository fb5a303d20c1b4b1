import { DuckDBInstance } from "@duckdb/node-api";

/** One row of the answer: the day, the feed, and sums by name. */
export type Moments = Readonly<Record<string, string | number>>;

/** Runs a query in a fresh database with the settings that our engine has. */
export async function runByHand(sql: string, threads: number): Promise<readonly Moments[]> {
  const settings = { threads: String(threads), preserve_insertion_order: "false" };
  const instance = await DuckDBInstance.create(":memory:", settings);
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(sql);
  const rows = reader
    .getRowObjectsJS()
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]): [string, string | number] => [
          name,
          typeof value === "string" ? value : Number(value),
        ]),
      ),
    );
  connection.closeSync();
  instance.closeSync();
  return rows;
}
