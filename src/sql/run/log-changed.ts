import { LogError, reason } from "../../errors.js";

export function logChanged(
  counts: { readonly before?: number; readonly after?: number } = {},
): LogError {
  const { before, after } = counts;
  const evidence =
    before === undefined
      ? "statements found different groups of rows"
      : `first it held ${before} rows, then ${after}`;
  const message = `The log changed while it was read: ${evidence}. Nobody may write to log.source meanwhile: evaluate a snapshot, a closed partition or a copy.`;
  return new LogError(reason("logChanged", message, { ...counts }));
}
