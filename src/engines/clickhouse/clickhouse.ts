import { type EngineMember, engineMember } from "../engine-member.js";
import { connectTimeout, headers, hold, silence, timeout } from "../shared/server-options.js";

export const clickhouse: EngineMember = engineMember({
  name: "clickhouse",
  purpose: "A ClickHouse server, by HTTP.",
  address: /^https?:\/\//i,
  short: "url",
  options: [
    {
      name: "url",
      kind: "address",
      example: "https://host:8443",
      purpose: "The address of the server.",
      required: true,
    },
    {
      name: "user",
      kind: "text",
      expected: "a user's name",
      place: true,
      purpose: "The user's name.",
      otherwise: "from the environment, for the server that it names",
    },
    {
      name: "passwordFile",
      kind: "file",
      expected: "a file",
      purpose: "A file with the password.",
      otherwise: "from the environment, for the server that it names",
    },
    headers,
    {
      name: "settings",
      kind: "settings",
      purpose:
        "Server settings for every statement, such as { max_threads: 8 }; settings that results depend on cannot be changed.",
      otherwise: "none",
    },
    {
      name: "database",
      kind: "text",
      expected: "the name of a server's database",
      place: true,
      purpose: "The server's database, in which tables are looked up.",
      otherwise: "none",
    },
    timeout,
    connectTimeout,
    silence,
    hold,
  ],
  open: async (options) => (await import("./index.js")).createClickhouseEngine(options),
});
