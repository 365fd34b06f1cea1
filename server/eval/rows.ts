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
  default: { about: 'as it comes', ranking: undefined, request: {} },
  lexical: {
    about: 'words alone, with those around a chunk',
    ranking: { lexical: 1, dense: 0, tokens: 0 },
    request: {},
  },
  dense: { about: 'one vector for each chunk', ranking: { lexical: 0, dense: 1, tokens: 0 }, request: {} },
  tokens: {
    about: 'of what words and vectors find, by the words’ own vectors',
    ranking: { lexical: 0, dense: 0, tokens: 1 },
    request: {},
  },
  both: {
    about: 'words and one vector for each chunk, as for models that tell of no tokens',
    ranking: rankingWithoutTokens,
    request: {},
  },
  rerank: { about: 'as it comes, with `rerank`', ranking: undefined, request: { rerank: true } },
  rewrite: { about: 'as it comes, with `rewriteQuery`', ranking: undefined, request: { rewriteQuery: true } },
} satisfies Record<string, Row>

export type RowName = keyof typeof rows
