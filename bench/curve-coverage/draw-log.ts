import { normalCdf } from "../../src/numeric/normal-cdf.js";
import { createRandom } from "../../src/random/create-random.js";
import type { Random } from "../../src/random/random.js";
import type { LogColumn } from "../../src/simulator/index.js";
import { drawSession, drawTaste, emptySession } from "./draw-session.js";
import { curveOf, feeds, type Lists } from "./world.js";

/** Which logs to draw. */
export interface LogSpec {
  readonly users: number;
  readonly lists: Lists;
  /** Correlation of a user's depths (of their normal scores); 0: each session for itself. */
  readonly alike: number;
  readonly seed: string;
}

/** 2025-01-01 and the day after. */
const firstDay = 20_089;
export const days: readonly [string, string] = ["2025-01-01", "2025-01-02"];

/** A log of both feeds: every user comes back to each, on either day. */
export function drawLog(spec: LogSpec): readonly LogColumn[] {
  const random = createRandom(`${spec.seed} ${spec.lists.name} ${spec.users}`);
  const rows = emptyRows();
  let session = 0;
  for (const feed of feeds) {
    const p = curveOf(feed, spec.lists);
    const drawn = emptySession(spec.lists);
    const own = random.fork(feed.name);
    for (let user = 1; user <= spec.users; user++) {
      const taste = drawTaste(own);
      const habit = own.normal();
      for (let left = 1 + poisson(own); left > 0; left--) {
        session += 1;
        const day = firstDay + own.integer(2);
        drawSession(drawn, p, spec.lists, taste, uniform(own, habit, spec.alike), own);
        for (let at = 0; at < drawn.depth; at++) {
          rows.feed.push(feed.name);
          rows.user_id.push(user);
          rows.session_id.push(session);
          rows.date.push(day);
          rows.position.push(at + 1);
          rows.rank_better.push(drawn.better[at] ?? 0);
          rows.rank_twin.push(drawn.twin[at] ?? 0);
          rows.liked.push(drawn.liked[at] ?? 0);
          rows.list_length.push(drawn.listLength);
        }
      }
    }
  }
  return columnsOf(rows);
}

/** A uniform number that is large where the user's habit is. */
function uniform(random: Random, habit: number, alike: number): number {
  if (alike === 0) return random.next();
  return normalCdf(Math.sqrt(alike) * habit + Math.sqrt(1 - alike) * random.normal());
}

/** Poisson of mean 1. */
function poisson(random: Random): number {
  let count = 0;
  for (let product = random.next(); product > Math.exp(-1); product *= random.next()) count += 1;
  return count;
}

const numbers = [
  "user_id",
  "session_id",
  "date",
  "position",
  "rank_better",
  "rank_twin",
  "liked",
  "list_length",
] as const;
const types: Partial<Record<(typeof numbers)[number], LogColumn["type"]>> = {
  user_id: "BIGINT",
  session_id: "BIGINT",
  date: "DATE",
};

type Rows = { readonly feed: string[] } & Readonly<Record<(typeof numbers)[number], number[]>>;

function emptyRows(): Rows {
  const columns = Object.fromEntries(numbers.map((name) => [name, [] as number[]]));
  return { feed: [], ...(columns as Omit<Rows, "feed">) };
}

const columnsOf = ({ feed, ...rest }: Rows): readonly LogColumn[] => [
  { name: "feed", type: "STRING", data: feed },
  ...numbers.map((name) => ({
    name,
    type: types[name] ?? ("INT32" as const),
    data: Int32Array.from(rest[name]),
  })),
];
