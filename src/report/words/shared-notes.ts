/** Notes on rows of a table, each once with all that it is about: "a, MRR; b, MRR: No user counts." */
export function sharedNotes(
  rows: readonly { readonly of: string; readonly note: string }[],
): readonly string[] {
  const notes = [...new Set(rows.map(({ note }) => note))];
  return notes.map((note) => {
    const about = rows.filter((row) => row.note === note).map(({ of }) => of);
    return `${about.join("; ")}: ${note}`;
  });
}
