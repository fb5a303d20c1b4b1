import { type EngineMember, engineMember } from "../engine-member.js";
import { connectTimeout, headers, silence, timeout } from "../shared/server-options.js";

export const spark: EngineMember = engineMember({
  name: "spark",
  purpose: "Apache Spark, Databricks or Sail, through Spark Connect.",
  address: /^sc:\/\//i,
  short: "url",
  options: [
    {
      name: "url",
      kind: "address",
      example: "sc://host:15002",
      purpose: "The address of the server.",
      required: true,
    },
    {
      name: "tokenFile",
      kind: "file",
      expected: "a file",
      purpose: "A file with the access token.",
      otherwise: "from the environment, for the server that it names",
    },
    {
      name: "ca",
      kind: "file",
      expected: "a PEM file",
      purpose: "A PEM file with the certificate authorities to trust.",
      otherwise: "the system's",
    },
    headers,
    timeout,
    connectTimeout,
    silence,
    {
      name: "hold",
      kind: "schema",
      purpose:
        "A schema, as { schema: scratch }, in which rows that several statements read are held as tables until the end, so that the log is read less often.",
      otherwise: "none: no table is made",
    },
  ],
  open: async (options) => (await import("./index.js")).createSparkEngine(options),
});
