import type { Connection } from '@reverie/sdk'
import { Link } from '@tanstack/react-router'
import type { ConnectionView } from '../../data/view.ts'
import { cx } from '../../parts/class-names.ts'
import { shortFigure } from '../../parts/numbers.ts'

type Tab = ConnectionView['tab']

/** The parts of the page. Each has an address. */
export function ConnectionTabs({
  of: { id, failureCount, resources },
  hasResources,
  tab,
}: {
  of: Connection
  hasResources: boolean
  tab: Tab
}) {
  const tabs: { tab: Tab; label: string; count?: number | undefined }[] = [
    { tab: undefined, label: 'Runs' },
    { tab: 'failures', label: 'Failures', count: failureCount || undefined },
    ...(hasResources
      ? [{ tab: 'resources', label: 'What to import', count: resources?.length } as const]
      : []),
    { tab: 'settings', label: 'Settings' },
  ]
  return (
    <nav aria-label="Connection" className="mt-6 flex gap-5 overflow-x-auto border-line border-b">
      {tabs.map(each => (
        <Link
          key={each.label}
          to="/connections/$id"
          params={{ id }}
          search={each.tab ? { tab: each.tab } : {}}
          replace
          aria-current={each.tab === tab ? 'page' : undefined}
          className={cx(
            '-mb-px flex h-9 items-center gap-1.5 whitespace-nowrap border-b-2 pointer-coarse:h-11',
            each.tab === tab
              ? 'border-accent font-medium text-ink'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {each.label}
          {each.count !== undefined && (
            <span className="figures font-normal text-muted text-xs">{shortFigure(each.count)}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
