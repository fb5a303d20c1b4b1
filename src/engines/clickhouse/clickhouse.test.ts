import { describe, expect, it } from "vitest";
import {
  Fake,
  failureOf,
  lines,
  meta,
  plan,
  rowsOf,
  type ServerRequest,
  says,
} from "../../../test/fixture/fake-clickhouse.js";
import type { Progress } from "../../sql/engine.js";

describe("values come back as they are", () => {
  it("doubles bit by bit, integers beyond 2^53, NaN, NULL and text", async () => {
    const fake = new Fake((response) => {
      response.write(
        lines([meta("Nullable(Float64)", "Int64", "LowCardinality(Nullable(String))")]),
      );
      response.write(
        '{"row":[0.30000000000000004, "9223372036854775807", "a\\/\\u0000\\n☃"]}\n{"row":',
      );
      response.end(
        '[-0, "-9223372036854775808", null]}\n{"row":["nan", 7, ""]}\n{"row":["-inf", "0", "x"]}\n',
      );
    });
    expect(await rowsOf(await fake.engine(), plan("double", "bigint", "text"))).toEqual([
      [0.30000000000000004, 9223372036854775807n, "a/\0\n☃"],
      [-0, -9223372036854775808n, null],
      [Number.NaN, 7n, ""],
      [-Infinity, 0n, "x"],
    ]);
  });

  it("in batches of thousands", async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => ({ row: [String(i)] }));
    const engine = await new Fake(says(meta("UInt64"), ...rows)).engine();
    const sizes: number[] = [];
    for await (const batch of engine.query(plan("bigint"))) sizes.push(batch.rows);
    expect(sizes.reduce((a, b) => a + b)).toBe(10_000);
    expect(Math.max(...sizes)).toBeLessThan(10_000);
  });

  it.each([
    ["text", "UInt8"],
    ["double", "Float32"],
    ["bigint", "Float64"],
    ["bigint", "Bool"],
    ["double", "Nullable(Decimal(9, 2))"],
  ] as const)("no %s is made of %s", async (wanted, came) => {
    const engine = await new Fake(says(meta(came), { row: [1] })).engine();
    await expect(rowsOf(engine, plan(wanted))).rejects.toMatchObject({ kind: "internal" });
  });

  it("a column that is not there, and a value that is not of its type", async () => {
    const engine = await new Fake(says(meta("Float64"), { row: ["much"] })).engine();
    await expect(rowsOf(engine, plan("double", "text"))).rejects.toThrow(/"b" as text/);
    await expect(rowsOf(engine, plan("double"))).rejects.toThrow(/"a" as double, but got "much"/);
  });

  it("text that is not UTF-8 is refused", async () => {
    const fake = new Fake((response) => {
      response.write(lines([meta("String")]));
      response.end(Buffer.from('{"row":["\xff"]}\n', "latin1"));
    });
    const error = await failureOf(rowsOf(await fake.engine(), plan("text")));
    expect(error).toMatchObject({ failure: "data", code: "textUnreadable" });
  });
});

describe("a statement", () => {
  it("carries the settings, an id, and credentials by header alone", async () => {
    const fake = new Fake(says(meta("UInt8")));
    const engine = await fake.engine({
      user: "me",
      password: "s3cret:",
      database: "logs",
      headers: { "x-proxy": "pass" },
      settings: { max_threads: 3 },
    });
    expect(await rowsOf(engine, plan("bigint"))).toEqual([]);
    const { parameters, headers, sql } = fake.asked[0] as ServerRequest;
    expect(Object.fromEntries(parameters)).toMatchObject({
      join_use_nulls: "1",
      aggregate_functions_null_for_empty: "1",
      session_timezone: "UTC",
      output_format_json_quote_64bit_integers: "1",
      cancel_http_readonly_queries_on_client_close: "1",
      max_threads: "3",
      database: "logs",
      query_id: expect.stringMatching(/^hindcast-/),
    });
    expect(`${parameters}${sql}`).not.toContain("s3cret");
    expect(headers["x-proxy"]).toBe("pass");
    expect(Buffer.from(headers.authorization?.slice(6) ?? "", "base64").toString()).toBe(
      "me:s3cret:",
    );
  });

  it("may carry a token instead", async () => {
    const fake = new Fake(says(meta("UInt8")));
    await rowsOf(await fake.engine({ token: "jwt" }), plan("bigint"));
    expect(fake.asked[0]?.headers.authorization).toBe("Bearer jwt");
  });

  it("tells how far it is", async () => {
    const seen: Progress[] = [];
    const progress = { read_rows: "30", total_rows_to_read: "120" };
    const engine = await new Fake(says({ progress }, meta("UInt8"))).engine();
    await rowsOf(engine, plan("bigint"), { onProgress: (each) => seen.push(each) });
    expect(seen).toEqual([{ purpose: "test", rows: 30, fraction: 0.25 }]);
  });

  it("describes a source, explains a plan, and knows the version", async () => {
    const described = { meta: ["name", "type"].map((name) => ({ name, type: "String" })) };
    const fake = new Fake((response, { sql }) =>
      sql.startsWith("EXPLAIN")
        ? says(
            { meta: [{ name: "explain", type: "String" }] },
            { row: ["Read"] },
            { row: ["  x"] },
          )(response, { sql } as ServerRequest)
        : says(
            described,
            { row: ["a", "Nullable(Int64)"] },
            { row: ["b", "String"] },
          )(response, { sql } as ServerRequest),
    );
    const engine = await fake.engine();
    expect(await engine.describe({ kind: "table", name: ["log"] })).toEqual([
      { name: "a", type: "bigint" },
      { name: "b", type: "text" },
    ]);
    expect(fake.asked[0]?.sql).toContain("DESCRIBE TABLE (SELECT * FROM `log` AS s)");
    expect(await engine.explain(plan("bigint"))).toBe("Read\n  x");
    expect(await engine.info()).toMatchObject({ version: "26.7", cancel: "hard" });
  });
});
