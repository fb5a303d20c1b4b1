import { reason, StudyError } from "../errors.js";
import { didYouMean } from "../numeric/nearest-name.js";
import { exitCodes } from "./exit-codes.js";

export interface Gate {
  readonly policy: string;
  readonly reward?: string;
}

/** The exit codes of a gate that does not open, the gravest first. */
const byGravity = [exitCodes.doNotTrust, exitCodes.worse, exitCodes.cannotTell] as const;

export const gravestCode = (codes: readonly number[]): number =>
  byGravity.find(({ code }) => codes.includes(code))?.code ?? exitCodes.answered.code;

/**
 * Reads `policy` or `policy:reward` among the known names, which may hold colons themselves.
 * Throws a StudyError that names the nearest known policy or reward.
 */
export function gateOf(
  text: string,
  {
    policies,
    rewards,
  }: { readonly policies: readonly string[]; readonly rewards: readonly string[] },
): Gate {
  if (policies.includes(text)) return { policy: text };
  const colons = [...text.matchAll(/:/g)].map(({ index }) => index);
  const splits = colons.map((at) => [text.slice(0, at), text.slice(at + 1)] as const);
  for (const [policy, reward] of splits) {
    if (policies.includes(policy) && rewards.includes(reward)) return { policy, reward };
  }
  const [policy = text, reward = ""] = splits.at(-1) ?? [];
  if (splits.length > 0 && policies.includes(policy)) throw unknown("reward", reward, rewards);
  throw unknown("policy", policy, policies);
}

function unknown(kind: string, name: string, names: readonly string[]): StudyError {
  const list = names.length === 0 ? "there is none" : `there is ${names.join(", ")}`;
  const message = `--gate names the ${kind} ${JSON.stringify(name)}, which has no verdict; ${list}.${didYouMean(name, names)}`;
  return new StudyError(reason("gate", message, { [kind]: name, known: [...names] }));
}
