import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";

/** How a wire passes bytes on: all of them, none, or one now and then. */
export type Passing = "all" | "nothing" | "dribbles";

/** A wire to a server that a test can cut, stop and slow down. */
export interface Proxy {
  readonly port: number;
  /** Breaks every connection that there is; new ones are served. */
  readonly cut: () => void;
  /** From now on, on the connections that there are and on new ones; none of them ends. */
  readonly pass: (what: Passing) => void;
  /** Breaks every connection, and serves no other. */
  readonly end: () => Promise<void>;
}

/** Milliseconds between two bytes of a wire that dribbles. */
const drip = 500;

/** Passes bytes to a port of this machine, both ways. */
export async function startProxy(to: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let passing: Passing = "all";
  const wires = new Set<() => void>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const forward = (from: Socket, on: Socket): void => {
    let held = Buffer.alloc(0);
    const send = (most: number): void => {
      if (held.length === 0 || on.destroyed) return;
      const [now, later] = [held.subarray(0, most), held.subarray(most)];
      held = later;
      if (!on.write(now)) {
        from.pause();
        on.once("drain", () => from.resume());
      }
    };
    const flush = (): void => {
      if (passing === "all") send(held.length);
      if (passing === "dribbles") send(1);
    };
    wires.add(flush);
    from.on("data", (chunk) => {
      held = Buffer.concat([held, chunk]);
      if (passing === "all") flush();
    });
    from.on("close", () => {
      wires.delete(flush);
      on.destroy();
    });
  };
  const dripping = setInterval(() => {
    for (const flush of wires) flush();
  }, drip).unref();
  const server = createServer((near) => {
    const far = kept(dial(to, "127.0.0.1"));
    forward(kept(near), far);
    forward(far, near);
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
    pass: (what) => {
      passing = what;
      for (const flush of wires) flush();
    },
    end: async () => {
      clearInterval(dripping);
      const closed = once(server, "close");
      server.close();
      cut();
      await closed;
    },
  };
}
