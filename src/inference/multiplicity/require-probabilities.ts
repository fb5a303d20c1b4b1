/** Throws a RangeError that names the first member of `p` outside [0, 1]: "holm: p[2] must be …". */
export function requireProbabilities(caller: string, p: readonly number[]): void {
  const index = p.findIndex((value) => !(value >= 0 && value <= 1));
  if (index < 0) return;
  throw new RangeError(`${caller}: p[${index}] must be in [0, 1], but was ${p[index]}.`);
}
