import type { Guardrail, Result, Verdict, VerdictWord } from "./result.js";

/** Exit code of a gate: 0 better and every guardrail held, 3 do not trust, 5 worse or a guardrail broken, 6 cannot tell. */
export type GateCode = 0 | 3 | 5 | 6;

const order: readonly (readonly [VerdictWord, GateCode])[] = [
  ["doNotTrust", 3],
  ["worse", 5],
  ["cannotTell", 6],
];

/**
 * The worst verdict, at the level of all comparisons of the study, over a candidate's comparisons (of one reward, if named) with
 * the worst of all its guardrails, as an exit code. A guarded reward need not win unless it is the one named: its
 * guardrail stands for it. Guardrails alone open no gate: 6 where no other verdict is left.
 */
export function gateExitCode(
  { verdicts, guardrails = [] }: Result,
  gate: { readonly policy: string; readonly reward?: string },
): GateCode {
  const guards = guardrails.filter(({ policy }) => policy === gate.policy);
  const guarded = new Set(guards.map(({ reward }) => reward));
  const ofPolicy = verdicts.filter(({ policy }) => policy === gate.policy);
  const decided = ofPolicy.filter(({ reward }) =>
    gate.reward === undefined ? !guarded.has(reward) : reward === gate.reward,
  );
  const ofGuards = guards.map((guard) => wordOf(guard, ofPolicy));
  const ofLines = decided.map(({ verdict, gate: read = verdict }) => read);
  const words: readonly VerdictWord[] = [
    ...(ofLines.length === 0 ? (["cannotTell"] as const) : ofLines),
    ...ofGuards,
  ];
  return order.find(([word]) => words.includes(word))?.[1] ?? 0;
}

/** A guardrail as a verdict: one that is not shown to hold is no better than "cannot tell". */
function wordOf(guard: Guardrail, verdicts: readonly Verdict[]): VerdictWord {
  if (guard.outcome === "held") return "better";
  if (guard.outcome === "broken") return "worse";
  const verdict = verdicts.find(
    ({ reward, feed }) => reward === guard.reward && feed === guard.feed,
  );
  return verdict?.verdict === "doNotTrust" ? "doNotTrust" : "cannotTell";
}
