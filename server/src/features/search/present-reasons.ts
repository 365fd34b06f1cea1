import { encodeId } from '../../platform/lib/ids.ts'
import type { LeftOutHit, Reason } from './left-out.ts'
import { round } from './present.ts'
import type { LeftOutJson } from './schema.ts'

const mostExamples = 10

/** The fields that `explain` adds to the response: the hits that were left out, and the rewritten query. */
export function presentReasons(
  { q, leftOut }: { q: string; leftOut: readonly LeftOutHit[] },
  body: { q: string; rewriteQuery: boolean },
): { leftOut: LeftOutJson; rewrittenQuery?: string } {
  const of = (reason: Reason) => leftOut.filter(each => each.reason === reason).length
  const best = leftOut.toSorted((a, b) => b.score - a.score).slice(0, mostExamples)
  return {
    leftOut: {
      belowThreshold: of('belowThreshold'),
      filtered: of('filtered'),
      superseded: of('superseded'),
      forgotten: of('forgotten'),
      examples: best.map(presentExample),
    },
    ...(body.rewriteQuery && { rewrittenQuery: q }),
  }
}

function presentExample(each: LeftOutHit): LeftOutJson['examples'][number] {
  const why = { reason: each.reason, score: round(each.score) }
  return 'memory' in each
    ? { ...why, id: encodeId(each.memory), memory: each.text }
    : { ...why, documentId: encodeId(each.document), position: each.position }
}
