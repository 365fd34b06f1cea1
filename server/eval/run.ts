import { runNamed } from '../measure/run-named.ts'

/**
 *   npm run eval -- retrieval    quality of search, by public collections
 *   npm run eval -- memory       quality of memories, by public conversations
 *   npm run eval -- assistant    facts known, stale and false, and questions answered, by labelled lives
 *   npm run eval -- relevance    weights by which memories are ranked, fitted on labelled lives
 *   npm run eval -- extract      share of the text that is read from files
 *   npm run eval -- chunking     chunk sizes compared
 *   npm run eval -- cost         tokens that a language model reads and writes per 1,000 tokens of documents
 *   npm run eval -- judging      quality of the learned judge of statements and pairs
 *   npm run eval -- changes      weights by which a memory replaces another, fitted on chronicles and labelled lives
 *   npm run eval -- rules        rules of the language that never fire
 *
 * Each lists its options at the top of its file. All but `relevance`, `judging`, `changes` and `rules` write their section of docs/evaluation.md with `--write`.
 */
await runNamed({
  retrieval: () => import('./retrieval.ts'),
  memory: () => import('./memory.ts'),
  assistant: () => import('./assistant.ts'),
  relevance: () => import('./relevance.ts'),
  extract: () => import('./extract.ts'),
  chunking: () => import('./chunking.ts'),
  cost: () => import('./llm-cost.ts'),
  judging: () => import('./judging.ts'),
  changes: () => import('./changes.ts'),
  rules: () => import('./rules.ts'),
})
