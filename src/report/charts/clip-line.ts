/** A point of a picture, in pixels. */
export type Pixel = readonly [x: number, y: number];

/** The parts of a line that lie between two heights, cut where it leaves and comes back. */
export function clipLine(
  line: readonly Pixel[],
  [top, bottom]: readonly [number, number],
): readonly (readonly Pixel[])[] {
  const parts: Pixel[][] = [];
  let open: Pixel[] = [];
  for (const [at, from] of line.entries()) {
    if (isInside(from)) open.push(from);
    const to = line[at + 1];
    if (to === undefined) break;
    const cuts = crossings(from, to);
    open.push(...cuts.slice(0, 1));
    if (cuts.length === 2) open.push(...cuts.slice(1));
    const leaves = cuts.length === 2 || (cuts.length === 1 && isInside(from) && !isInside(to));
    if (!leaves) continue;
    parts.push(open);
    open = [];
  }
  return [...parts, open].filter((part) => part.length > 1);

  function isInside([, y]: Pixel): boolean {
    return y >= top && y <= bottom;
  }

  /** Where the stretch passes a border, in its own direction. */
  function crossings([x, y]: Pixel, [toX, toY]: Pixel): readonly Pixel[] {
    const borders = toY > y ? [top, bottom] : [bottom, top];
    return borders.flatMap((border): Pixel[] =>
      (y - border) * (toY - border) < 0
        ? [[tenth(x + ((border - y) / (toY - y)) * (toX - x)), border]]
        : [],
    );
  }
}

const tenth = (value: number): number => Math.round(10 * value) / 10;
