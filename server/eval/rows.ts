import { type Ranking, rankingWithoutTokens } from '../src/features/recall/fuse-scores.ts'

export type Row = {
  about: string
  /** Undefined for the product's own ranking. */
  ranking: Ranking | undefined
  /** Fields added to each request. */
  request: Record<string, unknown>
}

/** The variants compared: the product with its defaults, and parts of it alone. */
export const rows = {
  default: { about: 'the default ranking', ranking: undefined, request: {} },
  lexical: {
    about: 'keywords (BM25) only, including the words around a chunk',
    ranking: { lexical: 1, dense: 0, tokens: 0 },
    request: {},
  },
  dense: { about: 'one vector per chunk', ranking: { lexical: 0, dense: 1, tokens: 0 }, request: {} },
  tokens: {
    about: 'token vectors only, on the candidates that keywords and vectors find',
    ranking: { lexical: 0, dense: 0, tokens: 1 },
    request: {},
  },
  both: {
    about: 'keywords and one vector per chunk, as for models without token vectors',
    ranking: rankingWithoutTokens,
    request: {},
  },
  rerank: { about: 'the default with `rerank`', ranking: undefined, request: { rerank: true } },
  rewrite: { about: 'the default with `rewriteQuery`', ranking: undefined, request: { rewriteQuery: true } },
} satisfies Record<string, Row>

export type RowName = keyof typeof rows
