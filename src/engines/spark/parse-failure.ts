import { fromBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "./protocol/spark-connect.js";

/** What a failed call says: the server's error, with its class, or what befell the connection. */
export interface SparkFailure {
  /** The server itself answered; otherwise the answer was lost on its way, or there was none. */
  readonly fromServer: boolean;
  /** Spark's error class: TABLE_OR_VIEW_NOT_FOUND. */
  readonly errorClass: string | undefined;
  /** By which the server tells causes that the message is silent about. */
  readonly errorId: string | undefined;
  /** The exception of the server, or gRPC's status. */
  readonly reason: string;
  readonly message: string;
}

export function parseFailure(cause: unknown): SparkFailure {
  const error = ConnectError.from(cause);
  const info = errorInfo(error);
  const message = error.rawMessage.trim();
  const errorClass = info?.metadata.errorClass ?? /^\[([A-Z0-9_.]+)\]/.exec(message)?.[1];
  return {
    fromServer: info !== undefined || errorClass !== undefined || !isLost(error),
    errorClass,
    errorId: info?.metadata.errorId,
    reason: info?.reason ?? (Code[error.code] ?? "").toUpperCase(),
    message: message.replace(/^\[[A-Z0-9_.]+\]\s*/, ""),
  };
}

// What the client makes of a stream that broke; a server that answers adds details.
const LOST: ReadonlySet<Code> = new Set([
  Code.Unavailable,
  Code.Aborted,
  Code.Canceled,
  Code.DeadlineExceeded,
  Code.DataLoss,
  Code.Internal,
]);

const isLost = ({ code, rawMessage }: ConnectError): boolean =>
  LOST.has(code) || rawMessage.startsWith("protocol error:");

function errorInfo(
  error: ConnectError,
): { reason: string; metadata: Readonly<Record<string, string>> } | undefined {
  for (const detail of error.details) {
    if ("type" in detail && detail.type === "google.rpc.ErrorInfo" && "value" in detail) {
      return fromBinary(ErrorInfoSchema, detail.value as Uint8Array);
    }
  }
  return undefined;
}
