import type { UseQueryResult } from '@tanstack/react-query'
import type { RecallSetting } from '../../data/view.ts'
import { cx } from '../../parts/class-names.ts'
import { counted } from '../../parts/numbers.ts'
import { Empty, Failure, RowSkeletons } from '../../parts/page.tsx'
import { useMedia } from '../../parts/use-media.ts'
import { LeftOut } from './left-out.tsx'
import { type Difference, ResultItem } from './result-item.tsx'
import type { Result, Run } from './run-search.ts'
import { Settings } from './settings.tsx'

/** A setting and what it finds. Alone, the setting is on the left; beside another one, it is on top. */
export function ResultColumn({
  run,
  other,
  setting,
  name,
  hasQuestion,
  onChange,
  onGolden,
}: {
  run: UseQueryResult<Run>
  /** The results of the other setting, if two are compared. */
  other: Run | undefined
  setting: RecallSetting
  name: string | undefined
  hasQuestion: boolean
  onChange(setting: RecallSetting): void
  onGolden?: (documentId: string) => void
}) {
  const { data } = run
  const isWide = useMedia('(min-width: 1024px)')
  return (
    <section
      aria-label={name ?? 'Results'}
      className={cx(
        'min-w-0 px-4 sm:px-6',
        name
          ? 'border-line not-first:border-t lg:not-first:border-t-0 lg:not-first:border-l'
          : 'lg:grid lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-x-8',
      )}
    >
      <details className="py-4" open={isWide}>
        <summary className="mb-3 cursor-pointer font-semibold text-muted text-xs">
          {name ?? 'Setting'}
        </summary>
        <Settings of={setting} onChange={onChange} />
      </details>
      <div className={cx('min-w-0 pb-10', run.isPlaceholderData && 'opacity-60')}>
        {run.isError && <Failure error={run.error} retry={() => run.refetch()} />}
        {!hasQuestion && (
          <div className="mt-4">
            <Empty title="Ask a question.">
              You see what is found, the parts of each score, and what was left out and why.
            </Empty>
          </div>
        )}
        {hasQuestion && run.isPending && <RowSkeletons rows={5} />}
        {data && (
          <>
            <p className="figures pt-4 pb-1 text-muted text-xs" aria-live="polite">
              {counted(data.results.length, 'result')} in {data.ms} ms
              {data.rewritten && ` · asked as “${data.rewritten}”`}
            </p>
            <ol>
              {data.results.map((result, at) => (
                <ResultItem
                  key={result.key}
                  of={result}
                  rank={at + 1}
                  difference={other && differenceOf(result, at, other.results)}
                  {...(onGolden && { onGolden })}
                />
              ))}
            </ol>
            {data.results.length === 0 && <p className="py-3">Nothing reaches the threshold.</p>}
            {data.leftOut && <LeftOut of={data.leftOut} setting={setting} onChange={onChange} />}
          </>
        )}
      </div>
    </section>
  )
}

function differenceOf({ key }: Result, at: number, others: readonly Result[]): Difference {
  const there = others.findIndex(each => each.key === key)
  return there < 0 ? { isOnly: true, moved: 0 } : { isOnly: false, moved: there - at }
}
