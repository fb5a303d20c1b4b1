import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTurn, isInTurn, isThorough, repetitions } from "../../test/fixture/property.js";
import { runCommand } from "../../test/fixture/run-command.js";
import { createRandom } from "../random/create-random.js";
import { readStudyFile } from "../study/read-study-file.js";
import { modules } from "./modules.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-forms-"));
});
afterEach(() => rm(cwd, { recursive: true }));

interface List {
  readonly id: number;
  readonly user: number;
  readonly items: readonly number[];
  /** Places of what was clicked, from 0. */
  readonly clicked: readonly number[];
  readonly revenue: number;
}

/** Lists of two to nine items; `most` of them are clicked at most. */
function lists(most = 3): readonly List[] {
  const random = createRandom("public forms");
  return Array.from({ length: 150 }, (_, id) => {
    const length = 2 + random.integer(8);
    const first = 100 + random.integer(40);
    const items = Array.from({ length }, (__, at) => first + 7 * at);
    const clicked = items.flatMap((__, at) => (random.next() < 0.25 ? [at] : [])).slice(0, most);
    const revenue = clicked.length === 0 ? 0 : 5 + random.integer(900) / 100;
    return { id, user: id % 31, items, clicked, revenue };
  });
}

const lines = (rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join("\n");

/** What `init` writes of files, and says; a study with a reward must pass `check`. */
async function proposed(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
  const { code, stderr } = await runCommand(["init", ...Object.keys(files), "--yes"], {
    cwd,
    modules,
  });
  expect([code, stderr]).toEqual([0, expect.stringContaining("wrote study.yaml")]);
  const text = await readFile(join(cwd, "study.yaml"), "utf8");
  if (text.includes("rewards: {}")) return { said: stderr, text, log: undefined };
  const checked = await runCommand(["check", "study.yaml"], { cwd, modules });
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringMatching(/^The log /)]);
  const { log } = await readStudyFile(join(cwd, "study.yaml"));
  return { said: stderr, text, log };
}

/** The log's own mean of a reward, by the study that was written; a quick run learns no curve for it. */
async function meanOf(reward: string): Promise<number> {
  if (!isThorough) {
    const text = await readFile(join(cwd, "study.yaml"), "utf8");
    const given = text.replace("{ fit: auto }", "{ model: geometric, gamma: 0.7 }");
    await writeFile(join(cwd, "study.yaml"), given);
  }
  const { stdout } = await runCommand(["evaluate", "study.yaml", "--format", "json"], {
    cwd,
    modules,
  });
  const rows: readonly Record<string, unknown>[] = JSON.parse(stdout).estimates;
  const found = rows.find(
    (row) =>
      row.policy === "logged" &&
      row.estimator === "mean" &&
      row.reward === reward &&
      row.day === null,
  );
  expect(found).toBeDefined();
  expect(found).not.toHaveProperty("withheld");
  return Number(found?.value);
}

const clicksOf = (all: readonly List[]): number =>
  all.reduce((sum, { clicked }) => sum + clicked.length, 0) / all.length;

/** A quick run tries one of three forms. */
const shares = repetitions(3, 1);

describe("files of whole lists", () => {
  it.runIf(isInTurn(0, shares))(
    "takes EB-NeRD's: items in view, items clicked, times of the whole impression",
    async () => {
      const all = lists();
      const rows = all.map(({ id, user, items, clicked }) => ({
        impression_id: 48401 + id,
        article_id: id % 3 === 0 ? 9778745 : null,
        impression_time: `2023-05-2${1 + (id % 4)}T21:06:50`,
        read_time: id % 50,
        scroll_percentage: id % 100,
        article_ids_inview: items,
        article_ids_clicked: clicked.map((at) => items[at]),
        user_id: user,
        is_sso_user: id % 2 === 0,
        session_id: Math.floor(id / 2),
      }));
      const { log, said } = await proposed({ "behaviors.jsonl": lines(rows) });
      expect(log).toMatchObject({
        trajectory: "impression_id",
        user: "user_id",
        item: "item",
        rank: "rank",
      });
      expect(Object.keys(log?.rewards ?? {})).toEqual(["clicked"]);
      expect(said).toContain(
        "clicked is 1 in the row of an item that stands in article_ids_clicked",
      );
      expect(await meanOf("clicked")).toBeCloseTo(clicksOf(all), 12);
    },
  );

  const slates = [
    [
      "the item, and one item that stands for none",
      ({ items, clicked: [at] }: List) => ({
        click: at === undefined ? 1 : (items[at] ?? null),
        click_idx: at ?? null,
      }),
    ],
    ["its place from 0, −1 for none", ({ clicked: [at = -1] }: List) => ({ click_idx: at })],
    [
      "its place from 1, empty for none",
      ({ clicked: [at] }: List) => ({
        clicked_position: at === undefined ? null : at + 1,
      }),
    ],
  ] as const;

  it.each(inTurn(slates))("takes FINN.no's slates, with %s", async (_what, clickOf) => {
    const all = lists(1);
    const rows = all.map((list) => ({
      userId: list.user,
      interaction_type: list.id % 2 === 0 ? "search" : "rec",
      slate: list.items,
      ...clickOf(list),
    }));
    const { log } = await proposed({ "slates.jsonl": lines(rows) });
    expect(log).toMatchObject({ trajectory: "list", user: "userId", rank: "rank" });
    const [reward = "", ...others] = Object.keys(log?.rewards ?? {});
    expect(others).toEqual([]);
    expect(await meanOf(reward)).toBeCloseTo(clicksOf(all), 12);
  });

  const texts = [
    [
      "MIND's text",
      "\t",
      (list: List) => [
        list.id,
        `U${list.user}`,
        "11/13/2019 8:36:57 AM",
        "N11 N21 N103",
        list.items.map((item, at) => `N${item}-${list.clicked.includes(at) ? 1 : 0}`).join(" "),
      ],
    ],
    [
      "lists in text",
      ",",
      (list: List) => [
        list.id,
        `U${list.user}`,
        "x",
        `"[${list.items.map((item) => `'N${item}'`).join(", ")}]"`,
        `"[${list.items.map((_, at) => (list.clicked.includes(at) ? 1 : 0)).join(" ")}]"`,
      ],
    ],
  ] as const;

  it.each(inTurn(texts))("splits %s", async (what, delimiter, rowOf) => {
    const all = lists();
    const header = what.startsWith("MIND")
      ? ["impression_id", "user_id", "time", "history", "impressions"]
      : ["request_id", "user_id", "kind", "items", "clicks"];
    const text = [header, ...all.map(rowOf)].map((row) => row.join(delimiter)).join("\n");
    const { log } = await proposed({
      [what.startsWith("MIND") ? "behaviors.tsv" : "log.csv"]: text,
    });
    expect(log).toMatchObject({ user: "user_id", item: "item", rank: "rank" });
    expect(Object.keys(log?.rewards ?? {})).toEqual(["click"]);
    expect(await meanOf("click")).toBeCloseTo(clicksOf(all), 12);
  });

  it.runIf(isInTurn(1, shares))(
    "counts lists without items, and takes what is clicked from lists that may be empty",
    async () => {
      const all = lists(1);
      const rows = all.map(({ id, user, items, clicked }) => ({
        request_id: id,
        user_id: user,
        items: id % 10 === 0 ? [] : items.map((item) => `00${item}`),
        clicked_items:
          clicked.length === 0 || id % 10 === 0 ? null : [`00${items[clicked[0] ?? 0]}`],
        purchased_items: [],
      }));
      const { log, said } = await proposed({ "lists.jsonl": lines(rows) });
      expect(said).toContain("15 rows of the files hold no item");
      expect(Object.keys(log?.rewards ?? {})).toEqual(["clicked", "purchased"]);
      const held = all.filter(({ id }) => id % 10 !== 0);
      expect(await meanOf("clicked")).toBeCloseTo(clicksOf(held), 12);
      expect(await meanOf("purchased")).toBe(0);
    },
  );

  it.runIf(isInTurn(2, shares))("leaves out what the whole list earned, and says so", async () => {
    const rows = lists().map(({ id, user, items, revenue }) => ({
      request_id: `r${id}`,
      user_id: user,
      items,
      new_rank: items.map((_, at) => items.length - at),
      revenue,
    }));
    const { log, said, text } = await proposed({ "lists.jsonl": lines(rows) });
    expect(log).toBeUndefined();
    expect(said).toContain("revenue is of a whole list and is left out");
    expect(said).toContain("not used: revenue (of the whole list)");
    expect(text).toContain(
      "read_json('lists.jsonl', format = 'newline_delimited', sample_size = -1)",
    );
  });
});

/** The rows of lists as events: a view of each item, and what happened there. */
function events(
  all: readonly List[],
): readonly (readonly [list: List, kind: string, at: number])[] {
  return all.flatMap((list) =>
    list.items.flatMap((_, at) => [
      [list, "impression", at] as const,
      ...(list.clicked.includes(at) ? [[list, "click", at] as const] : []),
      ...(list.clicked.includes(at) && list.id % 5 === 0 ? [[list, "click", at] as const] : []),
      ...(at === 0 && list.id % 3 === 0 ? [[list, "hover", at] as const] : []),
    ]),
  );
}

describe("files of events", () => {
  const header = "event_type,session_id,user_id,item_id,position,revenue";
  const asText = (all: readonly List[]): string =>
    [
      header,
      ...events(all).map(([list, kind, at]) => {
        const paid = kind === "click" && at === list.clicked[0] ? list.revenue : "";
        return [kind, list.id, list.user, `0${list.items[at]}`, at + 1, paid].join(",");
      }),
    ].join("\n");

  it.runIf(isInTurn(2, shares))(
    "makes a row of those of an item, with what happened there",
    async () => {
      const all = lists();
      const { log, said } = await proposed({ "events.csv": asText(all) });
      expect(log).toMatchObject({ trajectory: "session_id", item: "item_id", rank: "position" });
      expect(Object.keys(log?.rewards ?? {}).sort()).toEqual(["click", "revenue"]);
      expect(said).toContain("a row of the files is an event");
      expect(said).toContain("rows of hover are left out");
      expect(await meanOf("click")).toBeCloseTo(clicksOf(all), 12);
      const paid = all.reduce(
        (sum, { id, clicked, revenue }) =>
          sum + (clicked.length > 0 ? revenue * (id % 5 === 0 ? 2 : 1) : 0),
        0,
      );
      expect(await meanOf("revenue")).toBeCloseTo(paid / all.length, 9);
    },
  );

  it.runIf(isInTurn(0, shares))(
    "knows RetailRocket's words for views, carts and purchases",
    async () => {
      const text = asText(lists())
        .replaceAll(/^impression/gm, "view")
        .replaceAll(/^click(?=,\d*[05],)/gm, "transaction")
        .replaceAll(/^click/gm, "addtocart");
      const { log, said } = await proposed({ "events.csv": text });
      expect(Object.keys(log?.rewards ?? {}).sort()).toEqual(["addtocart", "purchase", "revenue"]);
      expect(said).toContain("a row of the files is an event");
    },
  );

  it.runIf(isInTurn(0, shares))(
    "is what check advises where one item stands twice at a rank",
    async () => {
      await writeFile(join(cwd, "events.csv"), asText(lists()));
      const study = [
        "log:",
        "  source: events.csv",
        ...["trajectory: session_id", "item: item_id", "rank: position"].map((line) => `  ${line}`),
        "  rewards: { revenue: { column: revenue, missing: 0 } }",
        "  exposure: { curve: { table: [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2] } }",
        "policies: {}",
      ];
      await writeFile(join(cwd, "raw.yaml"), study.join("\n"));
      const { code, stdout, stderr } = await runCommand(["check", "raw.yaml"], { cwd, modules });
      const text = (stdout + stderr).replaceAll(/\s+/g, " ");
      expect(code).toBe(2);
      expect(text).toContain("one item twice among them");
      expect(text).toContain("group by session_id, item_id");
    },
  );

  it.runIf(isInTurn(1, shares))("joins UBI's events to the hits of UBI's queries", async () => {
    const all = lists();
    const queries = all.map(({ id, user, items }) => ({
      timestamp: `2024-11-0${1 + (id % 5)}T10:00:00Z`,
      query_id: `q${id}`,
      client_id: `c${user}`,
      user_query: "shoes",
      query_response_hit_ids: items.map(String),
    }));
    const happened = events(all).flatMap(([list, kind, at]) =>
      kind === "impression"
        ? []
        : [
            {
              timestamp: "2024-11-01T10:01:00Z",
              action_name: kind,
              query_id: `q${list.id}`,
              client_id: `c${list.user}`,
              event_attributes: {
                object: { object_id: String(list.items[at]), object_id_field: "sku" },
                position: { ordinal: at + 1 },
              },
            },
          ],
    );
    const files = { "ubi_queries.jsonl": lines(queries), "ubi_events.jsonl": lines(happened) };
    const { log } = await proposed(files);
    expect(log).toMatchObject({ trajectory: "query_id", user: "client_id", rank: "rank" });
    expect(Object.keys(log?.rewards ?? {})).toEqual(["click"]);
    expect(await meanOf("click")).toBeCloseTo(clicksOf(all), 12);
  });
});
