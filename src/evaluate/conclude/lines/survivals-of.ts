import type { Finding } from "../../../dangers/danger.js";
import type { Decision } from "../../../dangers/decide.js";
import { dangers } from "../../../dangers/index.js";
import type { Survival } from "../result.js";

/** What the dangers that were examined show of a line, in the order in which reasons are given. */
export const survivalsOf = ({ findings }: Decision): readonly Survival[] =>
  findings.map(survivalOf);

function survivalOf(finding: Finding): Survival {
  const { code, effect, binds, untested, alternative, tipping, measured, message, facts } = finding;
  return {
    danger: code,
    title: dangers.find((danger) => danger.code === code)?.title ?? code,
    effect,
    binds,
    survives: untested ? null : effect !== "doNotTrust" && effect !== "cannotTell",
    tipping,
    measured,
    interval: alternative?.interval ?? null,
    alternative: alternative ?? null,
    message,
    facts,
  };
}
