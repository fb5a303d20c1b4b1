import { type EngineMember, engineMember } from "../engine-member.js";
import { connectTimeout, hold, silence, timeout } from "../shared/server-options.js";

export const postgres: EngineMember = engineMember({
  name: "postgres",
  purpose: "A PostgreSQL server: tables and views.",
  address: /^postgres(?:ql)?:\/\//i,
  short: "url",
  options: [
    {
      name: "url",
      kind: "address",
      example: "postgres://host:5432/database",
      purpose: "The address of the server.",
      required: true,
    },
    {
      name: "passwordFile",
      kind: "file",
      expected: "a file",
      purpose: "A file with the password.",
      otherwise: "from the environment, for the server that it names",
    },
    {
      name: "ca",
      kind: "file",
      expected: "a PEM file",
      purpose: "A PEM file with the certificate authorities to trust.",
      otherwise: "the system's",
    },
    timeout,
    connectTimeout,
    silence,
    hold,
  ],
  open: async (options) => (await import("./index.js")).createPostgresEngine(options),
});
