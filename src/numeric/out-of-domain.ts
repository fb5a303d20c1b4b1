/**
 * The error for an argument outside a function's domain. It names the function, the argument, the
 * interval that was expected and the value that came: `outOfDomain("digamma", "x", "(0, ∞)", -1)`
 * reads "digamma: x must be in (0, ∞), but was -1."
 */
export function outOfDomain(
  caller: string,
  argument: string,
  domain: string,
  value: number,
): RangeError {
  return new RangeError(`${caller}: ${argument} must be in ${domain}, but was ${value}.`);
}
