import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { parseFailure } from "./parse-failure.js";

describe("whose word a failed call is", () => {
  it.each([
    [new ConnectError("[SOME.CLASS_1] text", Code.Internal), true, "SOME.CLASS_1", "text"],
    [new ConnectError("not you", Code.Unauthenticated), true, undefined, "not you"],
    [new ConnectError("read ECONNRESET", Code.Aborted), false, undefined, "read ECONNRESET"],
    [new ConnectError("protocol error: cut", Code.InvalidArgument), false, undefined, undefined],
    [new ConnectError("what is this", Code.InvalidArgument), true, undefined, "what is this"],
    [new TypeError("ours"), true, undefined, "ours"],
  ])("%s", (cause, fromServer, errorClass, message) => {
    const word = parseFailure(cause);
    expect(word).toMatchObject({ fromServer, errorClass });
    if (message !== undefined) expect(word.message).toBe(message);
  });
});
