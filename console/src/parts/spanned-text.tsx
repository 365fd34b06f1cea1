import { cx } from './class-names.ts'
import { type Span, segmentsOf } from './segments.ts'

/** A text with underlined spans. The spans of `lit` are marked; pointing at a span, or choosing it, names it. */
export function SpannedText({
  text,
  spans,
  offset = 0,
  lit,
  onPoint,
  onChoose,
  labelOf,
}: {
  text: string
  spans: readonly Span[]
  /** Where `text` begins in the text that the spans refer to. */
  offset?: number
  lit?: string | undefined
  onPoint?: (id: string | undefined) => void
  onChoose?: (id: string) => void
  labelOf?: (id: string) => string
}) {
  return segmentsOf(text, spans, offset).map(({ start, text: part, ids }) => {
    const [id] = ids
    if (id === undefined) return part
    const isLit = lit !== undefined && ids.includes(lit)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the list of memories does the same by keyboard
      <mark
        key={start}
        data-span={ids.join(' ')}
        title={labelOf?.(id)}
        onPointerEnter={() => onPoint?.(id)}
        onPointerLeave={() => onPoint?.(undefined)}
        onClick={() => onChoose?.(id)}
        className={cx(
          'underline decoration-2 decoration-accent/45 underline-offset-[3px] transition-colors',
          isLit ? 'rounded-[3px] bg-accent-soft text-ink decoration-accent' : 'bg-transparent text-inherit',
          onChoose && 'cursor-pointer',
        )}
      >
        {part}
      </mark>
    )
  })
}
