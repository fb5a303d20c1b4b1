/** Laws and oracles for those who add a member or an engine of their own. */

export { type CheckLaw, checkLaws } from "../checks/laws.js";
export { type DiagnosticLaw, diagnosticLaws } from "../diagnostics/laws.js";
export {
  type Ability,
  type ConnectOptions,
  type EngineLaw,
  type EngineRunner,
  engineLaws,
} from "../engines/laws.js";
export {
  type EstimatorLaw,
  estimatorLaws,
  type LawRow,
  type LawRunner,
} from "../estimators/laws.js";
export type { Curve, FittableCurve, Fitter } from "../exposure/curve.js";
export { fitterLaws } from "../exposure/fitter-laws.js";
export { curveLaws, sampleParameters } from "../exposure/laws.js";
export { adjustmentLaws } from "../inference/adjustments/laws.js";
export { intervalLaws } from "../inference/intervals/laws.js";
export { replicateLaws } from "../inference/laws.js";
export type { Law } from "../laws.js";
export { type RoleLaw, roleLaws } from "../log/laws.js";
export type { Role } from "../log/role.js";
export { sourceLaws } from "../log/sources/laws.js";
export { createInterpreter, type InterpreterOptions } from "../sql/interpreter/interpreter.js";
export type { Row, Tables } from "../sql/interpreter/value.js";
