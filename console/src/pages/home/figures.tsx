import type { Overview } from '@reverie/sdk'
import { Link } from '@tanstack/react-router'
import { StateMark } from '../../parts/state.tsx'

const format = new Intl.NumberFormat('en')

/** The four figures that matter. */
export function Figures({ of }: { of: Overview | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line border-y py-4 sm:grid-cols-4">
      <Figure label="Memories known" value={of?.memories} />
      <Figure label="Learned this week" value={of?.learnedThisWeek} />
      <Figure label="Documents in work" value={of?.pending}>
        {of && of.pending > 0 && (
          <Link to="/activity" className="hover:underline">
            <StateMark state="running" label="in work" />
          </Link>
        )}
      </Figure>
      <Figure label="Documents failed" value={of?.failed}>
        {of && of.failed > 0 && (
          <Link to="/activity" search={{ state: 'failed' }} className="hover:underline">
            <StateMark state="failed" label="failed" />
          </Link>
        )}
      </Figure>
    </dl>
  )
}

function Figure({
  label,
  value,
  children,
}: {
  label: string
  value: number | undefined
  children?: React.ReactNode
}) {
  return (
    <div>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="figures mt-1 flex h-8 items-center gap-3 font-semibold text-xl tracking-tight">
        {value === undefined ? <span className="skeleton h-6 w-14" /> : format.format(value)}
        <span className="font-normal text-xs tracking-normal">{children}</span>
      </dd>
    </div>
  )
}
