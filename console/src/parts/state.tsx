import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react'
import { cx } from './class-names.ts'

/** `ahead` is a stage that has not begun: no state of its own, so it has no colour. */
export type State = 'running' | 'done' | 'waiting' | 'failed' | 'ahead'

const looks = {
  running: { Icon: LoaderCircle, colour: 'text-running' },
  done: { Icon: CircleCheck, colour: 'text-done' },
  waiting: { Icon: CircleDashed, colour: 'text-waiting' },
  failed: { Icon: CircleX, colour: 'text-failed' },
  ahead: { Icon: CircleDashed, colour: 'text-muted' },
}

/** A state as an icon and a word, never by its colour alone. */
export function StateMark({ state, label }: { state: State; label: string }) {
  const { Icon, colour } = looks[state]
  return (
    <span className={cx('inline-flex items-center gap-1.5', state !== 'ahead' && 'font-medium', colour)}>
      <Icon size={14} aria-hidden className={state === 'running' ? 'motion-safe:animate-spin' : undefined} />
      {label}
    </span>
  )
}
