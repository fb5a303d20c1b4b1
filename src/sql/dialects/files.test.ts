import { describe, expect, it } from "vitest";
import { UnsupportedError } from "../../errors.js";
import { clickhouseDialect } from "./clickhouse.js";
import { sparkDialect } from "./spark.js";
import { alternatives } from "./spelling.js";

const files = (...paths: string[]) => ({ kind: "files", format: "parquet", paths }) as const;

describe("several files", () => {
  it("are one pattern, whose folder stands before the braces", () => {
    expect(alternatives(["/d/a.parquet", "/d/b.parquet"])).toBe("/d/{a.parquet,b.parquet}");
    expect(alternatives(["s3a://b/x/1", "s3a://b/y/1"])).toBe("s3a://b/{x/1,y/1}");
    expect(alternatives(["a", "b"])).toBe("{a,b}");
    expect(alternatives(["/d/a", "/d/a/b"])).toBe("/d/{a,a/b}");
    expect(alternatives(["/d/a/b", "/d/a"])).toBe("/d/{a/b,a}");
    expect(alternatives(["/d/a", "/e/a"])).toBe("/{d/a,e/a}");
  });

  it("are matched by name on Spark, each of them being there", () => {
    expect(sparkDialect.source(files("/d/a*.parquet"))).toBe("parquet.`/d/a*.parquet`");
    expect(sparkDialect.source(files("/d/a", "/d/b"))).toBe(
      "(SELECT * FROM parquet.`/d/{a,b}` WHERE NOT EXISTS (SELECT * FROM parquet.`/d/a` WHERE FALSE) AND NOT EXISTS (SELECT * FROM parquet.`/d/b` WHERE FALSE))",
    );
  });

  it.each([
    ["/d/a*", "/d/b"],
    ["/d/{a,b}", "/d/c"],
    ["/d/a,b", "/d/c"],
    ["/d/a[1]", "/d/c"],
    ["/d/a", "s3a://b/c"],
    ["s3a://a/x", "s3a://b/x"],
  ])("%s and %s are refused by Spark", (...paths) => {
    expect(() => sparkDialect.source(files(...paths))).toThrow(UnsupportedError);
  });

  it("of globs are refused by ClickHouse", () => {
    expect(() => clickhouseDialect.source(files("/d/a*", "/d/b"))).toThrow(UnsupportedError);
  });
});

describe("a session", () => {
  it("of Spark is set by statements as its client sets it", () => {
    expect(sparkDialect.session).toEqual([
      "SET spark.sql.ansi.enabled = true",
      "SET spark.sql.session.timeZone = UTC",
      "SET spark.sql.variable.substitute = false",
      "SET spark.sql.parser.escapedStringLiterals = false",
    ]);
  });
});
