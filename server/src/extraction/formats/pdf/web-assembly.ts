/** The part of WebAssembly that we use: TypeScript keeps its types among those of the browser, which we do not want. */
type WebAssemblyApi = {
  compile(bytes: Uint8Array): Promise<CompiledModule>
  instantiate(module: CompiledModule, imports: unknown): Promise<object>
  RuntimeError: typeof Error
}

export type CompiledModule = object

export const webAssembly = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly
