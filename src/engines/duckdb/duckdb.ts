import { type EngineMember, engineMember } from "../engine-member.js";
import { hold, timeout } from "../shared/server-options.js";

export const duckdb: EngineMember = engineMember({
  name: "duckdb",
  default: true,
  purpose: "Embedded in the process: reads files where the command runs.",
  options: [
    {
      name: "threads",
      kind: "number",
      min: 1,
      max: Number.POSITIVE_INFINITY,
      open: "none",
      whole: true,
      purpose: "The number of threads.",
      otherwise: "all cores",
      flag: "<number>",
    },
    {
      name: "memoryLimit",
      kind: "text",
      expected: "a size such as 8GB",
      purpose: "The most memory of the database, such as 8GB; what needs more spills to disk.",
      otherwise: "the smaller of 2 GB and half the machine's memory",
      flag: "<size>",
    },
    {
      name: "tempDirectory",
      kind: "text",
      expected: "a folder",
      purpose: "The folder for data that does not fit into memory, which is removed at the end.",
      otherwise: "the system's temporary directory",
      flag: "<folder>",
    },
    { ...timeout, flag: "<seconds>" },
    {
      ...hold,
      purpose: "Whether rows that several statements read are held in memory.",
      otherwise: "true",
    },
    {
      name: "database",
      kind: "file",
      expected: "a database file of DuckDB",
      place: true,
      purpose: "A DuckDB file whose tables sources may name, opened read-only.",
      otherwise: "none",
    },
    {
      name: "folder",
      kind: "folder",
      expected: "a folder",
      place: true,
      purpose:
        "Where the relative paths of a query in the study are, unless the folder where the command runs has them.",
      otherwise: "the study's folder",
    },
    {
      name: "extensions",
      kind: "names",
      expected: "a list of extensions, such as [httpfs]",
      purpose:
        "Extensions of DuckDB to load, which must be installed: httpfs for s3://, gs:// and https://, azure for az://, iceberg. None is downloaded; none goes with a sandbox.",
      otherwise: "those that are built in",
      flag: "<names...>",
    },
    {
      name: "sandbox",
      kind: "files",
      expected: "a list of folders",
      purpose:
        "The only folders that the study may read, for studies that come from others: no other file, no network.",
      otherwise: "none: whatever this process may read",
      flag: "<folders...>",
    },
  ],
  open: async (options) => (await import("./index.js")).createDuckdbEngine(options),
});
