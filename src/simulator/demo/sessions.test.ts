import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { chiSquaredUpperTail } from "../../numeric/index.js";
import { demoWorld } from "./demo-world.js";
import { logColumns } from "./log-columns.js";
import type { SessionBatch } from "./session-batch.js";
import { sessions } from "./sessions.js";
import { type LogRow, simulateRows } from "./simulate-rows.js";
import type { DemoWorld } from "./world.js";

const world = { ...demoWorld, users: 3_000 };

function depths(batches: Iterable<SessionBatch>, feed: number): number[] {
  const deepest = new Map<number, number>();
  for (const { impressions } of batches) {
    for (let at = 0; at < impressions.count; at++) {
      if (impressions.feed[at] !== feed) continue;
      deepest.set(impressions.session[at] ?? 0, impressions.position[at] ?? 0);
    }
  }
  return [...deepest.values()];
}

/** χ² of depths against P(K = k) with the list's end as one cell; cells expect at least 5. */
function depthPValue(observed: readonly number[], survivalAt: (r: number) => number): number {
  let statistic = 0;
  let cells = 0;
  for (let from = 1; from <= 40; ) {
    let to = from + 1;
    const expected = (): number =>
      observed.length * (survivalAt(from) - (to > 40 ? 0 : survivalAt(to)));
    while (to <= 40 && expected() < 5) to++;
    if (to <= 40 && observed.length * survivalAt(to) < 5) to = 41;
    const seen = observed.filter((depth) => depth >= from && depth < to).length;
    statistic += (seen - expected()) ** 2 / expected();
    cells++;
    from = to;
  }
  return chiSquaredUpperTail(statistic, cells - 1);
}

function digest(of: DemoWorld, seed: number): string {
  const hash = createHash("sha256");
  for (const batch of sessions(of, seed)) {
    for (const { data } of logColumns(of, batch)) {
      hash.update(ArrayBuffer.isView(data) ? data : data.join());
    }
    hash.update(batch.trajectories.values);
  }
  return hash.digest("hex");
}

const geometric = (r: number): number => 0.85 ** (r - 1);
const yuleSimon = (r: number): number => {
  let p = 1;
  for (let j = 1; j < r; j++) p *= j / (1.2 + j);
  return p;
};

describe("sessions", () => {
  const batches = [...sessions(world, 11)];

  test("depth follows each feed's curve, cut at the list's end", () => {
    expect(depthPValue(depths(batches, 0), yuleSimon)).toBeGreaterThan(0.001);
    expect(depthPValue(depths(batches, 1), geometric)).toBeGreaterThan(0.001);
    expect(depthPValue(depths(batches, 0), geometric)).toBeLessThan(1e-9);
  });

  test("same seed, same bytes; another seed, another log", () => {
    const first = digest(world, 11);
    expect(digest(world, 11)).toBe(first);
    expect(digest(world, 12)).not.toBe(first);
  });

  test("batches hold whole sessions and stop after the user who reaches the limit", () => {
    const limited = [...sessions(demoWorld, 11, { impressions: 120_000 })];
    expect(limited.length).toBe(3);
    const ends = limited.map(({ impressions }) => impressions.session[impressions.count - 1] ?? 0);
    const starts = limited.map(({ impressions }) => impressions.session[0] ?? 0);
    expect(starts).toEqual([1, (ends[0] ?? 0) + 1, (ends[1] ?? 0) + 1]);
    const rows = limited.reduce((sum, { impressions }) => sum + impressions.count, 0);
    expect(rows).toBeGreaterThanOrEqual(120_000);
    expect(rows).toBeLessThan(121_000);
  });
});

describe("the rows of a log", () => {
  const { rows, trajectories } = simulateRows({ ...demoWorld, users: 300 }, 3);
  const bySession = new Map<unknown, LogRow[]>();
  for (const row of rows) {
    const session = bySession.get(row.session_id) ?? [];
    session.push(row);
    bySession.set(row.session_id, session);
  }

  test("every session is a prefix of its list, of one user, day and feed", () => {
    expect(bySession.size).toBe(trajectories);
    for (const session of bySession.values()) {
      expect(session.map((row) => row.position)).toEqual(session.map((_, at) => at + 1));
      for (const column of ["user_id", "date", "feed", "list_length"]) {
        expect(new Set(session.map((row) => row[column])).size).toBe(1);
      }
    }
  });

  test("an item appears once in a session, and its target ranks are distinct", () => {
    for (const session of bySession.values()) {
      for (const column of [
        "item_id",
        "rank_fresh_model",
        "rank_popularity",
        "rank_new_catalogue",
      ]) {
        expect(new Set(session.map((row) => row[column])).size).toBe(session.length);
      }
    }
  });

  test("what the logger never retrieves fills the first ranks of the fresh policy", () => {
    for (const row of rows) expect(row.rank_new_catalogue).toBe(Number(row.position) + 20);
  });

  test("days are ISO text within the world's week, in order for each user", () => {
    const last = new Map<unknown, string>();
    for (const row of rows) {
      const day = String(row.date);
      expect(day).toMatch(/^2026-11-0[2-8]$/);
      expect(day >= (last.get(row.user_id) ?? "")).toBe(true);
      last.set(row.user_id, day);
    }
    expect(new Set(rows.map((row) => row.date)).size).toBe(7);
  });
});
