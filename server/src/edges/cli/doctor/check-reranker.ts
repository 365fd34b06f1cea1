import type { Config } from '../../../platform/config.ts'
import { openReranker } from '../../../platform/providers/registry.ts'
import { type Finding, ok, warning } from './finding.ts'

const subject = 'reranker'

/** Reranks two short texts for a query. Without the reranker, searches keep their original order. */
export async function checkReranker(config: Config): Promise<Finding[]> {
  if (config.RERANKER_URL === '') return []
  try {
    const reranker = openReranker(config)!
    const started = performance.now()
    const { signal } = new AbortController()
    await reranker.rerank('Where is the key?', ['The key is in the drawer.', 'It rains.'], signal)
    return [
      ok(subject, `${reranker.name}, ${Math.round(performance.now() - started)} ms for two short texts`),
    ]
  } catch (error) {
    const todo = 'Check the settings that begin with RERANKER. Until then, results are not reranked.'
    return [warning(subject, (error as Error).message, todo)]
  }
}
