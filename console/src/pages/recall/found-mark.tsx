import { StateMark } from '../../parts/state.tsx'

/** At which rank the right document was found. */
export function FoundMark({ rank }: { rank: number | null | undefined }) {
  if (rank === undefined) return <StateMark state="running" label="Asking" />
  if (rank === null) return <StateMark state="failed" label="Not found" />
  return <StateMark state={rank === 1 ? 'done' : 'waiting'} label={rank === 1 ? 'First' : `At ${rank}`} />
}
