/** Grades from here on, below `counted`, are counted rather than sorted: most grades are small whole numbers. */
const [lowest, counted] = [-8, 24];
const counts = new Int32Array(counted - lowest);

/** Writes the grades of some lines, best first: by counting where they are small whole numbers. */
export function bestFirst(values: Float64Array, lines: Int32Array, sorted: Float64Array): void {
  counts.fill(0);
  for (let i = 0; i < lines.length; i++) {
    const grade = values[lines[i] as number] as number;
    if (!Number.isInteger(grade) || grade < lowest || grade >= counted) {
      sorted.set(Float64Array.from(lines, (line) => values[line] as number));
      sorted.sort().reverse();
      return;
    }
    counts[grade - lowest] = (counts[grade - lowest] as number) + 1;
  }
  let at = 0;
  for (let grade = counted - 1; grade >= lowest; grade--) {
    const end = at + (counts[grade - lowest] as number);
    while (at < end) sorted[at++] = grade;
  }
}
