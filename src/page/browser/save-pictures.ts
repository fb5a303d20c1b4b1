import { button, made } from "./made.js";
import { type Picture, pictureOf, pngOf } from "./picture.js";
import { saveFile } from "./take-text.js";

/** Buttons under every picture that save it with the note below it; `said` is told what came of it. */
export function addSaving(main: HTMLElement, of: string, said: (text: string) => void): void {
  for (const place of main.querySelectorAll(".forest,.charts,.specifications,.figures")) {
    const note = place.nextElementSibling;
    const elements = [place, ...(note?.matches("p.note") ? [note] : [])];
    const section = place.closest("section,.fold");
    const heading = section?.querySelector("h2");
    const title = [heading?.textContent.replace(/:$/, ""), of].filter(Boolean).join(" · ");
    const file = fileName(`${of}-${section?.id.replace("fold-", "") || heading?.id}`);
    const save = (ending: string, written: (picture: Picture) => BlobPart | Promise<BlobPart>) =>
      button(`Save ${ending.toUpperCase()}`, () => {
        const saved = Promise.resolve(written(pictureOf(title, elements))).then((part) =>
          saveFile(`${file}.${ending}`, part),
        );
        saved.then(said, (error: unknown) => said(`No picture: ${error}`));
      });
    const buttons = [save("svg", ({ svg }) => svg), save("png", pngOf)];
    elements.at(-1)?.after(made("p", { className: "save" }, buttons));
  }
}

/** Letters, digits and points, with hyphens between them. */
const fileName = (words: string): string =>
  words.replaceAll(/[^\p{L}\p{N}.]+/gu, "-").replaceAll(/^[-.]+|-$/g, "");
