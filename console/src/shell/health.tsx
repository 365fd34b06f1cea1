import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readyQuery } from '../data/ready.ts'

const words = {
  ready: { label: 'Healthy', dot: 'bg-done' },
  degraded: { label: 'Documents wait', dot: 'bg-waiting' },
  not_ready: { label: 'Not ready', dot: 'bg-failed' },
}

/** Whether the server is well. Asked once a page, and again when somebody comes back to it. */
export function Health({ isIcon = false }: { isIcon?: boolean }) {
  const { data, isError } = useQuery(readyQuery)
  const { label, dot } = isError ? { label: 'Unreachable', dot: 'bg-failed' } : words[data?.status ?? 'ready']
  const gates = data?.gates?.map(({ gate, code }) => `${gate}: ${code}`).join(', ')
  const shown = data || isError ? label : 'Checking…'
  return (
    <Link
      to="/settings/health"
      className="flex h-6 items-center gap-2.5 rounded-md px-2 text-muted text-xs hover:text-ink pointer-coarse:h-9"
      title={gates || (isIcon ? shown : undefined)}
    >
      <span aria-hidden className={`ml-1 size-2 shrink-0 rounded-full ${dot}`} />
      <span className={isIcon ? 'sr-only' : undefined}>{shown}</span>
    </Link>
  )
}
