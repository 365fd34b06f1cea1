import type { Result } from './run-search.ts'

/** The parts of a score, in the order of the bar. Their colours are of the chart, and mean no state. */
export const partNames: readonly { name: string; label: string; colour: string; what: string }[] = [
  { name: 'meaning', label: 'meaning', colour: 'var(--part-1)', what: 'similarity of the vectors' },
  { name: 'words', label: 'words', colour: 'var(--part-2)', what: 'keywords in common (BM25)' },
  {
    name: 'tokens',
    label: 'tokens',
    colour: 'var(--part-3)',
    what: 'the query compared word by word with the passage',
  },
  {
    name: 'answer',
    label: 'answer',
    colour: 'var(--part-4)',
    what: 'signs that it answers the question: names, kin, kind of answer',
  },
  { name: 'speaker', label: 'speaker', colour: 'var(--part-5)', what: 'said by the one who is asked about' },
  {
    name: 'date',
    label: 'date',
    colour: 'var(--part-6)',
    what: 'closeness to the time that the query names',
  },
  { name: 'rerank', label: 'rerank', colour: 'var(--part-7)', what: 'moved by the reranker' },
  {
    name: 'origin',
    label: 'origin',
    colour: 'var(--part-5)',
    what: 'who said it, and whether it was inferred',
  },
]

export type Part = (typeof partNames)[number] & { value: number }

/** The parts that the server reports, without those that add nothing. They add up to the score. */
export function partsOf({ explain }: Result): Part[] {
  const parts = (explain as { parts?: Record<string, number> } | undefined)?.parts ?? {}
  return partNames.flatMap(part => {
    const value = parts[part.name] ?? 0
    return Math.abs(value) >= 0.005 ? { ...part, value } : []
  })
}

/** A score as a bar made of its parts. What lowers it is hatched, from the score to the sum of what raises it. */
export function ScoreBar({ of: result }: { of: Result }) {
  const parts = partsOf(result)
  const raising = parts.filter(({ value }) => value > 0)
  const sum = raising.reduce((total, { value }) => total + value, 0)
  const words = parts.map(
    ({ label, value }) => `${label} ${value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`,
  )
  return (
    <div>
      <div className="flex items-center gap-2.5">
        <div
          role="img"
          aria-label={`Score ${result.score.toFixed(2)}: ${words.join(', ') || 'parts unknown'}`}
          className="relative h-2 flex-1 overflow-hidden rounded-[3px] bg-line"
        >
          <div
            className="flex h-full gap-px"
            style={{ width: `${Math.min(1, parts.length > 0 ? sum : result.score) * 100}%` }}
          >
            {parts.length === 0 && <span className="h-full w-full bg-edge" />}
            {raising.map(({ name, value, colour }) => (
              <span
                key={name}
                className="h-full"
                style={{ width: `${(value / sum) * 100}%`, background: colour }}
              />
            ))}
          </div>
          {sum > result.score + 0.005 && (
            <span
              className="absolute inset-y-0 bg-[repeating-linear-gradient(135deg,var(--page)_0_2px,transparent_2px_4px)]"
              style={{ left: `${result.score * 100}%`, width: `${(Math.min(1, sum) - result.score) * 100}%` }}
            />
          )}
        </div>
        <span className="figures w-9 text-right font-semibold">{result.score.toFixed(2)}</span>
      </div>
      <ul className="figures mt-1 flex flex-wrap gap-x-3 text-muted text-xs">
        {parts.map(({ name, label, value, colour, what }) => (
          <li key={name} title={what} className="inline-flex items-center gap-1">
            <span aria-hidden className="size-2 rounded-[2px]" style={{ background: colour }} />
            {label} {value < 0 ? '−' : ''}
            {Math.abs(value).toFixed(2)}
          </li>
        ))}
      </ul>
    </div>
  )
}
