import { InternalError } from "../errors.js";

/** What a module of WebAssembly needs here; the types of Node and of browsers name it differently. */
interface WebAssemblyLike {
  readonly Memory: new (of: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

const here = (): WebAssemblyLike | undefined =>
  (globalThis as unknown as { readonly WebAssembly?: WebAssemblyLike }).WebAssembly;

/** Whether modules run here whose instructions work on several numbers at once. */
export const hasSimd = (): boolean => here()?.validate(bytesOf(vectorOfZeros)) === true;

/** A module whose one function, without parameters, makes a vector of zeros and drops it. */
const vectorOfZeros = "AGFzbQEAAAABBAFgAAADAgEACgkBBwBBAP0PGgs=";

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

/** A module of WebAssembly with memory of its own. */
export interface LoadedModule {
  readonly memory: ArrayBuffer;
  readonly exports: Readonly<Record<string, unknown>>;
}

/**
 * Loads a module (in base64, as `npm run kernel` writes it) that imports a memory of so many bytes, at most 4 GB.
 * Throws an InternalError where Node runs without WebAssembly.
 */
export function loadModule(base64: string, bytes: number): LoadedModule {
  const assembly = here();
  if (assembly === undefined) {
    throw new InternalError("This needs WebAssembly: run Node without --jitless.");
  }
  const memory = new assembly.Memory({ initial: Math.ceil(bytes / 65536) + 1 });
  const module = new assembly.Module(bytesOf(base64));
  const { exports } = new assembly.Instance(module, { hindcast: { memory } });
  return { memory: memory.buffer, exports };
}
