import { describe, expect, it } from "vitest";
import { sparkDialect } from "../../src/sql/dialects/spark.js";

// What they did on Apache Spark 4.1: code of the JVM ran, and commands of the shell on its executors.

const source = (sql: string): string => sparkDialect.source({ kind: "sql", sql });

describe("a query for Spark that runs code or commands is refused by name", () => {
  it.each([
    ["reflect", "select reflect('java.lang.System', 'getenv', 'PATH') as a"],
    ["java_method", "select Java_Method ('java.lang.Thread', 'sleep', 1L) as a"],
    ["try_reflect", "select `try_reflect`('java.lang.System', 'exit', 0) as a"],
    ["reflect", "select `a\\`, reflect('a', 'b') as `x` from t"],
    ["reflect", "select r'\\', reflect('a', 'b'), '' from t"],
    ["reflect", "select 1 -- \\\n '\n, reflect /* x */ ('a', 'b') -- '"],
    ["reflect", "select reflect -- (\n ('a', 'b')"],
    ["identifier", "select identifier('ref' || 'lect')('java.lang.System', 'getenv', 'PATH')"],
    [
      "identifier",
      "select \u0131dent\u0131f\u0131er('reflect')('java.lang.System', 'getenv', 'PATH')",
    ],
    ["TRANSFORM", "select transform(a) using 'touch /tmp/x' as (a string) from (select 1 as a)"],
    ["TRANSFORM", 'from (select 1 as a) map a u\u017fing\n"cat" as b'],
    ["TRANSFORM", "select transform(a) using -- x\n'cat' as (a string) from t"],
    ["TRANSFORM", "select transform(a) using r'cat' as (a string) from t"],
    ["http_request", "select http_request(conn => 'x')"],
    ["ai_query", "select ai_query('m', 'x')"],
    ["secret", "select secret('scope', 'key')"],
  ])("%s: %s", (name, sql) => {
    expect(() => source(sql)).toThrow(
      expect.objectContaining({
        code: "functionRefused",
        message: expect.stringContaining(`calls ${name}`),
      }),
    );
  });
});

it.each([
  "select a from t join u using (a)",
  "select a from t join u using(a) -- joined using the session",
  "select transform(array(1), x -> x + 1)[0] as a",
  "select secret, reflect, identifier from t where kind = 'reflect'",
  "select count(distinct a) filter (where a > 0) over (partition by b) as a from t",
])("a query that reads and computes is left as it is: %s", (sql) => {
  expect(source(sql)).toBe(`(\n${sql}\n)`);
});
