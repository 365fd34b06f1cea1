import { searchMemories } from '../memories/search-memories.ts'
import type { SearchRequest } from '../recall/search-request.ts'
import { correctSpelling } from './correct-spelling.ts'
import { takeChunks } from './fuse-chunks.ts'
import { rewriteWithLlm } from './rewrite-with-llm.ts'
import { type SearchApp, searchChunks } from './search-chunks.ts'

/** The number of results whose words are known. One of them probably contains the correct form of a misspelt word. */
const readFor = 50

/**
 * Corrects the spelling of a query. The correct words come from the results of the query as it is: a container stores its words
 * as hashes of 20 bits, and too many variants of a word would hit one of these by chance. With a typing error in the longest word
 * of each question, LoCoMo's tuning half falls to 45.8 nDCG@10, and correction brings it back to 51.1; without errors it stays at
 * 55.6. Tried and rejected: a statement in place of the question (LoCoMo 55.6 → 55.2, LongMemEval 67.4 → 67.1), the past tense of
 * irregular verbs (+.2, −.2). Dates need no rewriting: see `find-query-dates.ts`. A language model, if there is one, rephrases the
 * query first.
 */
export async function rewriteQuery(
  request: SearchRequest<SearchApp>,
  q: string,
  mode: 'memories' | 'documents' | 'hybrid',
): Promise<string> {
  const { app, org, signal } = request
  const question = { q, limit: readFor, threshold: 0 }
  const [rephrased, memories, found] = await Promise.all([
    app.llm ? rewriteWithLlm(app.llm, org, q, signal) : q,
    mode === 'documents' ? [] : searchMemories(request, question),
    mode === 'memories'
      ? undefined
      : searchChunks(request, {
          ...question,
          narrowing: {},
          select: scored => takeChunks(scored, question),
          withNeighbours: false,
        }),
  ])
  const chunks = [...(found?.documents.values() ?? [])].flatMap(document => document.chunks)
  const texts = [...memories.map(({ memory }) => memory.text), ...chunks.map(chunk => chunk?.content ?? '')]
  return correctSpelling(rephrased, texts)
}
