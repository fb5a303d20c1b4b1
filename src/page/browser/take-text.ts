/** Puts a text on the clipboard; returns what is said of it. */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Some browsers let no file have the clipboard but by this older way.
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  return "Copied.";
}

export async function saveFile(name: string, part: BlobPart): Promise<string> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([part]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return `Saved ${name}.`;
}
