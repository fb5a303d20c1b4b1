import { describe, expect, it } from "vitest";
import { rankAxis } from "./rank-axes.js";
import { clipLine, type Pixel } from "./rank-chart.js";
import { logScale } from "./scale.js";
import { shownRanks } from "./shown-ranks.js";
import { drawPlot } from "./text-plot.js";

describe("logScale", () => {
  it("puts equal ratios at equal distances, its ends at the ends", () => {
    const { at } = logScale([0.01, 1], [300, 0]);
    expect([0.01, 0.1, 1].map(at)).toEqual([300, 150, 0]);
  });

  it.each([
    [
      [0.001, 1],
      [0.001, 0.01, 0.1, 1],
    ],
    [
      [0.04, 1],
      [0.05, 0.1, 0.2, 0.5, 1],
    ],
    [
      [1, 300],
      [1, 10, 100],
    ],
  ] as const)("marks %j with round numbers", ([low, high], ticks) => {
    expect(logScale([low, high], [0, 1]).ticks).toEqual(ticks);
  });

  it("widens a range of width 0", () => {
    const { at } = logScale([1, 1], [0, 10]);
    expect(at(1)).toBe(5);
  });
});

it("the axis of ranks begins at 1, and is logarithmic where there are many", () => {
  expect(rankAxis(4, [0, 30]).ticks).toEqual([1, 2, 3, 4]);
  expect(rankAxis(40, [0, 39]).at(20)).toBe(19);
  const many = rankAxis(100, [0, 100]);
  expect([many.at(10), many.ticks[0]]).toEqual([50, 1]);
});

describe("clipLine", () => {
  const zigzag: readonly Pixel[] = [
    [0, 50],
    [10, 150],
    [20, 150],
    [30, 50],
    [40, -50],
  ];

  it("cuts a line where it leaves and where it comes back", () => {
    expect(clipLine(zigzag, [0, 100])).toEqual([
      [
        [0, 50],
        [5, 100],
      ],
      [
        [25, 100],
        [30, 50],
        [35, 0],
      ],
    ]);
  });

  it("keeps what lies inside, and the middle of a stretch that passes through", () => {
    expect(clipLine(zigzag, [-100, 200])).toEqual([zigzag]);
    const through: readonly Pixel[] = [
      [0, -100],
      [10, 200],
    ];
    expect(clipLine(through, [0, 100])).toEqual([
      [
        [3.3, 0],
        [6.7, 100],
      ],
    ]);
    expect(
      clipLine(
        [
          [0, 200],
          [1, 300],
        ],
        [0, 100],
      ),
    ).toEqual([]);
  });
});

it("ranks are shown one by one to 50, and thinned beyond", () => {
  expect(shownRanks(3)).toEqual([1, 2, 3]);
  expect(shownRanks(50)).toHaveLength(50);
  const many = shownRanks(10_000);
  expect(many.slice(49, 52)).toEqual([50, 52, 55]);
  expect(many.length).toBeLessThan(220);
  expect(shownRanks(0)).toEqual([]);
});

it("a plot has its points on the line where they agree, and off it where they do not", () => {
  const x = rankAxis(5, [0, 8]);
  const y = logScale([0.0625, 1], [4, 0]);
  const points = [1, 0.25, 0.0625].map((value, at) => ({
    rank: 2 * at + 1,
    value,
    bar: null,
    isFirm: at < 2,
  }));
  const lines = drawPlot({ x, y, points, line: [1, 0.5, 0.25, 0.125, 0.0625] }, 9, 5);
  const picture = lines.map((line) => line.slice(8));
  expect(picture).toEqual(["●", " ··", "   ·●", "     ··", "       ·○", "┴─┴─┴─┴─┴", "1 2 3 4 5"]);
});
