import type { Finding } from "../../../dangers/danger.js";
import type { Decision } from "../../../dangers/decide.js";
import { dangers } from "../../../dangers/index.js";
import { type Reason, reason } from "../../../errors.js";
import type { Survival, Verdict } from "../result.js";

/** At most so many reasons stand after the headline. */
const mostOthers = 2;

/**
 * A verdict after the dangers were looked at: a call that does not survive one of them is withdrawn, with
 * that reason; a danger to the number itself outranks one that leaves it undecided.
 */
export function applyDangers(verdict: Verdict, decision: Decision | undefined): Verdict {
  if (decision === undefined) return verdict;
  const block = {
    survives: decision.findings.map(survivalOf),
    notTestable: decision.notTestable,
  };
  const refusing = (effect: Finding["effect"]): readonly Finding[] =>
    decision.findings.filter((finding) => finding.effect === effect);
  const untrusted = refusing("doNotTrust");
  if (verdict.verdict === "doNotTrust") return { ...verdict, ...block };
  if (untrusted.length > 0) {
    return { ...verdict, ...block, verdict: "doNotTrust", reason: together(untrusted) };
  }
  if (verdict.verdict === "cannotTell") return { ...verdict, ...block };
  const open = refusing("cannotTell");
  if (open.length > 0) {
    return { ...verdict, ...block, verdict: "cannotTell", reason: together(open) };
  }
  if (decision.call === 0) return { ...verdict, ...block, verdict: "cannotTell", reason: rare };
  const watched = refusing("watch").map(({ message }) => message);
  const { code, message, facts } = verdict.reason;
  const why = reason(code, [message, ...watched].join(" "), facts);
  return { ...verdict, ...block, reason: why };
}

const rare: Reason = reason(
  "rareRewards",
  "Few rewarded rows lie where the weights are large: the interval that allows for those not seen yet holds 0.",
);

function together([first, ...others]: readonly Finding[]): Reason {
  if (first === undefined) throw new RangeError("A refusal needs a reason.");
  const also = others.slice(0, mostOthers).map(({ message }) => `Also: ${message}`);
  const more = others.length - mostOthers;
  const rest = more > 0 ? [`And ${more} more.`] : [];
  return reason(first.code, [first.message, ...also, ...rest].join(" "), first.facts);
}

function survivalOf(finding: Finding): Survival {
  const { code, effect, binds, alternative, tipping, measured, message, facts } = finding;
  return {
    danger: code,
    title: dangers.find((danger) => danger.code === code)?.title ?? code,
    effect,
    binds,
    survives: effect !== "doNotTrust" && effect !== "cannotTell",
    tipping,
    measured,
    interval: alternative?.interval ?? null,
    alternative: alternative ?? null,
    message,
    facts,
  };
}
