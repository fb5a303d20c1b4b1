export { type Live, type LiveOptions, livePage, weightOf } from "./live-page.js";
