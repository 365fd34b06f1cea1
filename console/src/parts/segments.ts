/** A part of a text that something refers to, in UTF-16 units. */
export type Span = { start: number; end: number; id: string }

export type Segment = { start: number; text: string; ids: readonly string[] }

/** Cuts a text where spans begin and end. Spans may overlap; parts of spans outside the text are dropped. */
export function segmentsOf(text: string, spans: readonly Span[], offset = 0): Segment[] {
  const within = spans
    .map(({ start, end, id }) => ({
      id,
      start: Math.max(0, start - offset),
      end: Math.min(text.length, end - offset),
    }))
    .filter(({ start, end }) => start < end)
  const cuts = [...new Set([0, text.length, ...within.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  )
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1]!
    const ids = within.filter(span => span.start < end && span.end > start).map(({ id }) => id)
    return { start: start + offset, text: text.slice(start, end), ids: [...new Set(ids)] }
  })
}
