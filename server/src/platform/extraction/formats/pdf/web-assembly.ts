/**
 * The part of WebAssembly that we use. TypeScript declares it only with the browser's types, which we do not include.
 */
type WebAssemblyApi = {
  compile(bytes: Uint8Array): Promise<CompiledModule>
  instantiate(module: CompiledModule, imports: unknown): Promise<object>
  RuntimeError: typeof Error
}

export type CompiledModule = object

export const webAssembly = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly
