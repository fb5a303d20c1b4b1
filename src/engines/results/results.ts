import { type EngineMember, engineMember } from "../engine-member.js";

export const results: EngineMember = engineMember({
  name: "results",
  aliases: ["sums"],
  purpose: "No engine: results of the statements that hindcast sql printed and others ran.",
  short: "files",
  options: [
    {
      name: "files",
      kind: "files",
      expected: "a list of files",
      purpose:
        "Files with the results of the statements that hindcast sql prints; nothing is executed.",
      required: true,
      flag: "<files...>",
    },
  ],
  open: async (options) => (await import("./index.js")).createResultsEngine(options),
});
