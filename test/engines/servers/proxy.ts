import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";

/** A wire to a server that a test can cut. */
export interface Proxy {
  readonly port: number;
  /** Breaks every connection that there is; new ones are served. */
  readonly cut: () => void;
  /** Breaks every connection, and serves no other. */
  readonly end: () => Promise<void>;
}

/** Passes bytes to a port of this machine, both ways. */
export async function startProxy(to: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = kept(dial(to, "127.0.0.1"));
    kept(near).pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cut,
    end: async () => {
      const closed = once(server, "close");
      server.close();
      cut();
      await closed;
    },
  };
}
