import { describe, expect, it } from "vitest";
import { StudyError } from "../../errors.js";
import { describeSparkUrl, parseSparkUrl } from "./connection-url.js";

const nothing = {
  useSsl: undefined,
  token: undefined,
  userId: undefined,
  sessionId: undefined,
  userAgent: undefined,
  headers: {},
};

describe("an address of Spark", () => {
  it.each([
    ["sc://cluster", { host: "cluster", port: 15002 }],
    ["sc://cluster/", { host: "cluster", port: 15002 }],
    ["sc://10.0.0.1:443/;", { host: "10.0.0.1", port: 443 }],
    ["SC://[::1]:15003/;use_ssl=False", { host: "::1", port: 15003, useSsl: false }],
    [
      "sc://a.b-c.net/;token=x%3By=z==;use_ssl=true;user_id=ann%20b;user_agent=me;X-Team=r",
      {
        host: "a.b-c.net",
        port: 15002,
        token: "x;y=z==",
        useSsl: true,
        userId: "ann b",
        userAgent: "me",
        headers: { "x-team": "r" },
      },
    ],
    [
      "sc://w.cloud:443/;token=t;x-databricks-cluster-id=0923;grpc_max_message_size=1",
      { host: "w.cloud", port: 443, token: "t", headers: { "x-databricks-cluster-id": "0923" } },
    ],
  ])("%s", (url, expected) => {
    expect(parseSparkUrl(url)).toEqual({ ...nothing, ...expected });
  });

  it.each([
    ["http://host", /another form/],
    ["sc://", /another form/],
    ["sc://user:secret@host", /another form/],
    ["sc://host;token=secret", /another form/],
    ["sc://host:0", /port/],
    ["sc://host:70000/;token=secret", /port/],
    ["sc://host/secret;a=b", /path/],
    ["sc://host/;secret", /part 1 after the host is not key=value/],
    ["sc://host/;a=b;token=", /part 2 after the host/],
    ["sc://host/;token=secret;token=secret", /twice/],
    ["sc://host/;token=secret%", /% that begins no character/],
    ["sc://host/;use_ssl=secret", /neither true nor false/],
    ["sc://host/;session_id=secret", /not a UUID/],
    ["sc://host/;secret key=1", /header/],
    ["sc://host/;x-key=secret%0A", /"x-key" holds a character/],
  ])("is refused without its secrets: %s", (url, message) => {
    const parse = () => parseSparkUrl(url);
    expect(parse).toThrow(StudyError);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow(/secret/);
  });

  it("is described without its secrets", () => {
    const url = parseSparkUrl(
      "sc://w.cloud:443/;token=secret;user_id=ann b;use_ssl=true;session_id=01234567-89ab-cdef-0123-456789abcdef;x-databricks-cluster-id=0923;x-key=secret",
    );
    expect(describeSparkUrl(url)).toBe(
      "sc://w.cloud:443/;use_ssl=true;user_id=ann%20b;x-databricks-cluster-id=0923",
    );
    expect(describeSparkUrl(parseSparkUrl("sc://[::1]"))).toBe("sc://[::1]:15002");
  });
});
