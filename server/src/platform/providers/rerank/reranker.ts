/** A model that reads a query and a text together and scores how well the text answers the query. */
export type Reranker = {
  name: string
  /** Returns one score for each text, in order. Only their ranking matters. Rejects with a `RerankError`. */
  rerank(query: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>
}

/** The reranker was unreachable, too slow, refused or not understood. A search goes on without it. */
export class RerankError extends Error {}
