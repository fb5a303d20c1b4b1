import type { ScaleOptions } from "@observablehq/plot";

export const seriesColours: ScaleOptions = {
  type: "ordinal",
  range: ["var(--mark)", "var(--worse)", "var(--better)", "var(--doNotTrust)"],
};
