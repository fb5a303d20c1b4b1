import { createRandom } from "../../src/random/create-random.js";

/** A log of whole numbers at first; decimals come after the 20,480 lines from which DuckDB takes types by itself. */
export interface LateDecimals {
  readonly header: string;
  readonly lines: readonly string[];
  /** Rewards a session, as logged and by the new ranks, added up row by row. */
  readonly right: { readonly logged: number; readonly new: number };
}

const gamma = 0.85;

export function lateDecimals(): LateDecimals {
  const random = createRandom(1);
  const lines: string[] = [];
  const right = { logged: 0, new: 0 };
  const sessions = 12_000;
  for (let s = 0; s < sessions; s++) {
    const isLate = lines.length > 21_000;
    for (let rank = 1; ; rank++) {
      const rate = (isLate ? [0.6, 0.15, 0.04] : [0.05, 0.08, 0.15])[rank - 1] ?? 0;
      const reward = random.next() < rate ? (isLate ? 0.45 : 1) : 0;
      lines.push(`s${s},u${s % 3000},i${(s * 7 + rank * 13) % 50},${rank},${reward},${4 - rank}`);
      right.logged += reward / sessions;
      right.new += (reward * gamma ** (4 - rank - rank)) / sessions;
      if (rank === 3 || random.next() > gamma) break;
    }
  }
  return { header: "session,user,item,position,revenue,new_rank", lines, right };
}

export const studyOfDecimals = (source: unknown): Readonly<Record<string, unknown>> => ({
  log: {
    source,
    trajectory: "session",
    item: "item",
    rank: "position",
    user: "user",
    rewards: ["revenue"],
    listLength: 3,
    exposure: { curve: { model: "geometric", gamma } },
  },
  policies: { new: { rank: "new_rank" } },
  estimators: ["mean", "dcg"],
});
