import { Link } from '@tanstack/react-router'
import { FiguresTable } from '../../parts/figures-table.tsx'
import { counted, duration, figure } from '../../parts/numbers.ts'
import { Section } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import type { UsageFigures } from './use-usage.ts'

/** Who sent the requests. */
export function KeysInUse({ of: { usage, errors, span }, mayLook }: { of: UsageFigures; mayLook: boolean }) {
  const { byKey, pagination } = usage
  if (byKey.length === 0) return null
  const errorsOf = (id: string) => errors.byKey.find(({ keyId }) => keyId === id)?.errorCount ?? 0
  const more = pagination.totalItems - byKey.length
  return (
    <Section title="By key and person">
      <FiguresTable
        label="Requests by key and person"
        rows={byKey}
        keyOf={({ keyId }) => keyId}
        columns={[
          {
            label: 'Key or person',
            isWord: true,
            cell: ({ keyId, keyName }) =>
              mayLook ? (
                <Link to="/usage/requests" search={{ key: keyId, ...span }} className="hover:underline">
                  {keyName}
                </Link>
              ) : (
                keyName
              ),
          },
          { label: 'Requests', cell: ({ count }) => figure(count) },
          {
            label: 'Errors',
            cell: ({ keyId }) => (
              <span className={errorsOf(keyId) > 0 ? 'text-failed' : 'text-muted'}>
                {figure(errorsOf(keyId))}
              </span>
            ),
          },
          { label: 'Mean', cell: ({ avgDuration }) => duration(avgDuration), isWideOnly: true },
          { label: 'Last', cell: ({ lastUsed }) => <Time at={lastUsed} className="text-muted" /> },
        ]}
      />
      {more > 0 && <p className="mt-1 text-muted text-xs">and {counted(more, 'more key', 'more keys')}</p>}
    </Section>
  )
}
