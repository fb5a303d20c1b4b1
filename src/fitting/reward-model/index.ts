export { type FittedColumn, withFittedColumns } from "./fitted-columns.js";
export { withItemMeans } from "./item-means.js";
export { contextsOf, type ToFit } from "./placed-rows.js";
export { readScales, sizesPlan } from "./scales.js";
