import { concluded } from "./concluded.js";
import { studies } from "./studies.js";

// What runs in a browser: it reads the tallies, and posts what follows from them.
const post = (name: string, body: string): Promise<Response> =>
  fetch(name, { method: "POST", body });

try {
  for (const name of studies) {
    const bytes = await (await fetch(name)).arrayBuffer();
    await post(name, await concluded(bytes));
  }
} catch (error) {
  await post("error", String(error));
}
