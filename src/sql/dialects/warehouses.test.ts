import { describe, expect, it } from "vitest";
import { UnsupportedError } from "../../errors.js";
import { bigqueryDialect } from "./bigquery.js";
import { databricksDialect } from "./databricks.js";
import { redshiftDialect } from "./redshift.js";
import { snowflakeDialect } from "./snowflake.js";
import { sparkDialect } from "./spark.js";

// That these statements mean what DuckDB's own mean is tried by translating them to it, in `.ci/run`.

describe("text", () => {
  it("stays in one line on BigQuery, where a line break would end a literal or a name", () => {
    expect(bigqueryDialect.text("it's \\ a\nline\r`")).toBe(String.raw`'it\'s \\ a\nline\r${"`"}'`);
    expect(bigqueryDialect.text("a\u00001")).toBe(String.raw`'a\x001'`);
    expect(bigqueryDialect.identifier("a`b\\c\nd")).toBe("`a\\`b\\\\c\\nd`");
    expect(() => bigqueryDialect.identifier("")).toThrow(UnsupportedError);
  });

  it("has no backslash on Redshift, whether or not one would escape", () => {
    expect(redshiftDialect.text("a\\'b")).toBe("('a' || CHR(92) || '''b')");
    expect(redshiftDialect.text("a'b")).toBe("'a''b'");
  });

  it("has escaped backslashes on Snowflake", () => {
    expect(snowflakeDialect.text("a\\'b")).toBe(String.raw`'a\\\'b'`);
  });
});

describe("a number", () => {
  it("is a DOUBLE where a bare literal would be a decimal", () => {
    expect(snowflakeDialect.double("1e-1")).toBe("CAST('1e-1' AS DOUBLE)");
    expect(redshiftDialect.double("1e-1")).toBe("CAST('1e-1' AS DOUBLE PRECISION)");
    expect(bigqueryDialect.double("1e-1")).toBe("1e-1");
  });
});

describe("a table of constants", () => {
  it("begins at 1, and is NULL beyond its end", () => {
    expect(bigqueryDialect.lookup(["1e0", "5e-1"], "i")).toBe("[1e0, 5e-1][SAFE_ORDINAL(i)]");
    expect(snowflakeDialect.lookup(["1e0"], "i")).toBe(
      "CAST(GET(ARRAY_CONSTRUCT(CAST('1e0' AS DOUBLE)), i - 1) AS DOUBLE)",
    );
    expect(redshiftDialect.lookup(["1e0", "5e-1"], "i")).toBe(
      "CASE i WHEN 1 THEN CAST('1e0' AS DOUBLE PRECISION) WHEN 2 THEN CAST('5e-1' AS DOUBLE PRECISION) END",
    );
  });
});

describe("a source", () => {
  const named = { kind: "table", name: ["a", "b"] } as const;
  const file = { kind: "files", format: "parquet", paths: ["/d/log.parquet"] } as const;

  it.each([bigqueryDialect, snowflakeDialect, redshiftDialect])("is a table: $name", (dialect) => {
    expect(dialect.source(named)).toBe(`${dialect.identifier("a")}.${dialect.identifier("b")}`);
    expect(() => dialect.source(file)).toThrow(/does not read the file.*Name a table/);
  });

  it("of Databricks is one of Spark, under settings that a warehouse allows", () => {
    expect(databricksDialect.source(file)).toBe(sparkDialect.source(file));
    expect(databricksDialect.session).toEqual(["SET ANSI_MODE = true", "SET TIME ZONE 'UTC'"]);
  });
});
