import { encodeId } from '../../platform/lib/ids.ts'
import type { Overview } from './read-overview.ts'

/** What the overview needs to name the models in use. */
export type ModelsApp = {
  embedder: { model: { name: string; dimensions: number } }
  config: { LLM: string; LLM_MODEL: string }
}

export function presentOverview({ recent, ...figures }: Overview, { embedder, config }: ModelsApp) {
  return {
    ...figures,
    recent: recent.map(({ id, text, learnedAt, ...memory }) => ({
      id: encodeId(id),
      memory: text,
      learnedAt: learnedAt.toISOString(),
      ...memory,
    })),
    models: {
      embedding: embedder.model.name,
      dimensions: embedder.model.dimensions,
      language: config.LLM === 'none' ? null : config.LLM_MODEL,
    },
  }
}
