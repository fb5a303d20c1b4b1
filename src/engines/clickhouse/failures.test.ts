import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  Fake,
  failureOf,
  lines,
  meta,
  plan,
  rowsOf,
  until,
} from "../../../test/fixture/fake-clickhouse.js";
import { createClickhouseEngine } from "./index.js";

const refusal =
  (code: number, text: string, status = 500): Answer =>
  (response) =>
    response.writeHead(status, { "X-ClickHouse-Exception-Code": String(code) }).end(text);
const said = (code: number, text: string, name: string): string =>
  `Code: ${code}. DB::Exception: ${text}. (${name}) (version 26.7.2.1 (official build))\n`;

describe("failures are typed and name what to correct", () => {
  it.each([
    [
      60,
      "UNKNOWN_TABLE",
      "Unknown table expression identifier 'db.nowhere' in scope SELECT 1",
      "missing",
      "tableMissing",
      /table db\.nowhere /,
    ],
    [
      60,
      "UNKNOWN_TABLE",
      "Table db.nowhere does not exist",
      "missing",
      "tableMissing",
      /table db\.nowhere /,
    ],
    [
      81,
      "UNKNOWN_DATABASE",
      "Database nodb does not exist",
      "missing",
      "tableMissing",
      /database nodb /,
    ],
    [
      47,
      "UNKNOWN_IDENTIFIER",
      "Identifier 's.nocol' cannot be resolved from subquery with name s. In scope SELECT s.nocol. Maybe you meant: ['s.Nocol']",
      "missing",
      "columnMissing",
      /column "nocol".*it has "Nocol"/,
    ],
    [
      107,
      "FILE_DOESNT_EXIST",
      "File /x/a.parquet doesn't exist",
      "missing",
      "fileMissing",
      /a\.parquet/,
    ],
    [
      516,
      "AUTHENTICATION_FAILED",
      "me: Authentication failed",
      "auth",
      "loginFailed",
      /HINDCAST_CLICKHOUSE_USER/,
    ],
    [
      497,
      "ACCESS_DENIED",
      "me: Not enough privileges. To execute this query, it's necessary to have the grant SELECT(x) ON db.t",
      "auth",
      "accessDenied",
      /SELECT\(x\) ON db\.t/,
    ],
    [
      164,
      "READONLY",
      "Cannot modify 'join_use_nulls' setting in readonly mode",
      "auth",
      "settingsRefused",
      /readonly = 2/,
    ],
    [115, "UNKNOWN_SETTING", "Unknown setting 'x'", "internal", "serverTooOld", /25\.1/],
    [
      241,
      "MEMORY_LIMIT_EXCEEDED",
      "Query memory limit exceeded: would use 30 MiB",
      "resource",
      "outOfMemory",
      /30 MiB/,
    ],
    [
      159,
      "TIMEOUT_EXCEEDED",
      "Timeout exceeded: elapsed 3 s",
      "resource",
      "queryTimeout",
      /no more time/,
    ],
    [394, "QUERY_WAS_CANCELLED", "Query was cancelled", "cancelled", "cancelled", /on the server/],
    [
      62,
      "SYNTAX_ERROR",
      "Syntax error: failed at position 8 (x) (line 2, col 1): x FROM q0. Expected one of: y",
      "syntax",
      "statementRefused",
      /position 8 \(x\)\. If/,
    ],
    [
      6,
      "CANNOT_PARSE_TEXT",
      "Cannot parse string 'x' as Int64",
      "data",
      "valueUnreadable",
      /'x' as Int64/,
    ],
    [12345, "NEW_ERROR", "Something new", "internal", "engineFailed", /Something new\.$/],
  ] as const)("%d %s: %s", async (code, name, text, failure, own, sentence) => {
    const engine = await new Fake(refusal(code, said(code, text, name))).engine();
    const error = await failureOf(rowsOf(engine, plan("bigint")));
    expect(error).toMatchObject({
      failure,
      code: own,
      retryable: false,
      engineCode: `${code} ${name}`,
    });
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toMatch(/DB::|version 26|In scope|FROM q0/);
    expect(error.sql).toContain("SELECT");
  });

  const lost = said(241, "Query memory limit exceeded", "MEMORY_LIMIT_EXCEEDED");
  it.each([
    ["as an event", lines([{ exception: lost }])],
    [
      "as a block",
      `\r\n__exception__\r\nabcdefghij\r\n${lost}${lost.length} abcdefghij\r\n__exception__\r\n`,
    ],
    ["as text", lost],
    ["as text without a line break", lost.trim()],
  ])("an exception in the middle of a result, %s", async (_, text) => {
    const fake = new Fake((response) => {
      response.end(`${lines([meta("UInt8"), { row: [1] }])}${text}`);
    });
    const error = await failureOf(rowsOf(await fake.engine(), plan("bigint")));
    expect(error).toMatchObject({ failure: "resource", engineCode: "241 MEMORY_LIMIT_EXCEEDED" });
    expect(fake.killed).toEqual([]);
  });

  it("a connection that is lost after rows is final, before them it is tried again", async () => {
    let times = 0;
    let lose = (): void => undefined;
    const fake = new Fake((response) => {
      times++;
      lose = () => void response.destroy();
      if (times < 3) lose();
      else response.write(lines([meta("UInt8"), ...Array(5000).fill({ row: [1] })]));
    });
    const engine = await fake.engine();
    const reading = async (): Promise<void> => {
      for await (const _ of engine.query(plan("bigint"))) lose();
    };
    const error = await failureOf(reading());
    expect(error).toMatchObject({ failure: "network", code: "networkFailed" });
    expect(times).toBe(3);
    expect(new Set(fake.asked.map(({ parameters }) => parameters.get("query_id"))).size).toBe(3);
    await until(() => fake.killed.length === 3);
  });

  it.each([408, 504])(
    "an answer %d of a proxy is final, and the query is killed",
    async (status) => {
      const fake = new Fake((response) => response.writeHead(status).end("Gateway Timeout"));
      const error = await failureOf(rowsOf(await fake.engine(), plan("bigint")));
      expect(error).toMatchObject({ failure: "network", retryable: false });
      expect(error.message).toMatch(/time limit of the proxy/);
      expect(fake.asked).toHaveLength(1);
      await until(() => fake.killed.length === 1);
    },
  );

  it.each([
    [502, "<html><h1>Bad Gateway</h1></html>", "network", /status 502, "Bad Gateway"/],
    [403, "Forbidden", "auth", /engine\.headers/],
    [400, "Port 9000 is for clickhouse-client program", "network", /8123/],
  ])("an answer %d that is not ClickHouse's", async (status, text, failure, sentence) => {
    const engine = await new Fake((response) => response.writeHead(status).end(text)).engine();
    const error = await failureOf(rowsOf(engine, plan("bigint")));
    expect(error).toMatchObject({ failure, message: expect.stringMatching(sentence) });
  });

  it("nobody there, and somebody who does not answer", async () => {
    const nobody = await createClickhouseEngine({ url: "http://127.0.0.1:1" });
    const refused = await failureOf(nobody.info());
    expect(refused).toMatchObject({ failure: "network", retryable: true });
    await nobody.close();
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const url = `http://me:s3cret@127.0.0.1:${port}`;
    const engine = await createClickhouseEngine({ url, connectTimeout: 0.05 });
    const error = await failureOf(engine.info());
    expect(error.message).toMatch(/within 0\.05 seconds/);
    expect(`${error.message}${JSON.stringify(error.problems)}`).not.toContain("s3cret");
    silent.closeAllConnections();
    silent.close();
    await engine.close();
  });
});
