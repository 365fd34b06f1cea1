import { useSession } from '../../data/session.ts'
import type { UsageView } from '../../data/view.ts'
import { Chip, Chips } from '../../parts/chips.tsx'
import { LineChart } from '../../parts/line-chart.tsx'
import { counted, figure } from '../../parts/numbers.ts'
import { Failure, Page, Section } from '../../parts/page.tsx'
import { usageRoute } from '../../router.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { usageTabs } from '../../shell/places.ts'
import { byHour, hourMs } from './by-hour.ts'
import { KeysInUse } from './keys-in-use.tsx'
import { Operations } from './operations.tsx'
import { Spending } from './spending.tsx'
import { Statuses } from './statuses.tsx'
import { type UsageFigures, useUsage } from './use-usage.ts'

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const formatTime = (time: number) => moment.format(new Date(time))

/** How much, how fast, at what cost? */
export function Usage() {
  const view = usageRoute.useSearch()
  const navigate = usageRoute.useNavigate()
  const { may } = useSession()
  const usage = useUsage(view)
  const change = (part: object) =>
    navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  return (
    <Page
      title="Usage"
      question="How much, how fast, at what cost?"
      tabs={<PageTabs label="Usage" tabs={usageTabs} />}
    >
      <Period view={view} change={change} />
      {usage.isError && <Failure error={usage.error} retry={() => usage.refetch()} />}
      {usage.isPending && <Skeleton />}
      {usage.data && (
        <>
          <Chart
            of={usage.data}
            onSelect={(from, to) =>
              change({ from: new Date(from).toISOString(), to: new Date(to + hourMs - 1).toISOString() })
            }
          />
          <Operations of={usage.data} mayLook={may('admin')} />
          <Statuses of={usage.data} mayLook={may('admin')} />
          <KeysInUse of={usage.data} mayLook={may('admin')} />
        </>
      )}
      <Spending days={view.period === '7d' ? 7 : 30} />
    </Page>
  )
}

function Period({ view, change }: { view: UsageView; change(part: object): void }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Chips
        label="Time"
        value={view.period ?? ''}
        options={[
          { value: '', label: 'A day' },
          { value: '7d', label: '7 days' },
          { value: '30d', label: '30 days' },
        ]}
        onChange={period => change({ period: period || undefined, from: undefined, to: undefined })}
      />
      {view.from && view.to && (
        <Chip onRemove={() => change({ from: undefined, to: undefined })}>
          {formatTime(Date.parse(view.from))} – {formatTime(Date.parse(view.to))}
        </Chip>
      )}
    </div>
  )
}

function Chart({ of: figures, onSelect }: { of: UsageFigures; onSelect(from: number, to: number): void }) {
  const { times, requests, failures } = byHour(figures)
  const sum = requests.reduce((total, count) => total + count, 0)
  return (
    <Section title={counted(sum, 'request')}>
      <LineChart
        label="Requests by hour"
        times={times}
        series={[
          { label: 'Requests', colour: 'var(--part-1)', values: requests },
          { label: 'Errors', colour: 'var(--failed)', values: failures },
        ]}
        format={figure}
        formatTime={formatTime}
        onSelect={onSelect}
      />
      <p className="mt-1 text-muted text-xs">Drag over the lines to look at a part of the time.</p>
    </Section>
  )
}

function Skeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      <div className="skeleton h-6 w-40" />
      <div className="skeleton h-40 w-full" />
      <div className="skeleton mt-6 h-56 w-full" />
    </div>
  )
}
