import { type Reason, reason, StudyError } from "../errors.js";
import type { LogProposal } from "../evaluate/propose/propose-log.js";
import type { PolicySpec } from "../log/log-spec.js";
import type { Field } from "../study/field.js";
import { chosenFrom, trainedUntil } from "../study/policy-origin.js";
import type { Session } from "./session.js";

/** What names and numbers of a log cannot say for sure. */
export interface InitAnswers {
  readonly rows: "viewed" | "offered";
  /** The rank of the first position. */
  readonly firstRank: 0 | 1;
  readonly trajectory: string | undefined;
  readonly rewards: readonly string[];
  /** A column, a number, or not known. */
  readonly listLength: string | number | undefined;
  readonly origin: OriginAnswers;
}

/** How the policies came to be, which no log tells. */
export type OriginAnswers = Pick<PolicySpec, "trainedUntil" | "chosenFrom">;

export type GivenAnswers = { readonly [K in keyof InitAnswers]?: InitAnswers[K] | undefined };

/** The answers of flags, then of a terminal, then the most likely ones. */
export async function initAnswers(
  logProposal: LogProposal,
  answers: GivenAnswers,
  ask: Session["ask"] = async () => "",
): Promise<InitAnswers> {
  const { roles, unused } = logProposal;
  const proposed = Object.values(roles.rewards);
  const trajectory =
    answers.trajectory ?? roles.log.trajectory ?? (await askColumn(ask, unused, sessionQuestion));
  const isOpen = proposed.length + logProposal.events.length === 0;
  const reward = isOpen ? await askColumn(ask, unused, rewardQuestion) : undefined;
  return {
    rows: answers.rows ?? (await askRows(ask, likelyRows(logProposal))),
    firstRank: answers.firstRank ?? likelyFirstRank(logProposal),
    trajectory,
    rewards: answers.rewards ?? (reward === undefined ? proposed : [reward]),
    listLength:
      answers.listLength ??
      roles.log.listLength ??
      (await askLength(ask, likelyLength(logProposal))),
    origin: answers.origin ?? (await askOrigin(ask, logProposal)),
  };
}

const sessionQuestion = "Which column is the session, the request or the list";
const rewardQuestion = "Which column is the reward (a click, a purchase, seconds watched)";

/** Where nearly every list goes down to one and the same rank, nobody stopped: rows were offered, not viewed. */
export function likelyRows({ lists }: LogProposal): "viewed" | "offered" {
  const deepest = lists?.ranks?.[1] ?? 0;
  const isSame = lists !== null && (lists.atHighest ?? 0) >= 0.95 * lists.lists;
  return isSame && deepest >= 3 && lists.lists >= 10 ? "offered" : "viewed";
}

const likelyFirstRank = ({ lists }: LogProposal): 0 | 1 => (lists?.ranks?.[0] === 0 ? 0 : 1);

/**
 * A length that the data suggest: a column of it, candidates of each list, or a rank at which far more lists end than
 * before it.
 */
export function likelyLength(logProposal: LogProposal): string | number | undefined {
  const { lists, scores } = logProposal;
  if (logProposal.lengthColumn !== undefined) return logProposal.lengthColumn;
  const deepest = (lists?.ranks?.[1] ?? 0) + 1 - likelyFirstRank(logProposal);
  const equal = scores.map((table) => table.lists.rows).find(([fewest, most]) => fewest === most);
  if (equal !== undefined && equal[1] >= deepest) return equal[1];
  const [last, before] = [lists?.atHighest ?? 0, lists?.before ?? 0];
  return last >= 20 && last > 3 * before ? deepest : undefined;
}

type Ask = NonNullable<Session["ask"]>;

/** What an answer that is not taken is told when it is asked again, and at last. */
interface Fault {
  readonly again: string;
  readonly reason: Reason;
}

/** An answer that is taken, of three; nothing where it is empty. */
async function askFor<T>(
  ask: Ask,
  question: string,
  read: (answer: string) => { readonly value: T } | Fault,
): Promise<T | undefined> {
  let prompt = question;
  for (let tries = 3; ; tries--) {
    const answer = (await ask(prompt)).trim();
    if (answer === "") return undefined;
    const result = read(answer);
    if ("value" in result) return result.value;
    if (tries === 1) throw new StudyError(result.reason);
    prompt = `${result.again} ${prompt}`;
  }
}

async function askOrigin(ask: Ask, logProposal: LogProposal): Promise<OriginAnswers> {
  const { roles, scores } = logProposal;
  const names = [roles.policies, ...scores.map(({ policies }) => policies)].flatMap(Object.keys);
  if (names.length === 0) return {};
  const of = names.slice(0, 3).join(", ") + (names.length > 3 ? " …" : "");
  const until = `On rewards before which day was ${of} trained? (such as 2026-11-01; empty: later) `;
  const from = `Among how many candidates was ${of} chosen by the rewards in this log? (1: it was not; empty: later) `;
  const trained =
    roles.log.day === undefined ? undefined : await askFor(ask, until, studyValue(trainedUntil));
  const chosen = await askFor(ask, from, studyValue(chosenFrom));
  return {
    ...(trained !== undefined && { trainedUntil: trained }),
    ...(chosen !== undefined && { chosenFrom: chosen }),
  };
}

const studyValue =
  <T>({ schema, expected }: Field<T>) =>
  (answer: string): { readonly value: T } | Fault => {
    const parsed = schema.safeParse(/^\d+$/.test(answer) ? Number(answer) : answer);
    if (parsed.success) return { value: parsed.data as T };
    const again = `Expected ${expected}; "${answer}" came.`;
    return { again, reason: reason("invalidValue", again, { answer }) };
  };

async function askRows(ask: Ask, likely: "viewed" | "offered"): Promise<"viewed" | "offered"> {
  const question = `Is one row an item that was viewed, or one that was offered (viewed or not)? [${likely}] `;
  const answer = (await ask(question)).trim().toLowerCase();
  if (answer.startsWith("v")) return "viewed";
  return answer.startsWith("o") ? "offered" : likely;
}

async function askColumn(
  ask: Ask,
  columns: readonly string[],
  question: string,
): Promise<string | undefined> {
  if (columns.length === 0) return undefined;
  const prompt = `${question}? (${columns.slice(0, 12).join(", ")}; empty: later) `;
  return askFor(ask, prompt, (answer) => {
    if (columns.includes(answer)) return { value: answer };
    const message = `The log has no column "${answer}" that is not used yet; it has ${columns.join(", ")}.`;
    const again = `"${answer}" is not among them.`;
    return { again, reason: reason("columnMissing", message, { column: answer }) };
  });
}

async function askLength(
  ask: Ask,
  likely: string | number | undefined,
): Promise<string | number | undefined> {
  const [orNot, guess] = likely === undefined ? ["; empty: not known", ""] : ["", `[${likely}] `];
  const question = `How many positions has a list? (a number or a column${orNot}) ${guess}`;
  const answer = (await ask(question)).trim();
  if (answer === "") return likely;
  return /^[1-9]\d{0,5}$/.test(answer) ? Number(answer) : answer;
}
