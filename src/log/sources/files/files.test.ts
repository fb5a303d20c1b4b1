import { expect, it } from "vitest";
import { StudyError } from "../../../errors.js";
import { files } from "./files.js";

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
