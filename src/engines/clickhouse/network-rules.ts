import type { ErrorRule } from "../shared/error-rules.js";

/** What goes wrong before ClickHouse itself says anything; the first that matches holds. */
export const NETWORK_RULES: readonly ErrorRule[] = [
  {
    pattern: /Port \d+ is for clickhouse-client|^\[HPE_/,
    code: "notHttp",
    sentence: (_, detail) =>
      `Expected engine.url to name ClickHouse's HTTP port (8123, or 8443 by https), but another protocol answers there: ${detail}.`,
  },
  {
    pattern: /^\[(?:\w*CERT\w*|ERR_TLS\w*|ERR_SSL\w*|EPROTO|UNABLE_TO_\w+)\]/,
    code: "tlsFailed",
    sentence: (_, detail) =>
      `A trusted TLS connection to ClickHouse could not be opened: ${detail}. Set NODE_EXTRA_CA_CERTS to the file of the authority that signed its certificate, or use the host name that the certificate is issued for.`,
  },
  {
    pattern: /^\[HTTP (?:401|403|407)\]/,
    code: "accessDenied",
    sentence: (_, detail) =>
      `Something before ClickHouse refused the request: ${detail}. Give it the headers it wants (engine.headers).`,
  },
  {
    pattern: /^\[HTTP (?:408|504|524)\]/,
    code: "networkFailed",
    sentence: (_, detail) =>
      `Something between here and ClickHouse gave the query too little time: ${detail}. Raise the time limit of the proxy, or evaluate fewer days at once.`,
  },
  {
    pattern: /^\[HTTP (?:429|5\d\d)\]/,
    code: "networkFailed",
    retryable: true,
    sentence: (_, detail) =>
      `Something between here and ClickHouse failed: ${detail}. Try again later.`,
  },
  {
    pattern: /^\[HTTP \d+\]/,
    code: "notHttp",
    sentence: (_, detail) =>
      `Expected ClickHouse at engine.url, but something else answers: ${detail}. Correct the address.`,
  },
  {
    pattern: /^\[(?:ENOTFOUND|EAI_\w+)\]/,
    code: "networkFailed",
    retryable: true,
    sentence: (_, detail) =>
      `The name of the ClickHouse server is not known here: ${detail}. Correct engine.url.`,
  },
  {
    pattern: /^\[(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)\]/,
    code: "networkFailed",
    retryable: true,
    sentence: (_, detail) =>
      `Nothing answers at the address of ClickHouse: ${detail}. Check engine.url and that the server runs.`,
  },
  {
    pattern: /^\[[A-Z_]+\]|socket hang up|aborted/,
    code: "networkFailed",
    retryable: true,
    sentence: (_, detail) =>
      `The connection to ClickHouse was lost before the query ended: ${detail}. Try again.`,
  },
];
