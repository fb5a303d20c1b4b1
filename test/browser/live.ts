import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** Drops a file on a page. */
export const dropping = (base64: string, name: string): string => `(() => {
  const bytes = Uint8Array.from(atob("${base64}"), (each) => each.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], "${name}"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
})()`;

export const status = "[role=status]";
export const statusOf = (page: Page): Promise<string | null> => page.locator(status).textContent();

export const answered = (page: Page): Promise<void> =>
  page.locator(status).filter({ hasText: "Changed:" }).waitFor({ timeout: 20_000 });

export async function savedBy(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return readFile(await download.path(), "utf8");
}

/** What an address ends in; `page.url()` hears of a change of it late. */
export const hashOf = (page: Page): Promise<string> => page.evaluate<string>("location.hash");
