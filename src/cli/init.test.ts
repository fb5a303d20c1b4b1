import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inTurn, isInTurn, repetitions } from "../../test/fixture/property.js";
import { runCommand } from "../../test/fixture/run-command.js";
import { readStudyFile } from "../study/read-study-file.js";
import { modules } from "./modules.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-init-"));
});
afterEach(() => rm(cwd, { recursive: true }));

/** A quick run tries one of three commands that take long. */
const shares = repetitions(3, 1);

it("writes a study that reads, says what it left out and what comes next, and overwrites nothing", async () => {
  const header = "session_id,user_id,position,item_id,clicked,rank_new,colour";
  await writeFile(join(cwd, "log.csv"), `${header}\n1,7,1,3,1,2,red\n1,7,2,4,0,1,blue\n`);
  const ended = await runCommand(["init", "log.csv"], { cwd, modules });
  expect(ended).toMatchObject({ code: 0, stdout: "" });
  expect(ended.stderr).toContain("not used: colour");
  expect(ended.stderr).toContain("Next: hindcast check study.yaml");
  const study = await readStudyFile(join(cwd, "study.yaml"));
  expect(study.log).toMatchObject({ trajectory: "session_id", rank: "position", user: "user_id" });
  expect(study.policies).toMatchObject({ new: { rank: "rank_new" } });
  const again = await runCommand(["init", "log.csv"], { cwd, modules });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("is kept") });
});

it("names in the file what it could not propose", async () => {
  await writeFile(join(cwd, "log.csv"), "k,position\n1,1\n1,2\n");
  const ended = await runCommand(["init", "log.csv", "-o", "s.yaml"], { cwd, modules });
  expect(ended.stderr).toContain("to do: Name log.trajectory");
  expect(ended.stderr).not.toContain("log.user");
  const text = await readFile(join(cwd, "s.yaml"), "utf8");
  expect(text).toMatch(/# TO DO: Name log\.trajectory/);
  expect(text).toMatch(/# TO DO: Name at least one reward/);
});

it("refuses a flag that names no column, and writes nothing", async () => {
  await writeFile(join(cwd, "log.csv"), "session,position,item,click\n1,1,3,1\n1,2,4,0\n");
  const named = async (flag: string) =>
    runCommand(["init", "log.csv", ...flag.split(" ")], { cwd, modules });
  expect((await named("--day nosuch")).stderr).toContain('as day; "nosuch" is none of "session"');
  const near = await named("--trajectory sesion");
  expect(near).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean "session"?'),
  });
  expect(await named("--trajectory session --item item")).toMatchObject({ code: 0 });
});

it("finds a user called User Id, and says so where it finds none", async () => {
  const rows = "\n1;7;1;3;true\n1;7;2;4;false\n";
  await writeFile(join(cwd, "odd.csv"), `Session ID;User Id;Pos;Item;Liked?${rows}`);
  const odd = await runCommand(["init", "odd.csv", "--yes", "-o", "o.yaml"], { cwd, modules });
  expect(odd.stderr).not.toContain("log.user");
  const { log } = await readStudyFile(join(cwd, "o.yaml"));
  expect(log).toMatchObject({ trajectory: "Session ID", user: "User Id", rank: "Pos" });
  await writeFile(join(cwd, "none.csv"), `session;colour;position;item;liked${rows}`);
  const none = await runCommand(["init", "none.csv", "--yes", "-o", "n.yaml"], { cwd, modules });
  expect(none.stderr).toContain("to do: Name log.user");
});

/** Forty lists of six candidates, viewed down to ranks that differ; `first` is the rank of the first position. */
function world(first: 0 | 1, isOffered = false): { readonly log: string; readonly scores: string } {
  const lists = Array.from({ length: 40 }, (_, list) => ({
    list,
    depth: isOffered ? 6 : 1 + (list % 5),
  }));
  const rows = lists.flatMap(({ list, depth }) =>
    Array.from({ length: depth }, (_, i) => [
      `s${list}`,
      list % 9,
      i + first,
      (list * 5 + i) % 50,
      (list + i) % 3 === 0 ? 1 : 0,
    ]),
  );
  const scores = lists.flatMap(({ list }) =>
    Array.from({ length: 6 }, (_, i) => [
      `s${list}`,
      (list * 5 + i) % 50,
      ((list * 7 + i * 5) % 11) / 10,
    ]),
  );
  const csv = (header: string, lines: readonly (readonly unknown[])[]): string =>
    [header, ...lines.map((line) => line.join(","))].join("\n");
  return {
    log: csv("session,user,position,product,clicked", rows),
    scores: csv("visit_id,product,new_score", scores),
  };
}

async function write(first: 0 | 1, isOffered = false): Promise<void> {
  const { log, scores } = world(first, isOffered);
  await writeFile(join(cwd, "log.csv"), log);
  await writeFile(join(cwd, "scores.csv"), scores);
}

it.runIf(isInTurn(0, shares))(
  "takes a table of scores for what it is: its policy, its keys and the length of lists",
  async () => {
    await write(1);
    const ended = await runCommand(["init", "scores.csv", "log.csv", "-o", "sub/s.yaml"], {
      cwd,
      modules,
    });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("sub") });
    const again = await runCommand(["init", "scores.csv", "log.csv"], { cwd, modules });
    expect(again.stderr).not.toContain("to do");
    const study = await readStudyFile(join(cwd, "study.yaml"));
    const source = { files: [join(cwd, "scores.csv")] };
    expect(study.policies).toEqual({
      new: { score: "new_score", candidates: { source, trajectory: "visit_id" } },
    });
    expect(study.log).toMatchObject({ listLength: 6, item: "product", rewards: { clicked: {} } });
    const evaluated = await runCommand(["evaluate", "study.yaml"], { cwd, modules });
    expect(evaluated).toMatchObject({ code: 0, stdout: expect.stringContaining("new") });
  },
);

it("takes the column that a table of scores shares with the log for the item, and names policies without spaces", async () => {
  const { log, scores } = world(1);
  const [, ...rows] = scores.split("\n");
  const twice = rows.map((row) => `${row},${row.split(",").at(-1)}`);
  const header = "visit_id,Thing,Model B score,b score";
  await writeFile(join(cwd, "log.csv"), log.replace("product", "Thing"));
  await writeFile(join(cwd, "scores.csv"), [header, ...twice].join("\n"));
  const ended = await runCommand(["init", "log.csv", "scores.csv"], { cwd, modules });
  expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining("to do") });
  const study = await readStudyFile(join(cwd, "study.yaml"));
  expect(study.log).toMatchObject({ item: "Thing" });
  expect(Object.keys(study.policies)).toEqual(["Model-B", "b"]);
});

it.runIf(isInTurn(1, shares))(
  "adds 1 to ranks that count from 0, says so, and names the files from the study's folder",
  async () => {
    await write(0);
    const ended = await runCommand(["init", "log.csv", "scores.csv"], { cwd, modules });
    expect(ended.stderr).toContain("the study adds 1 to position");
    const text = await readFile(join(cwd, "study.yaml"), "utf8");
    expect(text).toContain("ranks it names count from 0 in the files");
    expect(text).toContain("rank: position  # 1 to 5");
    expect(text).not.toContain(cwd);
    const checked = await runCommand(["check", "study.yaml"], { cwd, modules });
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/rank +\w+ +0 +\S+ +1 to 5/),
    });
  },
);

it.each(
  inTurn([
    { first: 0, added: "position, new_rank" },
    { first: 1, added: "position" },
  ]),
)("adds 1 to a policy's ranks from $first: to $added", async ({ first, added }) => {
  const rows = ["s0,a,0,0,1", "s0,b,1,1,0", "s1,a,0,1,0", "s1,c,1,0,1"].map((row) => {
    const [session, item, position, rank, click] = row.split(",");
    return [session, item, position, Number(rank) + first, click].join(",");
  });
  const header = "session,item,position,new_rank,clicked";
  await writeFile(join(cwd, "log.csv"), [header, ...rows].join("\n"));
  const ended = await runCommand(["init", "log.csv"], { cwd, modules });
  expect(ended.stderr).toContain(`the study adds 1 to ${added}\n`);
  const checked = await runCommand(["check", "study.yaml"], { cwd, modules });
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.stdout).toMatch(/new_rank .*1 to 2/);
  expect(checked.stdout).toMatch(/position .*1 to 2/);
});

it("says that rows seem to be offered where every list goes down to the same rank", async () => {
  await write(1, true);
  const ended = await runCommand(["init", "log.csv", "scores.csv"], { cwd, modules });
  expect(ended.stderr).toContain("to do: Name log.viewed");
  expect(await readFile(join(cwd, "study.yaml"), "utf8")).toContain("rows: offered");
  const viewed = ["init", "log.csv", "--rows", "viewed", "-o", "v.yaml"];
  expect((await runCommand(viewed, { cwd, modules })).stderr).toContain("make sure that a row is");
});

it("asks on a terminal what the columns cannot say, and nothing with --yes", async () => {
  const { log } = world(1);
  await writeFile(
    join(cwd, "log.csv"),
    log.replace("session,", "a,").replace(",clicked", ",outcome"),
  );
  const asked: string[] = [];
  const answers = ["offered", "12"];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    return answers.shift() ?? "";
  };
  await runCommand(["init", "log.csv"], { cwd, modules, ask });
  expect(asked).toHaveLength(2);
  expect(asked[0]).toContain("viewed, or one that was offered");
  const text = await readFile(join(cwd, "study.yaml"), "utf8");
  expect(text).toMatch(
    /rows: offered[\s\S]*trajectory: a [\s\S]*outcome: outcome[\s\S]*listLength: 12/,
  );
  await runCommand(["init", "log.csv", "--yes", "-o", "yes.yaml"], { cwd, modules, ask });
  expect(asked).toHaveLength(2);
});

it("asks on a terminal how the policies came to be, and again after what a study does not take", async () => {
  const rows = "1,7,1,3,1,2,2026-11-01\n1,7,2,4,0,1,2026-11-02";
  await writeFile(
    join(cwd, "log.csv"),
    `session_id,user_id,position,item,clicked,rank_new,day\n${rows}\n`,
  );
  const answers = ["viewed", "2", "last week", "2026-10-31", "30"];
  const asked: string[] = [];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    return answers.shift() ?? "";
  };
  await runCommand(["init", "log.csv"], { cwd, modules, ask });
  expect(asked.slice(2).map((each) => each.split("?")[0])).toEqual([
    "On rewards before which day was new trained",
    expect.stringContaining('"last week" came'),
    "Among how many candidates was new chosen by the rewards in this log",
  ]);
  const { policies } = await readStudyFile(join(cwd, "study.yaml"));
  expect(policies.new).toMatchObject({ trainedUntil: "2026-10-31", chosenFrom: 30 });
});

it("says of a table of scores alone that the log is missing", async () => {
  await write(1);
  const ended = await runCommand(["init", "scores.csv"], { cwd, modules });
  expect(ended.stderr).toContain("init <log> scores.csv");
});

it.runIf(isInTurn(0, shares))(
  "takes scores for more of the log neither here nor in check",
  async () => {
    await write(1);
    const ended = await runCommand(["check", "log.csv", "scores.csv"], { cwd, modules });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr.replaceAll(/\s+/g, " ")).toContain("hindcast init log.csv scores.csv");
    const { log } = world(1);
    await writeFile(
      join(cwd, "wider.csv"),
      log.replaceAll(/$/gm, ",1").replace("clicked,1", "clicked,tag"),
    );
    const two = await runCommand(["check", "log.csv", "wider.csv"], { cwd, modules });
    expect(two.stderr + two.stdout).not.toContain("looks like scores");
  },
);

it.runIf(isInTurn(2, shares))(
  "refuses files without rows; rows without a list or a rank do not make ranks count from 0",
  async () => {
    const header = "session_id,user_id,item_id,position,clicked,rank_new";
    await writeFile(join(cwd, "none.csv"), `${header}\n`);
    const none = await runCommand(["init", "none.csv"], { cwd, modules });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("none.csv") });
    await writeFile(
      join(cwd, "log.csv"),
      `${header}\ns1,u,a,1,1,1\ns1,u,b,2,0,2\ns2,u,a,,1,\n,u,a,0,1,\n`,
    );
    const ended = await runCommand(["init", "log.csv"], { cwd, modules });
    expect(ended.code).toBe(0);
    expect(await readFile(join(cwd, "study.yaml"), "utf8")).not.toContain("from 0");
    await writeFile(join(cwd, "scores.csv"), "session_id,item_id,new_score\n");
    const scores = await runCommand(["init", "log.csv", "scores.csv", "-o", "s.yaml"], {
      cwd,
      modules,
    });
    expect(scores).toMatchObject({ code: 2, stderr: expect.stringContaining("scores.csv") });
  },
);

it("refuses a file that is neither the log nor a table of scores", async () => {
  await write(1);
  await writeFile(join(cwd, "users.csv"), "name,age\nAda,36\n");
  const ended = await runCommand(["init", "log.csv", "users.csv"], { cwd, modules });
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toMatch(/users\.csv.* is not a table of scores either/);
});

it("check of a log names the same roles, and a file of the wrong kind gets one sentence", async () => {
  await write(1);
  const checked = await runCommand(["check", "log.csv"], { cwd, modules });
  expect(checked.code).toBe(0);
  for (const line of [/session +trajectory/, /position +rank/, /clicked +rewards\.clicked/]) {
    expect(checked.stdout).toMatch(line);
  }
  await writeFile(join(cwd, "notes.txt"), "key: value: other\n- a\n");
  const wrong = await runCommand(["evaluate", "notes.txt"], { cwd, modules });
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr.trim().split("\n")).toHaveLength(1);
});

it.runIf(isInTurn(1, shares))(
  "takes places of other names, from 0, by how deep they are: the shallower for the displayed rank",
  async () => {
    const lines = Array.from({ length: 60 }, (_, at) => {
      const [list, rank] = [Math.floor(at / 4), at % 4];
      return Array.from(
        { length: rank + 1 },
        (__, i) => `q${list}-${rank},${i},${(i + 1) % 4},${i % 2}`,
      );
    }).flat();
    await writeFile(join(cwd, "log.csv"), ["request_id,idx,new_idx,is_click", ...lines].join("\n"));
    const ended = await runCommand(["init", "log.csv", "--yes"], { cwd, modules });
    expect(ended.stderr).not.toContain("Name log.rank");
    const { log, policies } = await readStudyFile(join(cwd, "study.yaml"));
    expect([log.rank, policies]).toEqual(["idx", { new: { rank: "new_idx" } }]);
    expect(JSON.stringify(log.source)).toContain('\\"idx\\" + 1');
    const mixed = lines.map((line) => line.replace(/,(\d),/, (_, i) => `,${Number(i) + 1},`));
    await writeFile(
      join(cwd, "log.csv"),
      ["request_id,rank,new_idx,is_click", ...mixed].join("\n"),
    );
    await runCommand(["init", "log.csv", "--yes", "--output", "mixed.yaml"], { cwd, modules });
    const other = await readStudyFile(join(cwd, "mixed.yaml"));
    expect([other.log.rank, other.policies]).toEqual(["rank", { new: { rank: "new_idx" } }]);
  },
);

it("asks of a log of clicks alone for its other rows, and says why it left columns out", async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `${at},s${at >> 2},${1 + (at & 3)},1,"0,5"`);
  const text = ["impression,session,rank,click,minutes", ...lines].join("\n");
  await writeFile(join(cwd, "log.csv"), text);
  const { stderr } = await runCommand(["init", "log.csv", "--yes"], { cwd, modules });
  expect(stderr).toContain("to do: Every row has click: make sure that rows without it");
  expect(stderr).toContain("not used: impression (another value in each row), minutes (text)");
});

it.runIf(isInTurn(0, shares))(
  "does not ask for candidates that are there: lists of scores with holes are longer than what was viewed",
  async () => {
    const { log, scores } = world(1);
    const [head, ...rows] = scores.trim().split("\n");
    await writeFile(join(cwd, "log.csv"), log);
    const holes = rows.filter((_, i) => i % 10 !== 3);
    await writeFile(join(cwd, "a.csv"), [head, ...holes.slice(0, 100)].join("\n"));
    await writeFile(join(cwd, "b.csv"), [head, ...holes.slice(100)].join("\n"));
    const whole = await runCommand(["init", "log.csv", "a.csv", "b.csv"], { cwd, modules });
    expect(whole.stderr).not.toContain("all candidates");
    const viewed = rows.filter((_, i) => i % 6 <= Math.floor(i / 6) % 5);
    await writeFile(join(cwd, "few.csv"), [head, ...viewed].join("\n"));
    const few = await runCommand(["init", "log.csv", "few.csv", "-o", "few.yaml"], {
      cwd,
      modules,
    });
    expect(few.stderr).toContain("to do: few.csv has no more rows for a list than the log");
  },
);

it.runIf(isInTurn(2, shares))(
  "takes a row for each entry of lists, says how text becomes numbers, and that a file is empty",
  async () => {
    const rows = Array.from({ length: 12 }, (_, i) =>
      JSON.stringify({ session: i, "the items": [1, 2], clicks: [0, 1], revenue: "$3.20" }),
    );
    await writeFile(join(cwd, "nested.jsonl"), rows.join("\n"));
    const nested = await runCommand(["init", "nested.jsonl"], { cwd, modules });
    expect(nested.stderr).toContain("a row for each entry of the items, clicks, and its place");
    const { log } = await readStudyFile(join(cwd, "study.yaml"));
    expect(log).toMatchObject({ rank: "rank", rewards: { click: { column: "click" } } });
    const checked = await runCommand(["check", "study.yaml"], { cwd, modules });
    expect(checked.stdout).toMatch(/24 impressions in 12 trajectories/);
    const records = rows.map((row) => row.replace("[0,1]", '"$1"').replace("[1,2]", '{"a":1}'));
    await writeFile(join(cwd, "records.jsonl"), records.join("\n"));
    const other = await runCommand(["init", "records.jsonl", "-o", "r.yaml"], { cwd, modules });
    expect(other.stderr).toContain("the items (lists or records)");
    expect(other.stderr).toContain("holds amounts of dollars: the study casts it");
    expect(other.stderr).toContain("Next: see what r.yaml marks as TO DO, then hindcast check");
    await writeFile(join(cwd, "nothing.csv"), "");
    for (const command of ["init", "check"]) {
      const { code, stderr } = await runCommand([command, "nothing.csv"], { cwd, modules });
      expect([code, command]).toEqual([command === "init" ? 1 : 2, command]);
      expect(stderr).toContain(command === "init" ? "is kept" : "holds no rows");
    }
  },
);

it.runIf(isInTurn(2, shares))(
  "describes keys by their number, whose ends a double would round, and days of moments with a zone",
  async () => {
    const ids = Array.from({ length: 12 }, (_, i) => 9007199254740993n + BigInt(i));
    const rows = ids.map(
      (id, i) => `${id},2026-10-01T0${i % 9}:00:00+02:00,${id},1,${id},${i % 2}`,
    );
    await writeFile(
      join(cwd, "log.csv"),
      ['session,ts,item,pos,"User ""ID""",click', ...rows].join("\n"),
    );
    await runCommand(["init", "log.csv"], { cwd, modules });
    const text = await readFile(join(cwd, "study.yaml"), "utf8");
    expect(text).toMatch(/user: "User \\"ID\\"" +# 12 different/);
    expect(text).toContain("trajectory: session  # 12 different");
    expect(text).toContain("a day is one of UTC");
    const { stdout } = await runCommand(["check", "log.csv", "--format", "json"], { cwd, modules });
    const columns: readonly { name: string; range: unknown }[] = JSON.parse(stdout).profile.columns;
    expect(columns.find(({ name }) => name === "session")?.range).toBeNull();
    expect(columns.find(({ name }) => name === "pos")?.range).toEqual([1, 1]);
  },
);

it.runIf(isInTurn(1, shares))(
  "takes a table with a row for each candidate and model for one policy a model",
  async () => {
    const { log, scores } = world(1);
    const [, ...rows] = scores.split("\n");
    const long = rows.flatMap((row) => {
      const [list, item, score] = row.split(",");
      return [`${list},${item},it's new,${score}`, `${list},${item},old,${1 - Number(score)}`];
    });
    await writeFile(join(cwd, "log.csv"), log);
    await writeFile(join(cwd, "scores.csv"), ["visit_id,product,model,score", ...long].join("\n"));
    const ended = await runCommand(["init", "log.csv", "scores.csv"], { cwd, modules });
    expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining("to do") });
    const study = await readStudyFile(join(cwd, "study.yaml"));
    expect(Object.keys(study.policies)).toEqual(["it-s-new", "old"]);
    expect(study.log).toMatchObject({ listLength: 6 });
    const evaluated = await runCommand(["evaluate", "study.yaml"], { cwd, modules });
    expect(evaluated).toMatchObject({ code: 0, stdout: expect.stringContaining("it-s-new") });
  },
);

it("knows a reward by is_click next to another, takes an empty one as 0, and says so", async () => {
  const lines = world(1).log.split("\n").slice(1);
  const rows = lines.map((row, at) => `${row},${row.endsWith("1") ? at : ""}`);
  const header = "session,user,position,product,is_click,dwell_ms";
  await writeFile(join(cwd, "log.csv"), [header, ...rows].join("\n"));
  const ended = await runCommand(["init", "log.csv"], { cwd, modules });
  expect(ended.stderr).toContain("an empty dwell_ms is taken as 0");
  const { log } = await readStudyFile(join(cwd, "study.yaml"));
  expect(log.rewards).toMatchObject({ is_click: {}, dwell_ms: { missing: 0 } });
  expect(log.rewards.is_click).not.toHaveProperty("missing");
});

it("asks what an empty reward means where others are 0", async () => {
  const [, ...rows] = world(1).log.split("\n");
  const some = rows.map((row, at) => (at % 7 === 0 ? row.replace(/[01]$/, "") : row));
  const header = "session,user,position,product,clicked";
  await writeFile(join(cwd, "log.csv"), [header, ...some].join("\n"));
  const ended = await runCommand(["init", "log.csv"], { cwd, modules });
  expect(ended.stderr).toContain("to do: clicked is empty in 18 rows, and 0 in others.");
  const { log } = await readStudyFile(join(cwd, "study.yaml"));
  expect(log.rewards.clicked).not.toHaveProperty("missing");
});
