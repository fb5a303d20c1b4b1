import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StudyError } from "../errors.js";
import { readStudyFile } from "./read-study-file.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "study-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(text: string): Promise<string> {
  const path = join(folder, "study.yaml");
  await writeFile(path, text);
  return path;
}

describe("readStudyFile", () => {
  it("takes relative logs from the file's own folder and leaves the rest alone", async () => {
    const path = await fileOf(`
log: { source: [logs/*.csv, /data/a.csv, "s3://bucket/b.parquet"], rewards: [like] }
policies:
  a: { rank: r, online: { source: ../online.csv } }
  b: { rank: r, online: { source: { table: x.y } } }
`);
    const study = await readStudyFile(path);
    expect(study.log.source).toEqual({
      files: [join(folder, "logs/*.csv"), "/data/a.csv", "s3://bucket/b.parquet"],
    });
    expect(study.policies.a?.online).toEqual({
      source: { files: [join(folder, "../online.csv")] },
    });
    expect(study.policies.b?.online).toEqual({ source: { table: ["x", "y"] } });
  });

  it("takes a relative database from the file's own folder", async () => {
    const text = (database: string) =>
      `{ log: { source: { table: t }, rewards: [like] }, engine: { name: duckdb, database: ${database} } }`;
    const { engine } = await readStudyFile(await fileOf(text("shop.duckdb")));
    expect(engine).toEqual({ name: "duckdb", database: join(folder, "shop.duckdb") });
    const absolute = await readStudyFile(await fileOf(text("/data/shop.duckdb")));
    expect(absolute.engine.database).toBe("/data/shop.duckdb");
  });

  it("takes the files of a server's options from the file's own folder", async () => {
    const engine = "{ spark: 'sc://host', tokenFile: token, ca: ca.pem }";
    const text = `{ log: { source: { table: t }, rewards: [like] }, engine: ${engine} }`;
    const read = await readStudyFile(await fileOf(text));
    expect(read.engine).toMatchObject({
      tokenFile: join(folder, "token"),
      ca: join(folder, "ca.pem"),
    });
  });

  it("keeps paths relative where the study's own is", async () => {
    const missing = join("no", "such", "study.yaml");
    expect(isAbsolute(missing)).toBe(false);
    await expect(readStudyFile(missing)).rejects.toThrow(StudyError);
    await expect(readStudyFile(missing)).rejects.toThrow(
      `${missing}: expected a study file in YAML or JSON; there is no such file.`,
    );
  });

  it("says what it is where the path is not a file", async () => {
    await expect(readStudyFile(folder)).rejects.toThrow(/it cannot be read \(EISDIR\)/);
  });

  it("says of a result that it is one, however large", async () => {
    const result = { hindcast: "0.1.0", verdicts: [], estimates: [], words: "a".repeat(2 ** 20) };
    const file = join(folder, "result.json");
    await writeFile(file, JSON.stringify(result));
    await expect(readStudyFile(file)).rejects.toThrow(/and this is a result, which evaluate wrote/);
    await writeFile(file, JSON.stringify({ log: {}, words: result.words }));
    await expect(readStudyFile(file)).rejects.toThrow(/at most 1 MiB/);
  });

  it("names the file in every mistake", async () => {
    const path = await fileOf("log: { source: a }\nconfidence: 2\n");
    const error: unknown = await readStudyFile(path).catch((each: unknown) => each);
    if (!(error instanceof StudyError)) throw new Error("a StudyError was expected");
    expect(error.problems).toHaveLength(2);
    for (const { message } of error.problems) expect(message).toContain(`${path}:`);
  });
});
