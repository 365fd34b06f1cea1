import { Link } from '@tanstack/react-router'
import { FiguresTable } from '../../parts/figures-table.tsx'
import { figure } from '../../parts/numbers.ts'
import { Section } from '../../parts/page.tsx'
import { operationName } from './operation-words.ts'
import type { UsageFigures } from './use-usage.ts'

/** What answers with an error mean, for the statuses that people meet most. */
const meanings: Record<number, string> = {
  400: 'not understood',
  401: 'no valid key',
  402: 'over the quota',
  403: 'not allowed',
  404: 'not found',
  409: 'in conflict',
  413: 'too large',
  429: 'too many at once',
  499: 'the client left',
  500: 'a fault of the server',
  503: 'busy or not ready',
}

/** The errors by status and operation. Without any, the section is left out. */
export function Statuses({ of: { errors, span }, mayLook }: { of: UsageFigures; mayLook: boolean }) {
  if (errors.errors.length === 0) return null
  return (
    <Section title="Errors by status">
      <FiguresTable
        label="Errors by status"
        rows={errors.errors.toSorted((a, b) => b.count - a.count)}
        keyOf={({ type, statusCode }) => `${type} ${statusCode}`}
        columns={[
          {
            label: 'Status',
            isWord: true,
            cell: ({ type, statusCode }) =>
              mayLook ? (
                <Link
                  to="/usage/requests"
                  search={{ status: String(statusCode), operation: type, ...span }}
                  className="figures font-medium text-failed hover:underline"
                >
                  {statusCode}
                </Link>
              ) : (
                <span className="figures font-medium text-failed">{statusCode}</span>
              ),
          },
          { label: 'Meaning', isWord: true, cell: ({ statusCode }) => meanings[statusCode] ?? '' },
          { label: 'Operation', isWord: true, cell: ({ type }) => operationName(type) },
          { label: 'Requests', cell: ({ count }) => figure(count) },
          {
            label: 'Of all errors',
            cell: ({ percentage }) => `${percentage.toFixed(1)} %`,
            isWideOnly: true,
          },
        ]}
      />
    </Section>
  )
}
