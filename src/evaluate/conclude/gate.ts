import type { Result, VerdictWord } from "./result.js";

/** Exit code of a gate: 0 better, 3 do not trust, 5 worse, 6 cannot tell. */
export type GateCode = 0 | 3 | 5 | 6;

const order: readonly (readonly [VerdictWord, GateCode])[] = [
  ["doNotTrust", 3],
  ["worse", 5],
  ["cannotTell", 6],
];

/** The worst verdict, at the level of all lines of the study, over a candidate's lines (of one reward, if named), as an exit code. */
export function gateExitCode(
  { verdicts }: Result,
  gate: { readonly policy: string; readonly reward?: string },
): GateCode {
  const lines = verdicts.filter(
    ({ policy, reward }) =>
      policy === gate.policy && (gate.reward === undefined || reward === gate.reward),
  );
  if (lines.length === 0) return 6;
  return (
    order.find(([word]) => lines.some(({ verdict, gate: read = verdict }) => read === word))?.[1] ??
    0
  );
}
