import type { ScaleOptions } from "@observablehq/plot";

/** Colours of series on light and dark pages; their marks differ as well. */
export const seriesColours: ScaleOptions = {
  type: "ordinal",
  range: ["var(--mark)", "var(--worse)", "var(--better)", "var(--doNotTrust)"],
};
