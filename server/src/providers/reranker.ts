/** A model that reads a query and a text together and says how well the one answers the other. */
export type Reranker = {
  name: string
  /** One figure for each text, in their order; only their order counts. Rejects with a `RerankError`. */
  rerank(query: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>
}

/** Not reached, too slow, refused or not understood. A search goes on without. */
export class RerankError extends Error {}
