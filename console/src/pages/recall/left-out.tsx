import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reverie } from '../../data/client.ts'
import type { RecallSetting } from '../../data/view.ts'
import { Button } from '../../parts/button.tsx'
import { counted } from '../../parts/numbers.ts'
import type { LeftOut as Reasons } from './run-search.ts'

type Reason = Reasons['examples'][number]['reason']

const titles: Record<Reason, string> = {
  belowThreshold: 'below the threshold',
  filtered: 'filtered out',
  superseded: 'superseded by a newer version',
  forgotten: 'forgotten',
}

/** The setting that would have let an example in, and what its button says. A superseded memory is let in by nothing but an undo, which its page has. */
function remedyFor(
  { reason, score }: Reasons['examples'][number],
  setting: RecallSetting,
): { label: string; setting: RecallSetting } | undefined {
  if (reason === 'belowThreshold') {
    const threshold = Math.max(0, Math.floor(score * 100) / 100)
    return { label: `Lower to ${threshold.toFixed(2)}`, setting: { ...setting, threshold } }
  }
  if (reason === 'forgotten') return { label: 'Include forgotten', setting: { ...setting, forgotten: true } }
  if (reason === 'filtered') {
    const { where: _, asOf: __, ...rest } = setting
    return { label: 'Drop the filters', setting: rest }
  }
  return undefined
}

/** Matches that are not among the results: why, and the button that would let each one in. */
export function LeftOut({
  of: reasons,
  setting,
  onChange,
}: {
  of: Reasons
  setting: RecallSetting
  onChange(setting: RecallSetting): void
}) {
  const titleOf = useTitles(reasons.examples.flatMap(({ documentId }) => documentId ?? []))
  const counts = (Object.keys(titles) as Reason[]).filter(reason => reasons[reason] > 0)
  if (counts.length === 0) return <p className="mt-4 text-muted text-xs">Nothing similar was left out.</p>
  return (
    <section aria-label="Left out" className="mt-6">
      <h3 className="flex items-center gap-3 font-semibold text-muted text-xs">
        Left out
        <span className="h-px flex-1 bg-edge/40" />
      </h3>
      <p className="figures mt-1 text-muted text-xs">
        {counts.map(reason => `${reasons[reason]} ${titles[reason]}`).join(' · ')}
      </p>
      <ul>
        {reasons.examples.map((example, at) => {
          const remedy = remedyFor(example, setting)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: examples have no id of their own
            <li key={at} className="flex min-h-12 items-center gap-3 border-line border-b py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate text-muted">
                  {example.memory && example.id ? (
                    <Link to="/memories" search={{ open: example.id }} className="hover:underline">
                      {example.memory}
                    </Link>
                  ) : (
                    example.documentId && (
                      <Link
                        to="/documents/$id"
                        params={{ id: example.documentId }}
                        className="hover:underline"
                      >
                        {titleOf(example.documentId)}, chunk {(example.position ?? 0) + 1}
                      </Link>
                    )
                  )}
                </p>
                <p className="figures text-muted text-xs">
                  {example.score.toFixed(2)} · {titles[example.reason]}
                </p>
              </div>
              {example.reason === 'superseded' && example.id && (
                <Link
                  to="/memories"
                  search={{ open: example.id }}
                  className="inline-flex h-7 items-center whitespace-nowrap rounded-md px-2 font-medium text-xs ring-1 ring-line ring-inset hover:bg-hover pointer-coarse:h-9"
                >
                  What replaced it
                </Link>
              )}
              {remedy && (
                <Button
                  className="h-7! px-2! text-xs! pointer-coarse:h-9!"
                  onClick={() => onChange(remedy.setting)}
                >
                  {remedy.label}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {reasons.examples.length > 0 && (
        <p className="mt-1 text-muted text-xs">The best {counted(reasons.examples.length, 'example')}.</p>
      )}
    </section>
  )
}

/** The titles of the documents, read at once. */
function useTitles(ids: readonly string[]): (id: string) => string {
  const wanted = [...new Set(ids)].toSorted()
  const { data } = useQuery({
    queryKey: ['titles', wanted],
    enabled: wanted.length > 0,
    queryFn: ({ signal }) => reverie.documents.getMany({ ids: wanted }, { signal }),
    staleTime: 60_000,
  })
  const titles = new Map(data?.documents.map(({ id, title }) => [id, title]))
  return id => titles.get(id) ?? 'A document'
}
