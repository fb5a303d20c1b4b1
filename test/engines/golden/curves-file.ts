import { join } from "node:path";

/** The file of curves that were learnt from the plain log. */
export const curvesFile = (folder: string): string => join(folder, "fits.json");
