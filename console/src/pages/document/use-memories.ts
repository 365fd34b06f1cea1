import type { Document, Memory } from '@reverie/sdk'
import { useQueries } from '@tanstack/react-query'
import { memoryQuery } from '../../data/document.ts'
import type { Span } from '../../parts/segments.ts'

/** Each memory is asked for its passages, so a long list is cut. */
const mostCited = 60

export type CitedMemory = {
  id: string
  memory: string
  createdAt: string
  isInference: boolean
  isStatic: boolean
  /** The first passage that it cites, and where that begins in the text. */
  quote?: string
  start?: number
}

/** The current memories of a document, and the spans of its text that they come from. */
export function useMemoriesOf(document: Document | undefined): {
  memories: CitedMemory[]
  spans: Span[]
  more: number
} {
  const current = document?.memories?.filter(({ isLatest, isForgotten }) => isLatest && !isForgotten) ?? []
  const shown = current.slice(0, mostCited)
  const details = useQueries({ queries: shown.map(({ id }) => memoryQuery(id)) })
  const cited = shown.map((memory, at) => ({ ...memory, spans: spansIn(document, details[at]?.data) }))
  const memories = cited.map(({ spans: [first], ...memory }) => ({
    ...memory,
    ...(first && { quote: first.text, start: first.start }),
  }))
  return {
    memories: memories.toSorted((a, b) => (a.start ?? Number.MAX_VALUE) - (b.start ?? Number.MAX_VALUE)),
    spans: cited.flatMap(({ id, spans }) => spans.map(({ start, end }) => ({ start, end, id }))),
    more: current.length - shown.length,
  }
}

/** Spans of an earlier revision are places in a text that is no longer there. */
function spansIn(document: Document | undefined, memory: Memory | undefined) {
  return (
    memory?.citations
      .filter(
        ({ documentId, revision }) => documentId === document?.id && revision === document.latestRevision,
      )
      .flatMap(({ spans }) => spans) ?? []
  )
}
