import type { Http2Session } from "node:http2";
import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import type { SparkSettings } from "./options.js";
import { SparkConnectService } from "./protocol/spark-connect.js";

export type SparkClient = Client<typeof SparkConnectService>;

type Connections = NonNullable<Parameters<typeof createGrpcTransport>[0]["sessionManager"]>;

export interface Connection {
  readonly client: SparkClient;
  readonly hangUp: () => void;
}

// A server takes two pings without data in between, and ends a silent stream after two minutes: with the usual
// silence of a minute that is before the third.
const asking = 0.75;

/** The line to a server: it connects when it is first used, and again after it was cut. */
export function openConnection({
  baseUrl,
  token,
  headers,
  ca,
  silence,
}: SparkSettings): Connection {
  const manager = new Http2SessionManager(
    baseUrl,
    { pingIntervalMs: asking * silence, pingTimeoutMs: (1 - asking) * silence },
    ca === undefined ? {} : { ca },
  );
  const transport = createGrpcTransport({
    baseUrl,
    sessionManager: guarded(manager),
    interceptors: [withHeaders(token, headers)],
  });
  return {
    client: createClient(SparkConnectService, transport),
    hangUp: () => manager.abort(),
  };
}

/**
 * The manager drops a connection that breaks just before it connects again, and Node ends the process for
 * an error without a listener. So every connection gets a listener here.
 */
function guarded(manager: Http2SessionManager): Connections {
  const sessions = new WeakSet<Http2Session>();
  return {
    authority: manager.authority,
    request: async (...request) => {
      const stream = await manager.request(...request);
      const { session } = stream;
      if (session !== undefined && !sessions.has(session)) {
        sessions.add(session);
        session.on("error", () => undefined);
      }
      return stream;
    },
    notifyResponseByteRead: (stream) => manager.notifyResponseByteRead(stream),
  };
}

function withHeaders(
  token: string | undefined,
  headers: Readonly<Record<string, string>>,
): Interceptor {
  return (next) => (request) => {
    for (const [name, value] of Object.entries(headers)) request.header.set(name, value);
    if (token !== undefined) request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };
}
