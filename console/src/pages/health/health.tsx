import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { partName } from '../../data/part-names.ts'
import { type Ready, readyQuery } from '../../data/ready.ts'
import { useOverview } from '../../data/use-overview.ts'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/inspector.tsx'
import { figure } from '../../parts/numbers.ts'
import { Failure, Page, RowSkeletons, Section } from '../../parts/page.tsx'
import { type State, StateMark } from '../../parts/state.tsx'
import { ago } from '../../parts/time.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { settingsTabs } from '../../shell/places.ts'
import { Gates } from './gates.tsx'

const summaries: Record<Ready['status'], { state: State; label: string; words: string }> = {
  ready: { state: 'done', label: 'Healthy', words: 'Requests are answered, and documents are processed.' },
  degraded: {
    state: 'waiting',
    label: 'Documents wait',
    words: 'Requests are answered, but some documents wait for a part that is down.',
  },
  not_ready: { state: 'failed', label: 'Not ready', words: 'No database answers, so requests are refused.' },
}

/** Is every part of the server well? */
export function HealthPage() {
  const ready = useQuery(readyQuery)
  const summary = ready.data && summaries[ready.data.status]
  return (
    <Page
      title="Health"
      question="Is every part of the server well?"
      tabs={<PageTabs label="Settings" tabs={settingsTabs} />}
      actions={
        <Button onClick={() => void ready.refetch()} disabled={ready.isFetching}>
          <RefreshCw size={14} aria-hidden />
          Check again
        </Button>
      }
    >
      {ready.isError && <Failure error={ready.error} retry={() => ready.refetch()} />}
      {ready.isPending && <RowSkeletons rows={4} />}
      {summary && (
        <p className="mb-8 text-base" aria-live="polite">
          <StateMark state={summary.state} label={summary.label} />{' '}
          <span className="ml-2 text-muted">
            {summary.words} Checked {ago(new Date(ready.dataUpdatedAt).toISOString())}.
          </span>
        </p>
      )}
      {ready.data && (
        <>
          <Gates of={ready.data.gates ?? []} />
          <Section title="Parts">
            <Checks of={ready.data.checks} />
          </Section>
        </>
      )}
      <Section title="Models in use">
        <Models />
      </Section>
      <Section title="Work">
        <Work />
      </Section>
    </Page>
  )
}

/** Each cell, which is a database, and each provider that this process calls. */
function Checks({ of: checks }: { of: Ready['checks'] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {Object.entries(checks).map(([name, state]) => (
        <li key={name} data-row className="flex min-h-9 items-center justify-between gap-4 py-1.5">
          <span className="min-w-0 truncate">
            {partName(name)}
            {partName(name) !== name && <code className="ml-2 font-mono text-muted text-xs">{name}</code>}
          </span>
          {state === 'ok' ? (
            <StateMark state="done" label="Answers" />
          ) : (
            <StateMark state="failed" label="Fails" />
          )}
        </li>
      ))}
    </ul>
  )
}

function Models() {
  const { data, isError, error, refetch } = useOverview()
  if (isError) return <Failure error={error} retry={() => refetch()} />
  if (!data) return <RowSkeletons rows={2} />
  const { embedding, dimensions, language } = data.models
  return (
    <Facts
      of={[
        ['Embedding', `${embedding} (${figure(dimensions)} dimensions)`],
        ['Language', language ?? 'none: built-in rules extract memories'],
      ]}
    />
  )
}

const linkLook = 'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent'

function Work() {
  const { data } = useOverview()
  if (!data) return <RowSkeletons rows={2} />
  return (
    <Facts
      of={[
        [
          'In work',
          <Link key="pending" to="/activity" className={linkLook}>
            {figure(data.pending)}
          </Link>,
        ],
        [
          'Failed',
          <Link key="failed" to="/activity" search={{ state: 'failed' }} className={linkLook}>
            {figure(data.failed)}
          </Link>,
        ],
        ['Documents', figure(data.documents)],
        ['Memories', figure(data.memories)],
      ]}
    />
  )
}
