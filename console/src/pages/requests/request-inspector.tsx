import { CopyButton } from '../../parts/copy.tsx'
import { Facts, Inspector, InspectorSection } from '../../parts/inspector.tsx'
import { duration } from '../../parts/numbers.ts'
import { Time } from '../../parts/time.tsx'
import { operationName } from '../usage/operation-words.ts'
import { RequestStatus } from './columns.tsx'
import type { RequestRow } from './request-row.ts'

/** One request: what is kept of it, and the id under which the server's log has more. */
export function RequestInspector({ of: row, onClose }: { of: RequestRow; onClose(): void }) {
  return (
    <Inspector title="Request" onClose={onClose}>
      <h2 className="break-all font-mono font-semibold text-base">
        {row.method} {row.route}
      </h2>
      <div className="mt-4">
        <Facts
          of={[
            ['Status', <RequestStatus key="status" of={row} />],
            ['Took', duration(row.durationMs)],
            ['Operation', operationName(row.operation)],
            ['Key or person', row.keyName],
            ['Ended', <Time key="at" at={row.at} />],
            [
              'Exactly',
              <span key="exact" className="figures">
                {row.at}
              </span>,
            ],
          ]}
        />
      </div>
      <InspectorSection title="Find it in the server's log">
        <p className="mb-2 text-muted">
          The answer carried this id as x-request-id. Content, addresses and secrets are never kept here.
        </p>
        <p className="flex items-center gap-2 rounded-md bg-rail py-1 pr-1 pl-3 ring-1 ring-line ring-inset">
          <code className="min-w-0 flex-1 break-all font-mono text-xs">{row.id}</code>
          <CopyButton text={row.id} label="Copy the id" />
        </p>
      </InspectorSection>
    </Inspector>
  )
}
