import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { IconButton } from '../../parts/button.tsx'
import type { Result } from './run-search.ts'
import { ScoreBar } from './score-bar.tsx'

export type Difference = { isOnly: boolean; moved: number } | undefined

/** A result: its text, where it comes from, and why it is here. */
export function ResultItem({
  of: result,
  rank,
  difference,
  onGolden,
}: {
  of: Result
  rank: number
  difference: Difference
  onGolden?: (documentId: string) => void
}) {
  const { document, kind, text, at, place, memory } = result
  return (
    <li className="group border-line border-b py-3.5">
      <div className="flex gap-3">
        <span className="figures w-5 shrink-0 pt-0.5 text-right text-muted">{rank}</span>
        <div className="min-w-0 flex-1">
          <p className={kind === 'memory' ? 'text-base' : 'line-clamp-4 whitespace-pre-line text-base'}>
            {memory ? (
              <Link to="/memories" search={{ open: memory }} className="hover:underline">
                {text}
              </Link>
            ) : (
              readable(text)
            )}
          </p>
          <p className="mt-0.5 mb-1.5 flex min-w-0 items-center gap-x-1.5 whitespace-nowrap text-muted text-xs">
            {kind}
            {document && (
              <>
                {' · '}
                <Link
                  to="/documents/$id"
                  params={{ id: document.id }}
                  search={{ ...(at !== undefined && { at }), ...(memory && { memory }) }}
                  className="min-w-0 max-w-72 truncate text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
                >
                  {document.title ?? document.id}
                </Link>
              </>
            )}
            {place && ` · ${place}`}
            <DifferenceMark of={difference} />
          </p>
          <ScoreBar of={result} />
        </div>
        {onGolden && document && (
          <IconButton label="Save as the answer of a golden question" onClick={() => onGolden(document.id)}>
            <Star size={16} />
          </IconButton>
        )}
      </div>
    </li>
  )
}

/** The words of a chunk without the marks and empty lines of Markdown; its document shows it as it is. */
const readable = (text: string) => text.replaceAll(/^#+ +/gm, '').replaceAll(/\n{2,}/g, '\n')

/** How a result differs from the other setting. */
function DifferenceMark({ of: difference }: { of: Difference }) {
  if (!difference) return null
  if (difference.isOnly)
    return <span className="rounded-full bg-accent-soft px-1.5 font-medium text-ink">only here</span>
  if (difference.moved === 0) return null
  return (
    <span className="figures rounded-full bg-accent-soft px-1.5 font-medium text-ink">
      {difference.moved > 0 ? `${difference.moved} higher` : `${-difference.moved} lower`}
    </span>
  )
}
