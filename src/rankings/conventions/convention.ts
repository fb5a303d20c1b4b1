export interface Choice {
  readonly name: string;
  readonly purpose: string;
}

/**
 * A point on which tools differ without saying so: how a grade becomes a gain, what an ideal list is, how
 * equal scores are ordered. A measure holds one choice of every convention that it reads.
 */
export interface Convention<One extends Choice = Choice> {
  /** The key in a measure's text: `nDCG(gain: exp)@10`. */
  readonly name: string;
  readonly purpose: string;
  /** The first is that of a study that names none. */
  readonly choices: readonly One[];
}

/** The choice of that name; choices that no list holds are caught where measures are read. */
export function chosen<One extends Choice>(
  name: string,
  choices: readonly One[],
  word: string,
): One {
  const one = choices.find((choice) => choice.name === word);
  if (one === undefined) throw new RangeError(`The convention ${name} has no choice ${word}.`);
  return one;
}
