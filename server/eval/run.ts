import { runNamed } from '../measure/run-named.ts'

/**
 *   npm run eval -- retrieval    quality of search, by public collections
 *   npm run eval -- memory       quality of memories, by public conversations
 *   npm run eval -- extract      share of the text that is read from files
 *   npm run eval -- chunking     chunk sizes compared
 *   npm run eval -- cost         tokens that a language model reads and writes per 1,000 tokens of documents
 *
 * Each lists its options at the top of its file. All of them write their section of docs/evaluation.md with `--write`.
 */
await runNamed({
  retrieval: () => import('./retrieval.ts'),
  memory: () => import('./memory.ts'),
  extract: () => import('./extract.ts'),
  chunking: () => import('./chunking.ts'),
  cost: () => import('./llm-cost.ts'),
})
