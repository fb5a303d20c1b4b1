import type { Verdict, WhatIf, WhatIfCurve } from "../result.js";
import { isAnswer } from "../withheld.js";

/**
 * Other curves for the policies whose numbers answer, and for those that the curve alone makes no answer;
 * the notes name both.
 */
export function answeredCurves(
  whatIf: readonly WhatIf[],
  verdicts: readonly Verdict[],
): readonly WhatIf[] {
  const open = verdicts.filter((verdict) => !isAnswer(verdict));
  return whatIf.map((line) => withoutPolicies(line, open));
}

function withoutPolicies(whatIf: WhatIf, open: readonly Verdict[]): WhatIf {
  const here = open.filter(
    ({ reward, feed, reason: { code } }) =>
      reward === whatIf.reward && feed === whatIf.feed && code !== "curve",
  );
  const isKept = ({ policy }: { readonly policy: string }): boolean =>
    here.every((line) => line.policy !== policy);
  const of = (curve: WhatIfCurve): WhatIfCurve =>
    "none" in curve
      ? curve
      : {
          ...curve,
          policies: curve.policies.filter(isKept),
          order: curve.order.filter((policy) => isKept({ policy })),
          differences: curve.differences.filter(isKept),
        };
  return { ...whatIf, curves: whatIf.curves.map(of), tipping: whatIf.tipping.filter(isKept) };
}
