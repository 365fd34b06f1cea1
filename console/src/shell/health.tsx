import { useQuery } from '@tanstack/react-query'
import { root } from '../data/client.ts'

type Ready = { status: 'ready' | 'degraded' | 'not_ready'; gates?: { gate: string; code: string }[] }

const words = {
  ready: { label: 'Healthy', dot: 'bg-done' },
  degraded: { label: 'Documents wait', dot: 'bg-waiting' },
  not_ready: { label: 'Not ready', dot: 'bg-failed' },
}

/** Whether the server is well. Asked once a page, and again when somebody comes back to it. */
export function Health({ isIcon = false }: { isIcon?: boolean }) {
  const { data, isError } = useQuery({
    queryKey: ['ready'],
    queryFn: async ({ signal }): Promise<Ready> => (await fetch(new URL('ready', root), { signal })).json(),
    refetchOnWindowFocus: true,
  })
  const { label, dot } = isError ? { label: 'Unreachable', dot: 'bg-failed' } : words[data?.status ?? 'ready']
  const gates = data?.gates?.map(({ gate, code }) => `${gate}: ${code}`).join(', ')
  const shown = data || isError ? label : 'Checking…'
  return (
    <p
      className="flex h-6 items-center gap-2.5 px-2 text-muted text-xs"
      title={gates || (isIcon ? shown : undefined)}
    >
      <span aria-hidden className={`ml-1 size-2 shrink-0 rounded-full ${dot}`} />
      <span className={isIcon ? 'sr-only' : undefined}>{shown}</span>
    </p>
  )
}
