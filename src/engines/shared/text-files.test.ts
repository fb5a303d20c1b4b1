import { expect, it } from "vitest";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import { createTextFiles } from "./text-files.js";

const source = { kind: "files", format: "csv", paths: ["a.csv"] } as const;
type Run = () => Promise<void>;

function counted() {
  let searches = 0;
  const files = createTextFiles<Run>({
    dialectOf: () => duckdbDialect,
    formOf: async (run) => {
      searches++;
      await run();
      return { delimiter: ",", columns: [] };
    },
    stateOf: async () => "1",
  });
  return { files, searches: () => searches };
}

it("looks at a source once for all who ask", async () => {
  const { files, searches } = counted();
  await Promise.all([1, 2, 3].map(() => files.find(source, async () => {})));
  expect([searches(), files.formOf(source)?.delimiter]).toEqual([1, ","]);
});

it("looks again for those who waited for a call that was cancelled", async () => {
  const { files, searches } = counted();
  const cancelled = files.find(source, async () => {
    throw new Error("cancelled");
  });
  const waiting = [1, 2].map(() => files.find(source, async () => {}));
  await expect(cancelled).rejects.toThrow("cancelled");
  await Promise.all(waiting);
  expect([searches(), files.formOf(source)?.delimiter]).toEqual([2, ","]);
});

it("fails for each who asks where a source cannot be read", async () => {
  const { files } = counted();
  const broken = async (): Promise<void> => {
    throw new Error("no table");
  };
  const asked = [1, 2, 3].map(() => files.find(source, broken));
  for (const each of await Promise.allSettled(asked)) expect(each.status).toBe("rejected");
});
