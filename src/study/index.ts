export { fitAuto } from "./fit-request.js";
export {
  curvesAmong,
  type MemberOptions,
  type Members,
  membersOf,
  membersWith,
  type OwnMembers,
  ownDiagnostics,
} from "./members.js";
export { parseStudy } from "./parse-study.js";
export { examineStudy, readStudy } from "./read-study.js";
export { readStudyFile } from "./read-study-file.js";
export type {
  CurveRequest,
  DayRange,
  EngineSpec,
  ExposureRequest,
  FileRequest,
  FitRequest,
  Guard,
  Prior,
  Study,
} from "./study.js";
export { studyInput } from "./study-input.js";
export { studyJsonSchema } from "./study-json-schema.js";
