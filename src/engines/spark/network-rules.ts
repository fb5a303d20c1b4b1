import type { ErrorRule } from "../shared/error-rules.js";

export function networkRules(
  address: string,
  seconds: number,
  isKnown: boolean,
): readonly ErrorRule[] {
  const strangers = isKnown ? [] : [stranger(address)];
  return [...strangers, ...ofTheLine(address), ...ofStatus(address, seconds)];
}

/** What answers first, and in another protocol, is no server of Spark Connect. */
const stranger = (address: string): ErrorRule => ({
  pattern: /protocol error|NGHTTP2|HPE_|unsupported content.type|HTTP (?:status )?\d{3}|\bframe\b/i,
  code: "networkFailed",
  sentence: (_, detail) =>
    `Something answers at ${address}, but it is not a Spark Connect server: ${detail}. Correct the host and port of engine.url (Spark Connect's usual port is 15002), or add ;use_ssl=true where it speaks TLS.`,
});

function ofTheLine(address: string): readonly ErrorRule[] {
  return [
    {
      pattern: /ECONNREFUSED/,
      code: "networkFailed",
      retryable: true,
      sentence: () =>
        `Nothing listens at ${address}: Spark Connect is not there, or not any more. Start it, or correct engine.url.`,
    },
    {
      pattern: /ENOTFOUND|EAI_AGAIN/,
      code: "networkFailed",
      sentence: () =>
        `Expected Spark Connect at ${address}, but no machine of that name is known here. Correct engine.url.`,
    },
    {
      pattern:
        /certificate|self.signed|unable to (?:get|verify)|altnames|ERR_TLS|ERR_SSL|EPROTO|wrong version number|SSL routines|before secure TLS/i,
      code: "tlsFailed",
      sentence: (_, detail) =>
        `The TLS handshake with ${address} failed: ${detail}. Where its authority is your own, name its PEM file by engine.ca; where the server speaks no TLS (Spark's own does not), put a proxy before it.`,
    },
  ];
}

/** What the server, or something before it, answers with a status of gRPC. */
function ofStatus(address: string, seconds: number): readonly ErrorRule[] {
  return [
    {
      pattern: /^\[UNAUTHENTICATED\]/,
      code: "accessDenied",
      sentence: () =>
        `The server at ${address} requires authentication, and got no token or one that it does not accept. Give a valid token by HINDCAST_SPARK_TOKEN or engine.tokenFile.`,
    },
    {
      pattern: /^\[PERMISSIONDENIED\]/,
      code: "accessDenied",
      sentence: (_, detail) =>
        `The server at ${address} lets this user do nothing: ${detail}. Grant the right to use the cluster, or give another token.`,
    },
    {
      pattern: /^\[UNIMPLEMENTED\]/,
      code: "networkFailed",
      sentence: (_, detail) =>
        `Something at ${address} answers, but not as Spark Connect does: ${detail}. Correct the host and port of engine.url.`,
    },
    {
      pattern: /^\[RESOURCEEXHAUSTED\]/,
      code: "outOfMemory",
      sentence: (_, detail) =>
        `The server at ${address} has no room for this: ${detail}. Evaluate fewer days at once, or try again later.`,
    },
    {
      pattern: /^\[DEADLINEEXCEEDED\]/,
      code: "networkFailed",
      sentence: () =>
        `The server at ${address} gave no answer in time: within ${seconds} seconds for a session, within ${seconds * 10} for a source's columns. See whether it is up, or raise engine.connectTimeout.`,
    },
    {
      pattern: /^\[(?:UNAVAILABLE|ABORTED|CANCELED|DATALOSS|INTERNAL|INVALIDARGUMENT)\]/,
      code: "networkFailed",
      retryable: true,
      sentence: (_, detail) =>
        `The connection to ${address} was lost and did not come back: ${detail}. Try again.`,
    },
  ];
}
