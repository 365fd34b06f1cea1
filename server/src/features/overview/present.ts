import { encodeId } from '../../platform/lib/ids.ts'
import type { Overview } from './read-overview.ts'

export function presentOverview({ recent, ...figures }: Overview) {
  return {
    ...figures,
    recent: recent.map(({ id, text, learnedAt, ...memory }) => ({
      id: encodeId(id),
      memory: text,
      learnedAt: learnedAt.toISOString(),
      ...memory,
    })),
  }
}
