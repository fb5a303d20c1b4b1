import type * as Plot from "@observablehq/plot";

export type PlotLibrary = typeof Plot;

export interface Figure {
  /** What it shows, in a few words; also its name for those who cannot see it. */
  readonly title: string;
  /** Axes and marks; width, height and fonts are those of all figures unless it says otherwise. */
  readonly options: Plot.PlotOptions;
}
