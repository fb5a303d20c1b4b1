import { type Inference, simultaneous } from "../../../inference/inference.js";
import { jointInfluences } from "../../../inference/joint-influences.js";
import type { Study } from "../../../study/study.js";
import { eachInTurn } from "../../each-in-turn.js";
import type { Comparison } from "../difference-rows.js";
import { sizes } from "../estimate-rows.js";
import type { OpenTally } from "../open-tally.js";
import type { Difference, DifferenceRow, Lift } from "../result.js";
import { answerOf, setOf } from "./line-answer.js";
import { isTested, type VerdictLine } from "./verdict-lines.js";

/** The rows of all lines, those of a feed a family of their own where the study says so. */
export async function rowsOfLines(
  { inference, signal }: Pick<OpenTally, "inference" | "signal">,
  lines: readonly VerdictLine[],
  family: Study["family"],
): Promise<ReadonlyMap<Comparison, DifferenceRow>> {
  const feedOf = ({ compared: { key } }: VerdictLine): string | null =>
    family === "feed" ? key.feed : null;
  const families = [...new Set(lines.map(feedOf))].map((feed) =>
    lines.filter((line) => feedOf(line) === feed),
  );
  const found = new Map<Comparison, DifferenceRow>();
  for (const own of families) {
    const rows = await adjustedRows(own, inference, signal);
    for (const [at, row] of rows.entries()) {
      const line = own[at];
      if (line !== undefined) found.set(line.compared, row);
    }
  }
  return found;
}

/**
 * The rows of the lines of one family: p adjusted over all of them as the study asks, interval and lift at the
 * level at which all hold at once. Lines with nothing to test are in no family.
 */
function adjustedRows(
  lines: readonly VerdictLine[],
  { adjustment, confidence }: Inference,
  signal: AbortSignal | undefined,
): Promise<readonly DifferenceRow[]> {
  const tested = lines.filter(isTested);
  const family = Math.max(1, tested.length);
  const answers = new Map(tested.map((line) => [line, answerOf(line, family)]));
  const wide = simultaneous(adjustment);
  const areStudys = [...answers.values()].every(({ lead }) => lead === "study");
  // Joint tails are those of the lines alone, not of what else a policy was chosen from.
  const isOnlyOfLines = tested.every((line) => line.chosenFrom === 1);
  const ofFamily =
    tested.length > 1 && areStudys && isOnlyOfLines
      ? adjustment.ofFamily?.(jointInfluences(tested.map(({ compared }) => compared.answer)))
      : undefined;
  const adjusted = (ofFamily ?? adjustment).p(
    [...answers].map(([line, { p }]) => Math.min(1, line.chosenFrom * p)),
  );
  const held = ofFamily?.level(confidence) ?? wide.level?.(confidence, family);
  const levelOfOne = 1 - (held ?? confidence);
  const rowOf = (line: VerdictLine): DifferenceRow => {
    const { chosenFrom } = line;
    const level = levelOfOne / chosenFrom;
    const by = {
      ...{ method: adjustment.name, family: family * chosenFrom, level, intervalBy: wide.name },
      ...(chosenFrom > 1 && { chosenFrom }),
    };
    const { key, answer: plain, clusters } = line.compared;
    if ("none" in line.test) return { ...key, none: line.test.none };
    const numbers = sizes(plain, clusters);
    if (!isTested(line)) {
      const nothing = { value: 0, se: 0, df: plain.buckets - 1, interval: zero, p: 1 };
      const lift: Lift = { value: 0, interval: zero };
      return { ...key, ...nothing, ...numbers, lift, adjusted: { ...by, p: 1, interval: zero } };
    }
    const answer = answers.get(line);
    if (answer === undefined) throw new RangeError("Every tested line has an answer.");
    const interval = answer.intervalAt(1 - confidence);
    const row: Difference = {
      ...key,
      value: answer.value,
      se: answer.se,
      df: answer.df,
      ...setOf(answer),
      interval,
      p: answer.p,
      ...numbers,
      lift: answer.liftAt(level),
      adjusted: {
        ...by,
        p: adjusted[tested.indexOf(line)] ?? 1,
        interval: by.family === 1 ? interval : answer.intervalAt(level, interval),
      },
    };
    return row;
  };
  return eachInTurn(lines, rowOf, signal);
}

const zero = [0, 0] as const;
