/** Browsers have no `setImmediate`, and a timer takes 4 milliseconds there: a message to oneself takes none. */
const later: (act: () => void) => unknown =
  typeof setImmediate === "function" ? setImmediate : byMessage();

/** Lets timers fire and signals arrive. */
export const turn = (): Promise<void> => new Promise((resolve) => void later(resolve));

function byMessage(): (act: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener("message", () => waiting.shift()?.());
  port1.start();
  return (act) => {
    waiting.push(act);
    port2.postMessage(null);
  };
}
