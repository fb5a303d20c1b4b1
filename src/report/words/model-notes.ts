/** A sentence about some of the models. */
export interface Note {
  readonly models: readonly string[];
  readonly text: string;
}

/** Sentences about single models; one that is said of several stands once. */
export function groupedNotes(
  models: readonly { readonly model: string; readonly notes: readonly string[] }[],
): readonly Note[] {
  const texts = [...new Set(models.flatMap(({ notes }) => notes))];
  return texts.map((text) => ({
    text,
    models: models.filter(({ notes }) => notes.includes(text)).map(({ model }) => model),
  }));
}

/** "geometric, inverse: No trajectory was seen to stop." */
export const describeNote = ({ models, text }: Note): string => `${models.join(", ")}: ${text}`;
