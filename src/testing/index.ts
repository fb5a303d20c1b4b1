/** Laws and oracles for those who add a member or an engine of their own. */
export { type CurveLaw, curveLaws, sampleParameters } from "../exposure/laws.js";
export { createInterpreter, type InterpreterOptions, type Row, type Tables } from "../sql/index.js";
