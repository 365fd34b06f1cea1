import type { SpendingReport } from '@reverie/sdk'
import { FiguresTable } from '../../parts/figures-table.tsx'
import { LineChart } from '../../parts/line-chart.tsx'
import { figure, shortFigure } from '../../parts/numbers.ts'
import { Empty, Failure, Section } from '../../parts/page.tsx'
import { useSpending } from './use-usage.ts'

const dayMs = 86_400_000
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const dollars = (value: number) => `$${value.toFixed(value >= 1 || value === 0 ? 2 : 4)}`

/** What the language models cost, by day and by model. */
export function Spending({ days }: { days: number }) {
  const { data, isError, error, refetch } = useSpending(days)
  return (
    <Section title={data ? `${dollars(data.totalUsd)} for language models in ${days} days` : 'Spending'}>
      {isError && <Failure error={error} retry={() => refetch()} />}
      {!data && !isError && <div aria-busy="true" className="skeleton h-40 w-full" />}
      {data?.days.length === 0 && (
        <Empty title="No language model was called.">
          Without one, built-in rules extract memories and nothing is spent. To use one, whoever runs the
          server sets <code className="font-mono text-xs">LLM</code>.
        </Empty>
      )}
      {data && data.days.length > 0 && <Days of={data} days={days} />}
    </Section>
  )
}

function Days({ of: { days: spent, isComplete }, days }: { of: SpendingReport; days: number }) {
  const byDay = new Map(spent.map(each => [each.day, each]))
  const last = Math.floor(Date.now() / dayMs)
  const times = Array.from({ length: days }, (_, at) => (last - days + 1 + at) * dayMs)
  const usd = times.map(time => byDay.get(new Date(time).toISOString().slice(0, 10))?.usd ?? 0)
  return (
    <>
      <LineChart
        label="Spending by day"
        times={times}
        series={[{ label: 'US dollars', colour: 'var(--part-2)', values: usd }]}
        format={dollars}
        formatTime={time => day.format(new Date(time))}
      />
      <div className="mt-4">
        <FiguresTable
          label="Spending by model"
          rows={modelsOf(spent)}
          keyOf={({ model }) => model}
          columns={[
            { label: 'Model', isWord: true, cell: ({ model }) => model },
            { label: 'Calls', cell: ({ calls }) => figure(calls) },
            { label: 'Tokens sent', cell: ({ inputTokens }) => shortFigure(inputTokens), isWideOnly: true },
            {
              label: 'Tokens received',
              cell: ({ outputTokens }) => shortFigure(outputTokens),
              isWideOnly: true,
            },
            { label: 'Cost', cell: ({ usd: cost }) => dollars(cost) },
          ]}
        />
      </div>
      <p className="mt-1 text-muted text-xs">
        By model: calls for documents only. Calls that served no document, such as the rewriting of a query,
        are in the sum.{!isComplete && ' There were too many calls to add all of them up by model.'}
      </p>
    </>
  )
}

type Spent = SpendingReport['days'][number]['models'][number]

function modelsOf(days: SpendingReport['days']): Spent[] {
  const sums = new Map<string, Spent>()
  for (const each of days.flatMap(({ models }) => models)) {
    const { model, usd, calls, inputTokens, outputTokens } = sums.get(each.model) ?? {
      ...each,
      ...{ usd: 0, calls: 0, inputTokens: 0, outputTokens: 0 },
    }
    sums.set(model, {
      model,
      usd: usd + each.usd,
      calls: calls + each.calls,
      inputTokens: inputTokens + each.inputTokens,
      outputTokens: outputTokens + each.outputTokens,
    })
  }
  return [...sums.values()].toSorted((a, b) => b.usd - a.usd)
}
