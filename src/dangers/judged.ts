import type { Danger, Finding, Moved, Said } from "./danger.js";
import {
  amount,
  amountWithError,
  amountWithInterval,
  earnedByBase,
  scaleFacts,
  shiftThatFlips,
  untested,
} from "./figures.js";
import { isFor } from "./is-for.js";
import { type Call, callOf, intervalOf, type Line, type Widened } from "./line.js";
import { finite } from "./reading.js";
import { aloneOf, callBy } from "./reading-facts.js";
import { type Read, type Reading, studysOwn, widenedBy, withReadings } from "./readings.js";

/** A danger whose findings follow by one rule from what it reads: where it has a re-estimate, that is judged with the others of its line. */
export function defineDanger(
  of: Omit<Danger, "examine"> & {
    /** What is to be judged of a line that the danger does not widen, and of the same as it does. */
    readonly read: (line: Line, own: WidenedLine | undefined) => Said | Moved;
  },
): Danger {
  const { read, ...own } = of;
  const isJudgedWithOthers = (own.reestimate ?? own.widens) !== undefined;
  const readBy = (line: Line): Said => {
    if (own.reestimate !== undefined) {
      const reading = line.readings?.find(({ code }) => code === own.code);
      if (isRead(reading)) return byReading(line, reading);
      if (isFor(danger, line) && own.reestimate(line) !== undefined) return noNumber;
    }
    const { plain, widened } = apartFrom(line, own.code);
    const found = read(plain, widened);
    return "survives" in found ? byItself(plain, found) : found;
  };
  const danger: Danger = {
    ...own,
    examine(line) {
      const isAlone = isJudgedWithOthers && line.readings === undefined;
      const found = readBy(isAlone ? withReadings(line, [danger]) : line);
      const { effect = "none" } = found;
      return { effect, binds: refuses(effect), tipping: null, facts: {}, ...found, code: own.code };
    },
  };
  return danger;
}

/** A line as a danger widens it. */
export interface WidenedLine {
  readonly line: Line;
  readonly by: Widened;
}

/** A line without what one danger widens it by, and with that; without what others do, too, where these alone lose its call. */
function apartFrom(
  line: Line,
  code: Finding["code"],
): { readonly plain: Line; readonly widened: WidenedLine | undefined } {
  const { widened = [], difference, se } = line;
  const by = widened.find((each) => each.code === code);
  if (by === undefined) return { plain: line, widened: undefined };
  const [bare, others] = [[], widened.filter((each) => each !== by)].map((each) =>
    widenedBy(line, each),
  ) as [Line, Line];
  const isLost = callOf(bare, difference, se) !== 0 && callOf(others, difference, se) === 0;
  return isLost
    ? { plain: bare, widened: { by, line: widenedBy(line, [by]) } }
    : { plain: others, widened: { by, line } };
}

export const refuses = (effect: Finding["effect"]): boolean =>
  effect === "cannotTell" || effect === "doNotTrust";

/** Where a sum is divided by none, or overflows. */
const noNumber: Said = untested(
  "reward",
  "The difference under this reading of the log is no number.",
  "the difference under it is no number",
);

/** A shift of less than this share of the difference, and than its error, is not worth a sentence. */
const worthSaying = 0.1;

/** What another difference than `from` does to a call: where the call survives, it is said if it is far. */
function effectOf(
  from: Pick<Line, "difference" | "se">,
  found: Omit<Moved, "measured" | "message" | "facts">,
): Finding["effect"] {
  const { alternative, hasSign, survives, isSaid = false, provesWrong = false } = found;
  const shift = Math.abs(found.shift ?? alternative.difference - from.difference);
  if (hasSign && !survives) return provesWrong && shift >= from.se ? "doNotTrust" : "cannotTell";
  const isFar = shift > Math.min(from.se, worthSaying * Math.abs(from.difference));
  return isSaid || (hasSign && isFar) ? "watch" : "none";
}

function byItself(line: Line, found: Moved): Said {
  const { alternative, hasSign, measured, message, facts, earnedSo } = found;
  const { tipping = shiftThatFlips(line) } = found;
  return {
    effect: effectOf(line, found),
    binds: hasSign,
    ...{ alternative, tipping, measured, message },
    facts: {
      ...alternative,
      ...facts,
      ...(earnedSo !== undefined && { earnedSo }),
      ...scaleFacts(line),
    },
  };
}

type OfDanger = Reading & { readonly read: Read };
const isRead = (reading: Reading | undefined): reading is OfDanger => reading?.read !== undefined;

function byReading(line: Line, reading: OfDanger): Said {
  const { read, role } = reading;
  const { shift, isNoisy = false, isWatched = false } = read;
  const alone = aloneOf(line, reading);
  const { difference, se } = alone;
  const interval = intervalOf(alone, difference, se);
  const lost = lossOf(line, reading);
  const own = studysOwn(line);
  const binds = role === "none" ? isNoisy || isWatched : role !== "replaced";
  const alternative = { difference, se, interval };
  const scaled = ofOwnBase(line, read);
  const isOfOther = scaled !== line;
  const shown = isOfOther
    ? amount(line, own.difference, own.se)
    : amountWithError(line, shift.value, shift.se);
  const after = amount(scaled, difference, Math.max(se, ...(read.errs ?? [])));
  const words = binds ? `${shown} → ${after}` : `no sign (${shown})`;
  return {
    effect: effectOf(own, {
      alternative,
      hasSign: binds || lost !== undefined,
      survives: lost === undefined,
      isSaid: role === "lead",
      provesWrong: lost?.effect === "doNotTrust",
    }),
    ...{ binds, alternative },
    tipping: shiftThatFlips(line),
    measured: { value: shift.value, se: finite(shift.se), unit: "reward", words },
    message: [sentenceOf(line, reading, alone), ...(lost?.says ?? [])].join(" "),
    facts: {
      ...read.facts,
      ...{ ...alternative, shift: finite(shift.value), t: finite(shift.t), role },
      ofStudy: own.difference,
      ofLine: line.difference,
      earnedByBaseline: earnedByBase(line),
      ...(isOfOther && { earnedSo: scaled.earned ?? null }),
    },
  };
}

/** A line whose amounts are of what its baseline earns by a reading that changes that too. */
function ofOwnBase(
  line: Line,
  { ofBase }: Pick<Read, "ofBase">,
): Line & { readonly earned?: number | null } {
  const earned = ofBase === undefined ? null : earnedByBase(line);
  return earned === null ? line : { ...line, earned: earned * (ofBase ?? 1) };
}

function sentenceOf(line: Line, { read, role }: OfDanger, alone: Line): string {
  const { says, instead, ifSo = "if so", errs = [] } = read;
  const scaled = ofOwnBase(line, read);
  const ends = intervalOf(alone, alone.difference, alone.se);
  const [value, low, high] = [alone.difference, ...ends].map((each) =>
    amount(scaled, each, Math.max(alone.se, ...errs)),
  );
  const shown = `${value} [${low}, ${high}]`;
  const own = studysOwn(line);
  const ofStudy = amount(line, own.difference, own.se);
  const ofLine = amount(line, line.difference, line.se);
  if (role === "lead") {
    const isRefuted = own.difference < ends[0] || own.difference > ends[1];
    return `${says} ${shown} instead of ${ofStudy} ${instead}${isRefuted ? ", which the log refutes" : ""}.`;
  }
  if (role === "added") return `${says} ${shown} ${ifSo}, as this log suggests, ${ofLine} if not.`;
  if (role === "replaced") return `${says} ${shown}; another reading of this log contains it.`;
  return `${says} ${shown} instead of ${ofStudy} ${instead}.`;
}

interface Loss {
  readonly effect: "cannotTell" | "doNotTrust";
  readonly says: readonly string[];
}

/** Why a reading takes the line's call away; undefined where it does not. */
function lossOf(line: Line, reading: OfDanger): Loss | undefined {
  const { role, read } = reading;
  const { isNoisy, remedy } = read;
  const call = callOf(line, line.difference, line.se);
  const remedies = remedy === undefined ? [] : [remedy];
  const silences = (says: readonly string[] = remedies): Loss => ({ effect: "cannotTell", says });
  const own = callBy(line, reading);
  if (role === "lead") return lossByLead(line, reading, call, silences);
  if (role === "added") return call === 0 && own !== callOfLead(line) ? silences() : undefined;
  return role === "none" && isNoisy && call !== 0 && own !== call ? silences() : undefined;
}

const callOfLead = (line: Line): Call => {
  const lead = line.readings?.find(({ role }) => role === "lead");
  return lead === undefined ? 0 : callBy(line, lead);
};

/** Another number than the study's makes a call only where that one is not called the other way, and views alone make it, too. */
function lossByLead(
  line: Line,
  reading: OfDanger,
  call: Call,
  silences: (says?: readonly string[]) => Loss,
): Loss | undefined {
  const { read } = reading;
  const { readings = [] } = line;
  const study = readings.find(({ code }) => code === "study");
  const ofStudy = study === undefined ? 0 : callBy(line, study);
  const own = callBy(line, reading);
  if (own !== 0 && ofStudy === -own)
    return { effect: "doNotTrust", says: ["The study's own number is called the other way."] };
  if (call === 0) return ofStudy === 0 || own !== 0 ? undefined : silences();
  const byViews = readings.find((each) => each.read?.countsViews && each.read.isEstablished);
  const views = byViews === undefined ? ofStudy : callBy(line, byViews);
  if (views !== call)
    return silences(["Views alone do not say so, and a model of what users do makes no call."]);
  if (reading.weaker !== undefined && read.weaker !== undefined) {
    const weaker = aloneOf(line, { ...reading, ...reading.weaker });
    const { difference, se } = weaker;
    if (callOf(weaker, difference, se) !== call)
      return silences([`${read.weaker.says} ${amountWithInterval(weaker, difference, se)}.`]);
  }
  return read.mayNotCall ? silences() : undefined;
}
