import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { EngineError, LogError, reason } from "./errors.js";
import { addressWithoutSecrets, secretsIn, withoutSecrets } from "./secrets.js";

const cases: readonly (readonly [text: string, kept: string])[] = [
  [
    "select * from s3('https://b/log.parquet', 'KEY1', 'SEC''RET')",
    "select * from s3('https://b/log.parquet', '…', '…')",
  ],
  [
    "select * from s3('https://b/*.parquet', 'KEY1', 'SECRET', 'Parquet') where a = 'KEY'",
    "select * from s3('https://b/*.parquet', '…', '…', 'Parquet') where a = 'KEY'",
  ],
  [
    "SELECT * FROM url('https://me:pw@h/a?sig=x', 'CSV', headers('Authorization' = 'Basic abc'))",
    "SELECT * FROM url('https://h/a?…', 'CSV', headers('…' = '…'))",
  ],
  [
    "select * from postgres_scan('host=db user=me password=hunter2', 'public', 'log')",
    "select * from postgres_scan('host=db user=me password=…', '…', '…')",
  ],
  [
    "select * from a join my_reader('x', 'hunter2') b on a.i = b.i",
    "select * from a join my_reader('x', '…') b on a.i = b.i",
  ],
  [
    "select * from s3(logs, access_key_id = 'AK', secret_access_key='SK', format = 'Parquet')",
    "select * from s3(logs, access_key_id = '…', secret_access_key='…', format = 'Parquet')",
  ],
  [
    "select * from read_csv('log.csv', delim = ';', columns = {'a': 'INT'})",
    "select * from read_csv('log.csv', delim = ';', columns = {'a': 'INT'})",
  ],
  [
    "select * from read_parquet(['a.parquet', 'b.parquet']) where feed in ('a', 'b')",
    "select * from read_parquet(['a.parquet', 'b.parquet']) where feed in ('a', 'b')",
  ],
  ["https://me:pa/ss@host/log.parquet", "https://…"],
  ["https://h/log.parquet?X-Amz-Signature=abc&X-Amz-Credential=def", "https://h/log.parquet?…"],
  ["s3://bucket/me@home/log.parquet", "s3://bucket/me@home/log.parquet"],
  ["sc://host:443/;token=abc", "sc://host:443/;…"],
  ["see https://hindcast.dev/docs; then go on", "see https://hindcast.dev/docs; then go on"],
  ["AccountName=a;AccountKey=abc==;x=1", "AccountName=a;AccountKey=…;x=1"],
  ["Authorization: Bearer abc.def", "Authorization: Bearer …"],
  ["it's a log, isn't it?", "it's a log, isn't it?"],
];

it.each(cases)("%s", (text, kept) => {
  expect(withoutSecrets(text)).toBe(kept);
  expect(withoutSecrets(kept)).toBe(kept);
});

it.each([
  [
    "sc://me:pw@host:1/;token=abc;x-databricks-cluster-id=7",
    "sc://me@host:1/;token=…;x-databricks-cluster-id=7",
  ],
  ["https://h/?pwd=a&database=b&sig=c&api-key=d", "https://h/?pwd=…&database=b&sig=…&api-key=…"],
  ["sc://h/;credential=a;Authorization=Bearer b", "sc://h/;credential=…;Authorization=…"],
  ["postgres://me:a/b@host/db?p%61ssword=c", "postgres://me@host/db?p%61ssword=…"],
  ["https://me:a@b@host/x@y", "https://me@host/x@y"],
  ["https://host:8443/a@b", "https://host:8443/a@b"],
  ["shop.duckdb", "shop.duckdb"],
])("of an address %s what says where something lies stays", (address, kept) => {
  expect(addressWithoutSecrets(address)).toBe(kept);
});

it("knows the secrets of a statement, for what an engine says about it", () => {
  expect(secretsIn("select * from s3('a', 'KEY1', 'hunter2')")).toEqual(["KEY1", "hunter2"]);
  expect(withoutSecrets("no access for KEY1 with KEY12", ["KEY1"])).toBe(
    "no access for … with KEY12",
  );
});

describe("an error", () => {
  const sql = "SELECT * FROM s3('https://me:pw@h/a.parquet?sig=1234', 'KEY1', 'hunter2')";

  it("of an engine holds no secret of its statement: message, facts, statement, cause and stack", () => {
    const cause = new Error("refused KEY1", { cause: new Error(`in ${sql}`) });
    const problem = reason("accessDenied", "hunter2 is wrong", { detail: ["KEY1"], sql });
    const error = new EngineError("auth", problem, { sql, cause });
    const all = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error.problems);
    for (const secret of ["KEY1", "hunter2", "me:pw", "1234"]) expect(all).not.toContain(secret);
    expect(error.sql).toBe("SELECT * FROM s3('https://h/a.parquet?…', '…', '…')");
    expect(error.cause).toMatchObject({ message: "refused …" });
  });

  it("keeps its cause as it is where that holds none", () => {
    const cause = new RangeError("no");
    expect(new EngineError("auth", reason("accessDenied", "no"), { sql, cause }).cause).toBe(cause);
  });

  it("of the log holds no address with a password", () => {
    const error = new LogError(reason("fileMissing", "nothing at s3://me:pw@b/a"));
    expect(error.message).toBe("nothing at s3://b/a");
    expect(error.problems[0]?.message).toBe("nothing at s3://b/a");
  });
});
