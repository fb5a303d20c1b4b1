export { planOf } from "../../planning/index.js";
