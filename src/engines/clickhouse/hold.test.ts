import { describe, expect, it } from "vitest";
import {
  type Answer,
  Fake,
  lines,
  meta,
  rowsOf,
  says,
} from "../../../test/fixture/fake-clickhouse.js";
import { StudyError } from "../../errors.js";
import { column } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, select } from "../../sql/relation.js";

const refuses =
  (code: number, text: string): Answer =>
  (response) => {
    response.writeHead(403, { "X-ClickHouse-Exception-Code": String(code) });
    response.end(`Code: ${code}. DB::Exception: ${text}`);
  };

const asked = (keep: object) => {
  const files = from({ kind: "files", format: "parquet", paths: ["log.parquet"] });
  return plan("test", select(files, [["a", column("a")]], { keep }), { a: "bigint" });
};

/** A server that makes tables, counts their rows, and says `rows` of a statement that reads one. */
const holds =
  (count: number, reading: Answer = says(meta("Int64"), { row: [7] })): Answer =>
  (response, request) => {
    const { sql } = request;
    if (/^(?:CREATE|DROP)/.test(sql)) response.end();
    else if (sql.includes("count() AS n")) {
      response.end(lines([{ meta: [{ name: "n", type: "UInt64" }] }, { row: [String(count)] }]));
    } else reading(response, request);
  };

describe("engine.hold", () => {
  it.each([
    [
      497,
      "golden: Not enough privileges. To execute this query, it's necessary to have the grant CREATE TEMPORARY TABLE ON *.* (ACCESS_DENIED)",
      /engine\.hold: true.*Not enough privileges.*GRANT CREATE TEMPORARY TABLE/,
    ],
    [
      392,
      "Cannot execute query. DDL queries are prohibited for the user (QUERY_IS_PROHIBITED)",
      /engine\.hold: true.*DDL queries are prohibited/,
    ],
  ])("is refused at the beginning where the server refuses: %s", async (code, text, words) => {
    const engine = await new Fake(refuses(code, text)).engine({ hold: true });
    const error: unknown = await engine.info().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StudyError);
    expect(String(error)).toMatch(words);
  });

  it("is refused at the beginning where another server answers the next request", async () => {
    const fake = new Fake((response, request) => {
      if (/^(?:CREATE|DROP)/.test(request.sql)) response.end();
      else {
        const text = "Unknown table expression identifier 'hindcast_held_0' (UNKNOWN_TABLE)";
        refuses(60, text)(response, request);
      }
    });
    const engine = await fake.engine({ hold: true });
    await expect(engine.info()).rejects.toThrow(/load balancer.*session_id/s);
  });

  it("asks for nothing where it is not on, and no table is made", async () => {
    const fake = new Fake(says(meta("Int64"), { row: [7] }));
    const engine = await fake.engine();
    expect(engine.release).toBeUndefined();
    await rowsOf(engine, asked({}));
    expect(fake.asked.map(({ sql }) => sql.slice(0, 6))).toEqual(["SELECT"]);
    expect(fake.asked[0]?.parameters.get("session_id")).toBeNull();
    // Rows that were to be kept and are not.
    expect(fake.asked[0]?.parameters.get("optimize_move_to_prewhere")).toBe("0");
  });

  it("holds no more than so many rows", async () => {
    const fake = new Fake(holds(8_000_001));
    const engine = await fake.engine({ hold: true });
    expect(await rowsOf(engine, asked({}))).toEqual([[7n]]);
    const [create, , drop, read] = fake.asked.slice(3);
    expect(create?.sql).toMatch(
      /^CREATE TEMPORARY TABLE hindcast_held_1 ENGINE = Memory.*LIMIT 8000001\n/s,
    );
    expect(drop?.sql).toBe("DROP TEMPORARY TABLE IF EXISTS hindcast_held_1");
    expect(read?.sql).toContain("log.parquet");
    expect(read?.parameters.get("session_id")).toBeNull();
  });

  it("reads what it holds in the session, whose statements alone say so", async () => {
    const fake = new Fake(holds(1));
    const engine = await fake.engine({ hold: true });
    expect(await rowsOf(engine, asked({}))).toEqual([[7n]]);
    const ids = fake.asked.map(({ parameters }) => parameters.get("session_id"));
    expect(new Set(ids).size).toBe(1);
    expect(fake.asked.at(-1)?.sql).toContain("hindcast_held_1");
    expect(fake.asked.at(-1)?.parameters.get("session_timeout")).toBe("600");
  });

  it("asks again while the session is at work on what was given up", async () => {
    let times = 0;
    const locked = refuses(373, "Session x is locked by a concurrent client. (SESSION_IS_LOCKED)");
    const reading: Answer = (response, request) =>
      times++ < 2
        ? locked(response, request)
        : says(meta("Int64"), { row: [7] })(response, request);
    const engine = await new Fake(holds(1, reading)).engine({ hold: true, connectTimeout: 5 });
    expect(await rowsOf(engine, asked({}))).toEqual([[7n]]);
    // Twice in vain, once whether it may hold at all, and once what it holds.
    expect(times).toBe(4);
  });
});
