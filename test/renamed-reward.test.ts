import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { modules } from "../src/cli/modules.js";
import { evaluate, readStudy } from "../src/index.js";
import { inTurn } from "./fixture/property.js";
import { runCommand } from "./fixture/run-command.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-renamed-"));
});
afterEach(() => rm(cwd, { recursive: true }));

/** Sessions of eight days; what was liked stands in `liked`, and from the fifth day on in `liked_v2`. */
const sessions = Array.from({ length: 80 }, (_, at) => ({ at, day: 1 + Math.floor(at / 10) }));
const rows = sessions.flatMap(({ at, day }) =>
  Array.from({ length: 1 + (at % 4) }, (_, i) => ({
    session: `s${at}`,
    user: `u${at % 23}`,
    item: `i${(at + i * 5) % 17}`,
    position: i + 1,
    new_rank: ((i + 1) % 4) + 1,
    day: `2026-11-0${day}`,
    reward: (at * 3 + i) % 5 === 0 ? 1 : 0,
  })),
);
const right = rows.reduce((sum, { reward }) => sum + reward, 0) / sessions.length;

const write = (reward: (row: (typeof rows)[number]) => readonly unknown[]): Promise<void> =>
  writeFile(
    join(cwd, "log.csv"),
    [
      "session,user,item,position,new_rank,day,liked,liked_v2",
      ...rows.map((row) => {
        const { session, user, item, position, new_rank: rank, day } = row;
        return [session, user, item, position, rank, day, ...reward(row)].join(",");
      }),
    ].join("\n"),
  );
const renamed = (): Promise<void> =>
  write(({ day, reward }) => (day < "2026-11-05" ? [reward, ""] : ["", reward]));

const study = (rewards: object, source: unknown = join(cwd, "log.csv")) => ({
  log: {
    source,
    ...{ trajectory: "session", user: "user", item: "item", rank: "position", day: "day" },
    rewards,
    exposure: { curve: { model: "geometric", gamma: 0.7 } },
  },
  policies: { new: { rank: "new_rank" } },
});

async function check(rewards: object, changes: object = {}): Promise<string> {
  const whole = study(rewards);
  await writeFile(join(cwd, "study.json"), JSON.stringify({ ...whole, ...changes }));
  const { stdout, stderr } = await runCommand(["check", "study.json", "--format", "json"], {
    cwd,
    modules,
  });
  return stdout + stderr;
}

const asked = /has no value after 2026-11-04, and .{0,20}none before 2026-11-05/;
const queryIn = (text: string): string =>
  JSON.parse(/log\.source: \{ sql: ("(?:[^"\\]|\\.)*") \}/.exec(text)?.[1] ?? "null");

describe("a reward whose column was renamed on a day", () => {
  it("is asked of by init and by check, and read by the query of either", async () => {
    await renamed();
    const { stderr } = await runCommand(["init", "log.csv", "--yes"], { cwd, modules });
    expect(stderr).toMatch(asked);
    expect(await readFile(join(cwd, "study.yaml"), "utf8")).toMatch(asked);
    const said = JSON.parse(await check({ liked: { column: "liked", missing: 0 } }));
    const { message } = said.warnings.find(
      (each: { readonly code: string }) => each.code === "rewardRenamed",
    );
    expect(message).toMatch(asked);
    for (const query of [queryIn(stderr), queryIn(message)]) {
      const sql = query.replace("'log.csv'", `'${join(cwd, "log.csv")}'`);
      const { estimates } = await evaluate(
        readStudy({ ...study({ liked: "liked" }, { sql }), estimators: ["mean"] }),
      );
      const mean = estimates.find(({ policy, day }) => policy === "logged" && day === null);
      expect(mean).toMatchObject({ value: right });
    }
  });

  it("is asked of where the log is refused for its empty rows", async () => {
    await renamed();
    expect(await check({ liked: "liked" })).toMatch(/rewardRenamed/);
  });

  it("is asked of where a policy has candidates, though the study names no column of the other name", async () => {
    await renamed();
    const source = join(cwd, "scores.csv");
    const scores = rows.map(({ session, item, new_rank: rank }) =>
      [session, item, 1 / rank].join(","),
    );
    await writeFile(source, ["session,item,new_score", ...new Set(scores)].join("\n"));
    const policies = { new: { score: "new_score", candidates: { source } } };
    const said = JSON.parse(await check({ liked: { column: "liked", missing: 0 } }, { policies }));
    const codes = said.warnings.map(({ code }: { readonly code: string }) => code);
    expect(codes).toContain("rewardRenamed");
  });
});

describe("nothing is asked of", () => {
  it.each(
    inTurn<[string, (row: (typeof rows)[number]) => readonly unknown[]]>([
      ["rewards that are there on all days", ({ reward }) => [reward, reward]],
      ["a reward that is empty here and there", ({ reward }) => [reward === 1 ? 1 : "", reward]],
      [
        "a column that begins before the other ends",
        ({ day, reward }) => [day < "2026-11-05" ? reward : "", day < "2026-11-04" ? "" : reward],
      ],
      [
        "rare values that happen to part",
        ({ day, reward, position }) => [
          day < "2026-11-03" && position === 3 ? reward : "",
          day > "2026-11-06" && position === 3 ? reward : "",
        ],
      ],
    ]),
  )("%s", async (_, reward) => {
    await write(reward);
    expect(await check({ liked: { column: "liked", missing: 0 } })).not.toMatch(/rewardRenamed/);
    const { stderr } = await runCommand(["init", "log.csv", "--yes"], { cwd, modules });
    expect(stderr).not.toMatch(/renamed/);
  });
});
