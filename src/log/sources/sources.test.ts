import { expect, it } from "vitest";
import { StudyError } from "../../errors.js";
import { files, iceberg, table } from "./sources.js";

it.each([
  ["a.parquet", "parquet"],
  ["a.PQ", "parquet"],
  ["a.csv.gz", "csv"],
  ["a.tsv", "csv"],
  ["a.ndjson", "jsonLines"],
  ["a.json.gz", "jsonLines"],
])("reads %s as %s", (path, format) => {
  expect(files.ref({ files: [path] })).toEqual({ kind: "files", format, paths: [path] });
});

it("refuses unknown endings and several formats", () => {
  expect(() => files.ref({ files: ["a.xlsx"] })).toThrow(/"a\.xlsx" must end in \.parquet, \.csv/);
  expect(() => files.ref({ files: ["a.xlsx"] })).not.toThrow(/read_csv/);
  expect(() => files.ref({ files: ["it's.dat"] })).toThrow(/read_csv\('it''s\.dat', delim = ','/);
  expect(() => files.ref({ files: ["a.csv", "b.parquet"] })).toThrow(StudyError);
});

it("is named by its first file", () => {
  expect(files.describe({ files: ["a.csv"] }, "log.source")).toBe("a.csv");
  expect(files.describe({ files: ["a.csv", "b.csv", "c.csv"] }, "log.source")).toBe(
    "a.csv and 2 more",
  );
});

it("splits a name at its dots, and takes a list of parts as it is", () => {
  expect(table.read("lake.logs")).toEqual({ table: ["lake", "logs"] });
  expect(table.read(["odd.name", "logs"])).toEqual({ table: ["odd.name", "logs"] });
  expect(table.read("a..b")).toBeUndefined();
});

it("writes a list only where a part has a dot", () => {
  expect(table.write({ table: ["lake", "logs"] })).toBe("lake.logs");
  expect(table.write({ table: ["odd.name", "logs"] })).toEqual(["odd.name", "logs"]);
});

it("is a path, which can be placed", () => {
  expect(iceberg.ref({ iceberg: "lake/log" })).toEqual({ kind: "iceberg", path: "lake/log" });
  const placed = iceberg.place?.({ iceberg: "log" }, (path) => `/lake/${path}`);
  expect(placed).toEqual({ iceberg: "/lake/log" });
  expect(iceberg.describe({ iceberg: "lake/log" }, "log.source")).toBe(
    "the Iceberg table at lake/log",
  );
});
