import { dirname } from "node:path";
import { type Reason, reason } from "../errors.js";

/** Why a file (of the user's, not the part it is written through) cannot be put into its folder. */
export function noEntry(path: string, folder: string = dirname(path)): Reason {
  const message = `${path} cannot be written: the folder ${folder} cannot be written to. Name a file in another folder.`;
  return reason("output", message, { path });
}
