import type { Connection } from '@reverie/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isRunning } from '../../data/connection-state.ts'
import { figure } from '../../parts/numbers.ts'
import { Time } from '../../parts/time.tsx'
import { containerOf, nextRunOf } from '../connections/connection-words.ts'

const link = 'rounded-sm underline decoration-line underline-offset-4 hover:decoration-current'

/** The four figures that matter of a connection. */
export function ConnectionFigures({ of: connection }: { of: Connection }) {
  const { id, provider, documentCount, failureCount, lastSyncRun } = connection
  const next = nextRunOf(connection)
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 border-line border-y py-4 sm:grid-cols-4">
      <Figure label="Documents">
        {documentCount === 0 ? (
          '0'
        ) : (
          <Link to="/documents" search={{ source: provider, tag: containerOf(connection) }} className={link}>
            {figure(documentCount)}
          </Link>
        )}
      </Figure>
      <Figure label="Items that failed">
        {failureCount === 0 ? (
          '0'
        ) : (
          <Link
            to="/connections/$id"
            params={{ id }}
            search={{ tab: 'failures' }}
            className={`${link} text-failed`}
          >
            {figure(failureCount)}
          </Link>
        )}
      </Figure>
      <Figure label={isRunning(connection) ? 'This run began' : 'Last run'}>
        {lastSyncRun ? <Time at={lastSyncRun.startedAt} /> : 'none yet'}
      </Figure>
      <Figure label="Next run">{'at' in next ? <Time at={next.at} /> : next.words}</Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="figures mt-1 font-semibold text-lg tracking-tight">{children}</dd>
    </div>
  )
}
