export { benjaminiHochberg } from "./benjamini-hochberg.js";
export { benjaminiYekutieli } from "./benjamini-yekutieli.js";
export { bonferroni } from "./bonferroni.js";
export { holm } from "./holm.js";
