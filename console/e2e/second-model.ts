import { setTimeout as pause } from 'node:timers/promises'
import { type EmbeddingServer, startEmbeddingServer } from '../../server/test/embedding-server.ts'
import type { E2eServer } from './server.ts'

const dimensions = 96
export const secondModel = 'counted-words'

/** A small embedding model behind HTTP: it counts the words of a text, so its ranks are real, and differ from those of the first one. */
export async function startSecondModel(): Promise<EmbeddingServer & { settings: Record<string, string> }> {
  const model = await startEmbeddingServer({ embed: async texts => texts.map(countWords) })
  const settings = {
    EMBEDDER_NEXT: 'http',
    EMBEDDER_NEXT_URL: model.url,
    EMBEDDER_NEXT_MODEL: secondModel,
    EMBEDDER_NEXT_DIMENSIONS: String(dimensions),
  }
  return { ...model, settings }
}

function countWords(text: string): number[] {
  const counts = Array.from({ length: dimensions }, () => 0.01)
  for (const word of text.toLowerCase().match(/\w{3,}/g) ?? []) counts[placeOf(word)]! += 1
  return counts
}

function placeOf(word: string): number {
  let hash = 7
  for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003
  return hash % dimensions
}

/** Builds the second embedding set, and waits until every container has it. */
export async function buildSecondSet({ run }: Pick<E2eServer, 'run'>): Promise<void> {
  await run('embeddings', 'build', 'default')
  for (let attempt = 0; attempt < 60; attempt++) {
    if (!/containers left/.test(await run('embeddings', 'status', 'default'))) return
    await pause(500)
  }
  throw new Error('The second embedding set is not complete after a minute')
}
