/** A model for the embedder thread to load, and the messages between that thread and its owner. */
export type ThreadModel =
  | { kind: 'minilm'; modelPath: string; tokenizerPath: string }
  | { kind: 'transformers'; model: string; isDirectory: boolean; cacheDir: string }

export type ThreadSettings = { model: ThreadModel; sectionMemory: SharedArrayBuffer }

export type ThreadReply =
  | { type: 'ready'; dimensions: number; tellsTokens: boolean }
  | { type: 'vectors'; vectors: Float32Array<ArrayBuffer>[] }
  | { type: 'tokens'; embeddings: TokenEmbeddings[] }
  | { type: 'codes'; embeddings: CodeEmbeddings[] }
  | { type: 'failed'; message: string }

export type ThreadRequest = { texts: readonly string[]; wanted: 'vectors' | 'tokens' | 'codes' }

export type TokenEmbeddings = {
  vector: Float32Array<ArrayBuffer>
  tokens: Float32Array<ArrayBuffer>
  pieces: string[]
}

export type CodeEmbeddings = { vector: Float32Array<ArrayBuffer>; codes: ArrayBuffer }

export type LoadedModel = {
  dimensions: number
  embed(text: string): Promise<Float32Array<ArrayBuffer>>
  embedTokens?(text: string): Promise<TokenEmbeddings>
  embedCodes?(text: string): Promise<CodeEmbeddings>
}
