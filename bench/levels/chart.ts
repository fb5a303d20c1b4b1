import { shown } from "./rows.js";

/** A panel: coverage less level by level, one line for each comparison, over the band in which exact intervals lie. */
export interface Panel {
  readonly title: string;
  readonly lines: readonly (readonly number[])[];
  readonly band: { readonly low: readonly number[]; readonly high: readonly number[] };
}

const [columns, width, height] = [4, 225, 150];
const [left, top, right, bottom] = [38, 24, 8, 22];
const most = 0.15;

/** Small multiples as a picture of its own, on white, so that it reads the same on any page. */
export function chartOf(panels: readonly Panel[], description: string): string {
  const rows = Math.ceil(panels.length / columns);
  const [w, h] = [columns * width, rows * height + 20];
  const drawn = panels.map((panel, at) => {
    const place = `translate(${(at % columns) * width} ${Math.floor(at / columns) * height})`;
    return `<g transform="${place}">${panelOf(panel)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" font-family="system-ui, sans-serif" font-size="10" fill="#333">`,
    `<title>${description}</title>`,
    `<rect width="${w}" height="${h}" fill="#fff"/>`,
    ...drawn,
    `<text x="${w / 2}" y="${h - 6}" text-anchor="middle">level of the interval; above 0: it holds the truth more often than it says</text>`,
    "</svg>",
    "",
  ].join("\n");
}

const xOf = (level: number): number => left + level * (width - left - right);
const yOf = (difference: number): number => {
  const inside = Math.max(-most, Math.min(most, difference));
  return top + ((most - inside) / (2 * most)) * (height - top - bottom);
};
const point = (level: number, difference: number): string =>
  `${xOf(level).toFixed(1)},${yOf(difference).toFixed(1)}`;

const pathOf = (values: readonly number[]): string =>
  values.map((value, k) => point(shown[k] ?? 0, value)).join(" ");

function panelOf({ title, lines, band }: Panel): string {
  const around = [
    ...band.low.map((value, k) => point(shown[k] ?? 0, value)),
    ...band.high.map((value, k) => point(shown[k] ?? 0, value)).toReversed(),
  ].join(" ");
  const ticks = [-0.1, 0, 0.1].map(
    (tick) =>
      `<line x1="${left}" x2="${width - right}" y1="${yOf(tick).toFixed(1)}" y2="${yOf(tick).toFixed(1)}" stroke="${tick === 0 ? "#999" : "#e5e5e5"}"/><text x="${left - 4}" y="${(yOf(tick) + 3).toFixed(1)}" text-anchor="end">${tick === 0 ? "0" : tick.toFixed(1).replace("-", "−")}</text>`,
  );
  const levels = [0, 0.5, 1].map(
    (level) =>
      `<text x="${xOf(level).toFixed(1)}" y="${height - 8}" text-anchor="middle">${level}</text>`,
  );
  const drawn = lines.map(
    (line) =>
      `<polyline points="${pathOf(line)}" fill="none" stroke="#2a6f97" stroke-width="1" stroke-opacity=".7"/>`,
  );
  return [
    `<text x="${left}" y="${top - 8}" font-size="9.5" font-weight="600">${title}</text>`,
    `<polygon points="${around}" fill="#f3d9a4" fill-opacity=".7"/>`,
    ...ticks,
    ...levels,
    ...drawn,
  ].join("");
}
