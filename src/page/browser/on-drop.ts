/** Hears of a file that is dropped anywhere on the page. */
export function onDrop(given: (file: File) => void, signal: AbortSignal): void {
  const filesOf = ({ dataTransfer }: DragEvent) =>
    dataTransfer?.types.includes("Files") ? dataTransfer : undefined;
  // Without this the browser leaves the page for the file.
  addEventListener("dragover", (event) => filesOf(event) && event.preventDefault(), { signal });
  const dropped = (event: DragEvent): void => {
    const [file] = filesOf(event)?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    given(file);
  };
  addEventListener("drop", dropped, { signal });
}
