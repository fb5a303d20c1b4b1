import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { inTurn } from "../fixture/property.js";
import { answerTo, refusalOf, studyOf } from "./ask.js";
import { goodRows, useBench } from "./bad-log.js";

const bench = useBench();
const describeFile = (path: string) =>
  bench.engine().describe({ kind: "files", format: "csv", paths: [path] });

const rows = goodRows();
const names = Object.keys(rows[0] ?? {});
const lines = rows.map((row) => Object.values(row).join(","));

describe("a first line that looks like data", () => {
  it("is told, with what reads it", async () => {
    const path = await bench.text("bare.csv", lines.join("\n"));
    const error = await refusalOf(studyOf(path), bench.engine());
    expect(error).toMatchObject({ kind: "log", code: "headerMissing" });
    expect(error.message).toContain(`"${path}" seems to have no header`);
    expect(error.message).toContain(JSON.stringify(lines[0]));
    const [, said = ""] = /log\.source: (\{ sql: ".*" \})\.$/.exec(error.message) ?? [];
    const list = names.map((name) => `'${name}'`).join(", ");
    const { log } = await answerTo(
      studyOf(parse(said.replace("'session', …", list))),
      bench.engine(),
    );
    expect(log).toMatchObject({ trajectories: 12, impressions: 36 });
  });

  it.each([
    ["s1,u7,i5,1\ns1,u7,i6,2\n"],
    ["3,2,3\n4,5,6\n"],
    ["2026-11-01,5\n2026-11-02,7\n"],
    ["5,5,1\n6,7,0\n"],
    ["a,1,click\nb,2,click\na,2,view\n"],
    [
      "1\tU13740\t11/11/2019 9:05:58 AM\tN55189 N42782\tN55689-1 N35729-0\n2\tU9\t11/12/2019 6:11:30 PM\tN31739\tN20678-0 N39317-0 N5-1\n",
    ],
    [
      "user_000001\t2009-05-04T23:08:57Z\tf1b1cf71-bd35\tDeep Dish\nuser_000002\t2009-05-04T13:54:10Z\ta7f7df4a-77d8\tOther\n",
    ],
  ])("as in %j", async (content) => {
    const path = await bench.text("data.csv", content);
    await expect(describeFile(path)).rejects.toMatchObject({ code: "headerMissing" });
  });
});

describe("a header", () => {
  it.each([
    ["item,1,2024\ni5,3,4\n"],
    ["0,1,2\n5,6,7\n"],
    ["1,2,3\n5,6,7\n"],
    ["x1,x2,y1\n5,6,7\n"],
    ["place1,place2,id\nplace3,place4,a\n"],
    ["1,name\nx,y\n"],
    ["session,place2,rank_2024\ns1,1,2\n"],
    ["session,item\nitem,session\n"],
    ["5,6\n"],
    ["item,2026-11-01,2026-11-02\ni5,3,4\n"],
    ["item,2026-11-01\ni5,2026-11-01x\n"],
  ])("%j is taken for one", async (content) => {
    const path = await bench.text("header.csv", content);
    expect((await describeFile(path)).map(({ name }) => name)).toEqual(
      content.split("\n")[0]?.split(","),
    );
  });
});

describe("a line unlike the others", () => {
  const header = names.join();

  it("at the end is named", async () => {
    const cut = [header, ...lines.slice(0, -1), lines.at(-1)?.split(",").slice(0, 3).join()];
    const path = await bench.text("cut.csv", cut.join("\n"));
    const { message } = await refusalOf(studyOf(path), bench.engine());
    expect(message).toContain(
      `Line ${cut.length} of "${path}" has 3 fields where its header has ${names.length}: `,
    );
    expect(message).toContain("may have been cut off");
  });

  it("in the middle is named, in whichever file", async () => {
    await bench.text("part-1.csv", [header, ...lines].join("\n"));
    const odd = [header, ...lines.slice(0, 3), `${lines[3]},1`, ...lines.slice(4)].join("\n");
    const path = await bench.text("part-2.csv", odd);
    const { message } = await refusalOf(studyOf(bench.at("part-*.csv")), bench.engine());
    expect(message).toMatch(/[Ll]ine:? 5\b/);
    expect(message).toContain(path);
  });

  it.each(
    inTurn([["# exported"], ["# exported\n# by a\n#"], ["# exported, by a"], ["A report"]], 2),
  )("%j above the header is skipped by the advice", async (above) => {
    const table = [header, ...lines].join("\n");
    const path = await bench.text("above.csv", `${above}\n${table}\n`);
    const error = await refusalOf(studyOf(path), bench.engine());
    expect(error).toMatchObject({ kind: "log", code: "fileUnreadable" });
    const [, said = ""] = /log\.source: (\{ sql: ".*" \})\.$/.exec(error.message) ?? [];
    const { log } = await answerTo(studyOf(parse(said)), bench.engine());
    expect(log).toMatchObject({ trajectories: 12, impressions: 36 });
  });
});
