/** The first of `q`, `qq`, `qqq` … (for the letter q) that is not taken. */
export function freePrefix(letter: string, isTaken: (prefix: string) => boolean): string {
  let prefix = letter;
  while (isTaken(prefix)) prefix += letter;
  return prefix;
}
