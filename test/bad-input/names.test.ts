import { describe, expect, it } from "vitest";
import type { Result } from "../../src/index.js";
import { inTurn } from "../fixture/property.js";
import { answerTo, studyOf } from "./ask.js";
import { goodQuery, goodRows, useBench } from "./bad-log.js";

const bench = useBench();
const roles = ["session", "visitor", "date", "item", "place", "place2", "liked", "eps"] as const;
type Names = Readonly<Record<(typeof roles)[number], string>>;

const named = (list: readonly string[]): Names =>
  Object.fromEntries(roles.map((role, i) => [role, list[i] ?? role])) as Names;

/** Names that our statements use themselves, each for a column of another meaning. */
const sets: Readonly<Record<string, Names>> = {
  "canonical aliases": named(
    "h_rank h_feed h_user h_day h_trajectory h_reward_0 h_rank_0 h_exposure".split(" "),
  ),
  "aliases of sums": named(
    "c_1 row_count trajectory_count h_bucket bucket cluster s_marks x_bad".split(" "),
  ),
  "columns of results": named("day t_user t_day feed logger p_0 trajectories w_0".split(" ")),
  "aliases of relations": named("s l r q0 q1 t x user".split(" ")),
  "words of SQL": named("select user date order from rank group table".split(" ")),
  "odd characters": named(['say "hi"', "it's", "größe ☃", "two words", "a.b", "*", "x'; --", "%"]),
  "signs of parameters": named(["$1", "?", ":x", "\\", "..", "{a}", "`b`", "null"]),
  "case alone against an alias": named(
    "H_RANK H_USER H_DAY ITEM H_TRAJECTORY DAY L EPS".split(" "),
  ),
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const studyWith = (names: Names, source: unknown, log = {}) =>
  studyOf(source, {
    log: {
      trajectory: names.session,
      item: names.item,
      rank: names.place,
      rewards: { like: names.liked },
      user: names.visitor,
      day: names.date,
      ...log,
    },
    policies: { candidate: { rank: names.place2 } },
  });

let plain: Promise<Result> | undefined;
/** The answer under plain names, computed once. */
function plainAnswer(): Promise<Result> {
  plain ??= answerTo(studyWith(named(roles), { sql: goodQuery() }), bench.engine());
  return plain;
}

describe.each(inTurn(Object.entries(sets)))("columns called by %s", (_, names) => {
  const list = roles.map((role) => `${role} AS ${quoted(names[role])}`).join(", ");
  const renamed = (replaced = {}): string => `SELECT ${list} FROM (${goodQuery(replaced)})`;

  it.each(["sql", "parquet", "csv", "jsonl"])("in %s give the same answer", async (form) => {
    const rows = goodRows().map((row) =>
      Object.fromEntries(roles.map((role) => [names[role], row[role]])),
    );
    const source =
      form === "sql"
        ? { sql: renamed() }
        : form === "parquet"
          ? await bench.parquet("names.parquet", renamed())
          : form === "csv"
            ? await bench.csv("names.csv", rows)
            : await bench.jsonLines("names.jsonl", rows);
    const { estimates, differences } = await answerTo(studyWith(names, source), bench.engine());
    const expected = await plainAnswer();
    expect(estimates).toEqual(expected.estimates);
    expect(differences).toEqual(expected.differences);
  });

  it("lose the same trajectory by excludeTrajectories", async () => {
    const place = "CASE WHEN i = 10 THEN 0 ELSE i % 3 + 1 END";
    const study = studyWith(names, { sql: renamed({ place }) }, { invalid: "excludeTrajectories" });
    const { log } = await answerTo(study, bench.engine());
    expect(log).toMatchObject({ trajectories: 11, impressions: 33 });
    expect(log.counts).toMatchObject({ excludedTrajectories: 1, excludedRows: 3 });
  });
});

describe("values that look like something else", () => {
  const odd = `it''s "q"; DROP TABLE log; -- ☃`;

  it("as keys of trajectories, users, feeds and loggers", async () => {
    const source = {
      sql: goodQuery({
        session: `'${odd}' || (i // 3)`,
        visitor: `'${odd}' || ((i // 3) % 6)`,
        feed: `'${odd}'`,
        logger: `'${odd}' || ((i // 3) % 2)`,
      }),
    };
    const study = studyOf(source, { log: { feed: "feed", logger: "logger" } });
    const { log, estimates } = await answerTo(study, bench.engine());
    const feed = odd.replaceAll("''", "'");
    expect(log).toMatchObject({ trajectories: 12, users: 6, feeds: [feed] });
    expect(log.loggers).toEqual([`${feed}0`, `${feed}1`]);
    expect(estimates.every((row) => row.feed === feed)).toBe(true);
  });

  it("as feeds called __proto__, constructor, and nothing at all", async () => {
    const feeds = `['__proto__', 'constructor', ''][(i // 3) % 3 + 1]`;
    const study = studyOf({ sql: goodQuery({ feed: feeds }) }, { log: { feed: "feed" } });
    const { log, estimates } = await answerTo(study, bench.engine());
    expect(log.feeds).toEqual(["", "__proto__", "constructor"]);
    const means = estimates.filter(({ estimator }) => estimator === "mean");
    expect(means.map(({ feed }) => feed)).toEqual(["", "__proto__", "constructor"]);
  });

  it("as rewards and policies called constructor, toString and the like", async () => {
    const study = studyOf(
      { sql: goodQuery() },
      {
        log: { rewards: { constructor: "liked", toString: "liked", hasOwnProperty: "eps" } },
        policies: { constructor: { rank: "place2" }, valueOf: { rank: "place" } },
      },
    );
    const { verdicts, estimates } = await answerTo(study, bench.engine());
    expect(verdicts).toHaveLength(6);
    expect(estimates.every((row) => "value" in row)).toBe(true);
  });
});
