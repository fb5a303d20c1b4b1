/** Pads numbers on the right so that, aligned right, their decimal points stand in one column. */
export function alignPoints(cells: readonly string[]): readonly string[] {
  const tail = Math.max(0, ...cells.map(tailOf));
  return cells.map((cell) => (cell === "" ? cell : cell + " ".repeat(tail - tailOf(cell))));
}

function tailOf(cell: string): number {
  const point = cell.indexOf(".");
  return point < 0 ? 0 : cell.length - point;
}
