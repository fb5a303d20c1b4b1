/** Cells with those left blank that repeat the one above: `["a", "a", "b"]` becomes `["a", "", "b"]`. */
export function onlyChanges(cells: readonly string[]): readonly string[] {
  return cells.map((cell, at) => (at > 0 && cells[at - 1] === cell ? "" : cell));
}
