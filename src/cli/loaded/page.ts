export { livePage, weightOf } from "../../page/index.js";
