export { parseStudy } from "../../study/parse-study.js";
export { readStudy } from "../../study/read-study.js";
export { placeStudy, readStudyFile } from "../../study/read-study-file.js";
