import { Link } from '@tanstack/react-router'
import { useSession } from '../data/session.ts'
import type { Tab } from './places.ts'

/** Links to the pages that share a place of the rail. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { may } = useSession()
  const shown = tabs.filter(({ role }) => may(role))
  if (shown.length < 2) return null
  return (
    <nav aria-label={label} className="flex gap-5 overflow-x-auto border-line border-b">
      {shown.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ className: 'border-accent! text-ink! font-medium', 'aria-current': 'page' }}
          className="-mb-px flex h-9 items-center whitespace-nowrap border-transparent border-b-2 text-muted hover:text-ink pointer-coarse:h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
