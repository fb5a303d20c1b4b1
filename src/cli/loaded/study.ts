export { readStudyFile } from "../../study/read-study-file.js";
