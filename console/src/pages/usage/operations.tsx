import { Link } from '@tanstack/react-router'
import { FiguresTable } from '../../parts/figures-table.tsx'
import { duration, figure } from '../../parts/numbers.ts'
import { Empty, Section } from '../../parts/page.tsx'
import { operationName } from './operation-words.ts'
import type { UsageFigures } from './use-usage.ts'

/** Each operation: how often, how fast, and how often it failed. */
export function Operations({
  of: { usage, errors, latency, span },
  mayLook,
}: {
  of: UsageFigures
  mayLook: boolean
}) {
  const rows = usage.usage
    .toSorted((a, b) => b.count - a.count)
    .map(each => ({
      ...each,
      errorRate: errors.summary.find(({ type }) => type === each.type)?.errorRate ?? 0,
      times: latency.operations.find(({ operation }) => operation === each.type),
    }))
  return (
    <Section title="By operation">
      {rows.length === 0 ? (
        <Empty title="No request came in this time.">
          Requests of programs and of this console are counted here, by the hour.
        </Empty>
      ) : (
        <FiguresTable
          label="Requests by operation"
          rows={rows}
          keyOf={({ type }) => type}
          columns={[
            {
              label: 'Operation',
              isWord: true,
              cell: ({ type }) =>
                mayLook ? (
                  <Link
                    to="/usage/requests"
                    search={{ operation: type, ...span }}
                    className="hover:underline"
                  >
                    {operationName(type)}
                  </Link>
                ) : (
                  operationName(type)
                ),
            },
            { label: 'Requests', cell: ({ count }) => figure(count) },
            {
              label: 'Errors',
              cell: ({ errorRate }) => (
                <span className={errorRate > 0 ? 'text-failed' : 'text-muted'}>{errorRate.toFixed(1)} %</span>
              ),
            },
            { label: 'p50', cell: ({ times }) => (times ? duration(times.p50) : '–') },
            { label: 'p95', cell: ({ times }) => (times ? duration(times.p95) : '–') },
            { label: 'p99', cell: ({ times }) => (times ? duration(times.p99) : '–'), isWideOnly: true },
            { label: 'Slowest', cell: ({ times }) => (times ? duration(times.max) : '–'), isWideOnly: true },
            { label: 'Mean', cell: ({ avgDuration }) => duration(avgDuration), isWideOnly: true },
          ]}
        />
      )}
      {!latency.isComplete && (
        <p className="mt-1 text-muted text-xs">The percentiles are of the latest 100,000 requests.</p>
      )}
    </Section>
  )
}
