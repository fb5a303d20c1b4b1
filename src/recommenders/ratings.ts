import { LogError, type Reason, reason } from "../errors.js";
import type { Interactions } from "./interactions.js";

/** How many lines are told of at once. */
const mostTold = 5;

/**
 * Reads ratings line by line, in the order of the file: `user::item::rating::time`, or a table of these four with a header
 * (`userId,movieId,rating,timestamp`). Throws a LogError with the lines that cannot be read.
 */
export function readRatings(name: string, text: string): Interactions {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const isTable = lines[0]?.includes("::") !== true;
  const [users, items] = [new Map<string, number>(), new Map<string, number>()];
  const columns = {
    user: [] as number[],
    item: [] as number[],
    value: [] as number[],
    time: [] as number[],
  };
  const faults: Reason[] = [];
  for (let at = isTable ? 1 : 0; at < lines.length && faults.length < mostTold; at++) {
    const line = (lines[at] ?? "").trim();
    if (line === "") continue;
    const [user = "", item = "", rating = "", time = ""] = line.split(isTable ? /[,\t]/ : "::");
    const [value, moment] = [rating, time].map((cell) => (cell === "" ? Number.NaN : Number(cell)));
    if (user === "" || item === "" || !Number.isFinite(value) || !Number.isFinite(moment)) {
      faults.push(unreadable(name, at + 1, line, isTable));
      continue;
    }
    columns.user.push(numberOf(users, user));
    columns.item.push(numberOf(items, item));
    columns.value.push(value ?? 0);
    columns.time.push(moment ?? 0);
  }
  if (faults.length > 0) throw new LogError(faults);
  if (columns.user.length === 0) {
    throw new LogError(reason("emptyFile", `${name} holds no rating.`, { file: name }));
  }
  return {
    users: [...users.keys()],
    items: [...items.keys()],
    user: Int32Array.from(columns.user),
    item: Int32Array.from(columns.item),
    value: Float64Array.from(columns.value),
    time: Float64Array.from(columns.time),
  };
}

function numberOf(known: Map<string, number>, name: string): number {
  const at = known.get(name) ?? known.size;
  known.set(name, at);
  return at;
}

function unreadable(name: string, line: number, text: string, isTable: boolean): Reason {
  const form = isTable ? "user,item,rating,time" : "user::item::rating::time";
  const message = `${name}, line ${line}: expected "${form}"; it is ${JSON.stringify(text.slice(0, 60))}.`;
  return reason("lineInvalid", message, { file: name, line });
}
