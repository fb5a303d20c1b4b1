import { LogError, type Reason, reason } from "../errors.js";
import type { Interactions } from "./interactions.js";

/** How many lines are told of at once. */
const mostTold = 5;

const usual = {
  user: ["user", "userid", "uid", "reviewerid"],
  item: ["item", "itemid", "movie", "movieid", "asin", "isbn"],
  rating: ["rating", "score", "stars", "overall"],
  time: ["time", "timestamp", "unixreviewtime", "ts"],
} as const;

interface Layout {
  readonly separator: string;
  readonly places: readonly number[];
  readonly hasHeader: boolean;
}

/**
 * The form of a file by its first line: a header names the columns; without one, and with "::", they are user, item, rating and
 * time. Throws a LogError for a header that does not name them.
 */
function layoutOf(name: string, first: string): Layout {
  const inOrder = [0, 1, 2, 3];
  if (first.includes("::")) return { separator: "::", places: inOrder, hasHeader: false };
  const separator = ["\t", ";"].find((mark) => first.includes(mark)) ?? ",";
  const cells = first.split(separator).map((cell) => cell.trim());
  const isData = [cells[2], cells[3]].every((cell) => cell !== undefined && isNumber(cell));
  if (isData) return { separator, places: inOrder, hasHeader: false };
  const plain = cells.map((cell) => cell.toLowerCase().replace(/[\s_"-]/g, ""));
  const places = Object.values(usual).map((aliases) =>
    plain.findIndex((cell) => (aliases as readonly string[]).includes(cell)),
  );
  if (!places.includes(-1)) return { separator, places, hasHeader: true };
  const message = `${name} needs a header that names its columns userId, movieId, rating and timestamp, in any order, or lines user::item::rating::time; its first line is ${JSON.stringify(first.slice(0, 60))}.`;
  throw new LogError(reason("lineInvalid", message, { file: name, line: 1 }));
}

const isNumber = (text: string): boolean => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);

/**
 * Reads ratings line by line, in the order of the file: `user::item::rating::time`, or a table of these four, with a header
 * (`userId,movieId,rating,timestamp`) in any order. Throws a LogError with the lines that cannot be read.
 */
export function readRatings(name: string, text: string): Interactions {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const head = lines.findIndex((line) => line.trim() !== "");
  if (head < 0) throw empty(name);
  const { separator, places, hasHeader } = layoutOf(name, (lines[head] ?? "").trim());
  const [users, items] = [new Map<string, number>(), new Map<string, number>()];
  const columns = {
    user: [] as number[],
    item: [] as number[],
    value: [] as number[],
    time: [] as number[],
  };
  const faults: Reason[] = [];
  for (let at = hasHeader ? head + 1 : head; at < lines.length && faults.length < mostTold; at++) {
    const line = (lines[at] ?? "").trim();
    if (line === "") continue;
    const cells = line.split(separator);
    const [user = "", item = "", rating = "", time = ""] = places.map((at) => cells[at]?.trim());
    const [value, moment] = [rating, time].map((cell) =>
      isNumber(cell) ? Number(cell) : Number.NaN,
    );
    if (user === "" || item === "" || !Number.isFinite(value) || !Number.isFinite(moment)) {
      faults.push(unreadable(name, at + 1, line, separator === "::"));
      continue;
    }
    columns.user.push(numberOf(users, user));
    columns.item.push(numberOf(items, item));
    columns.value.push(value ?? 0);
    columns.time.push(moment ?? 0);
  }
  if (faults.length > 0) throw new LogError(faults);
  if (columns.user.length === 0) throw empty(name);
  return {
    users: [...users.keys()],
    items: [...items.keys()],
    user: Int32Array.from(columns.user),
    item: Int32Array.from(columns.item),
    value: Float64Array.from(columns.value),
    time: Float64Array.from(columns.time),
  };
}

const empty = (name: string): LogError =>
  new LogError(reason("emptyFile", `${name} holds no rating.`, { file: name }));

function numberOf(numbers: Map<string, number>, name: string): number {
  const at = numbers.get(name) ?? numbers.size;
  numbers.set(name, at);
  return at;
}

function unreadable(name: string, line: number, text: string, isPlain: boolean): Reason {
  const form = isPlain ? "user::item::rating::time" : "user,item,rating,time";
  const message = `${name}, line ${line}: expected "${form}"; it is ${JSON.stringify(text.slice(0, 60))}.`;
  return reason("lineInvalid", message, { file: name, line });
}
