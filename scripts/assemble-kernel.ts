import wabt from "wabt";

/** WebAssembly's text as bytes in base64. */
export async function assembleKernel(text: string): Promise<string> {
  const { parseWat } = await wabt();
  const module = parseWat("kernel.wat", text, { simd: true });
  const { buffer } = module.toBinary({});
  module.destroy();
  return Buffer.from(buffer).toString("base64");
}
