import { useEffect, useRef } from 'react'
import { cx } from '../../parts/class-names.ts'
import type { Span } from '../../parts/segments.ts'
import { SpannedText } from '../../parts/spanned-text.tsx'
import { blocksOf, type PlacedChunk } from './place-chunks.ts'

/** The text of a document. Chunks are brackets in the margin, memories are underlines. */
export function DocumentText({
  text,
  isCode,
  chunks,
  spans,
  lit,
  at,
  labelOf,
  onPoint,
  onChoose,
}: {
  text: string
  isCode: boolean
  chunks: readonly PlacedChunk[]
  spans: readonly Span[]
  lit: string | undefined
  /** The character that the address names: its chunk is brought into view. */
  at: number | undefined
  labelOf(id: string): string
  onPoint(id: string | undefined): void
  onChoose(id: string): void
}) {
  const cited = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (at !== undefined && chunks.length > 0) cited.current?.scrollIntoView({ block: 'center' })
  }, [at, chunks.length])
  return (
    <div
      className={cx('whitespace-pre-wrap break-words', isCode ? 'font-mono text-xs leading-5' : 'text-base')}
    >
      {blocksOf(text.length, chunks).map(({ start, end, chunk }) => {
        if (!chunk && text.slice(start, end).trim() === '') return <div key={start} className="h-2" />
        const isCited = at !== undefined && at >= start && at < end
        return (
          <div
            key={start}
            ref={isCited ? cited : undefined}
            className={cx(
              'group/chunk relative max-w-[78ch] pl-7 [content-visibility:auto] [contain-intrinsic-size:auto_120px]',
              isCited && lit === undefined && 'bg-accent-soft/60',
            )}
          >
            {chunk && <Bracket of={chunk} />}
            <SpannedText
              text={text.slice(start, end)}
              offset={start}
              spans={spans}
              lit={lit}
              labelOf={labelOf}
              onPoint={onPoint}
              onChoose={onChoose}
            />
          </div>
        )
      })}
    </div>
  )
}

/** The extent of a chunk, as a bracket. Its number and place show on hover. */
function Bracket({ of: { position, label } }: { of: PlacedChunk }) {
  return (
    <span
      title={`Chunk ${position + 1}${label ? `, ${label}` : ''}`}
      className="absolute inset-y-0.5 left-1 w-4 rounded-l-[3px] border-edge/45 border-y border-l group-hover/chunk:border-accent"
    >
      <span
        aria-hidden
        className="figures absolute top-0.5 left-1 font-sans text-[10px] text-muted leading-3 opacity-0 group-hover/chunk:opacity-100"
      >
        {position + 1}
      </span>
    </span>
  )
}
