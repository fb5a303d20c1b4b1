import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { readFileOrPipe, unpacked } from "../../src/unpacked-file.js";
import { type CommandResult, runCommand } from "../fixture/run-command.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-runs-"));
  await writeFile(join(cwd, "run.txt"), "u Q0 a 1 2 me\nv Q0 a 2 1 me\n");
  await writeFile(join(cwd, "qrels.txt"), "u 0 b 1\nv 0 b 1\n");
  execFileSync("mkfifo", [join(cwd, "pipe"), join(cwd, "long-pipe")]);
});
afterAll(() => rm(cwd, { recursive: true }));

const rank = (file: string): Promise<CommandResult> =>
  runCommand(["rank", file, "--labels", "qrels.txt"], { cwd, modules });

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const main = [process.execPath, "--import", "tsx", join(root, "src/cli/main.ts")];

describe.concurrent("a run", () => {
  it("may come through a pipe of the shell", async () => {
    const quoted = main.map((word) => `'${word}'`).join(" ");
    const line = `${quoted} rank <(cat ${cwd}/run.txt) /dev/stdin --labels <(cat ${cwd}/qrels.txt) --format csv`;
    const asked = execute("bash", ["-c", `cat | ${line}`], { cwd: root });
    asked.child.stdin?.end("u Q0 b 1 2 me\nv Q0 b 2 1 me\n");
    expect((await asked).stdout).toContain("estimate,stdin,,nDCG@10,,1,");
  });

  it("that never comes is waited for until the first Ctrl-C, which ends with 130", async () => {
    const [node = "", ...words] = main;
    const interrupted = async (file: string): Promise<void> => {
      const argv = [...words, "rank", file, "--labels", join(cwd, "qrels.txt")];
      const child = spawn(node, argv, { cwd: root, stdio: ["pipe", "ignore", "pipe"] });
      const ended = once(child, "exit");
      let said = "";
      child.stderr.on("data", (part: Buffer) => {
        said += String(part);
      });
      // The first signal may come before there is anything that hears it.
      const asking = setTimeout(() => child.kill("SIGINT"), 4000);
      expect(await ended).toEqual([130, null]);
      clearTimeout(asking);
      expect(said).toContain("interrupted: nothing was written");
    };
    await Promise.all([join(cwd, "pipe"), "-"].map(interrupted));
  });

  it("is no device", async () => {
    const { code, stderr } = await rank("/dev/zero");
    expect([code, stderr]).toEqual([1, expect.stringContaining("it is a pipe or a device")]);
  });

  it("has a limit of size", async () => {
    await writeFile(join(cwd, "large.txt"), "");
    await truncate(join(cwd, "large.txt"), 2 ** 40);
    const { code, stderr } = await rank("large.txt");
    expect([code, stderr]).toEqual([1, expect.stringContaining("a run to have at most 1024 MiB")]);
  });

  it("has a limit of the length of a line, also where it is packed", async () => {
    const line = `u Q0 ${"a".repeat(2 ** 21)} 1 2 me\n`;
    await writeFile(join(cwd, "line.gz"), gzipSync(`u Q0 a 1 2 me\n${line}`));
    const { code, stderr } = await rank("line.gz");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        "line.gz, line 2: it has 2097164 bytes, and a line may have at most 1048576",
      ),
    ]);
    const items = ["a", "b", "c"].map((item) => `u Q0 ${item.repeat(2 ** 19)} 1 2 me\n`);
    await writeFile(join(cwd, "short.txt"), `${items.join("")}v Q0 b 2 1 me\n`);
    expect((await rank("short.txt")).code).toBe(0);
    await writeFile(
      join(cwd, "array.json"),
      JSON.stringify([
        { user: "u", item: "a".repeat(2 ** 21), score: 1 },
        { user: "v", item: "b", score: 1 },
      ]),
    );
    expect((await rank("array.json")).code).toBe(0);
  });
});

it.concurrent("what gzip packed is unpacked up to a limit, and no further once it is stopped", async () => {
  const packed = gzipSync(Buffer.alloc(64 * 2 ** 20));
  const small = { what: "a run", mostMebibytes: 8 };
  await expect(unpacked(packed, "bomb.gz", small)).rejects.toThrow(
    "bomb.gz: expected a run, unpacked, to have at most 8 MiB; it has more.",
  );
  const controller = new AbortController();
  const stopped = unpacked(packed, "bomb.gz", { what: "a run", signal: controller.signal });
  controller.abort();
  await expect(stopped).rejects.toThrow("abort");
  expect((await unpacked(packed, "bomb.gz", { what: "a run" })).length).toBe(64 * 2 ** 20);
});

it.concurrent("a pipe has the limit of a file", async () => {
  const writer = spawn("sh", ["-c", `head -c 9000000 /dev/zero > ${join(cwd, "long-pipe")}`]);
  await expect(
    readFileOrPipe(join(cwd, "long-pipe"), { what: "a run", mostMebibytes: 8 }),
  ).rejects.toThrow("at most 8 MiB; it has more");
  await once(writer, "exit");
});
