import type { Delivery } from '@reverie/sdk'
import { ChevronRight, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { Code } from '../../parts/copy.tsx'
import { duration } from '../../parts/numbers.ts'
import { StateMark } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { answerOf, lookOf } from './webhook-words.ts'

type RowProps = { of: Delivery; isPicked: boolean; onPick(): void; onReplay?: () => void }

/** One event, with its latest answer. It opens to all attempts and the data that was sent. */
export function DeliveryRow({ of: delivery, isPicked, onPick, onReplay }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="py-2">
      <div className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          aria-label={`Choose ${delivery.eventId}`}
          checked={isPicked}
          disabled={delivery.state === 'pending'}
          onChange={onPick}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-10 min-w-0 flex-1 items-center gap-2 rounded-md text-left hover:bg-hover"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight
            size={14}
            aria-hidden
            className={cx('shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
          />
          <Summary of={delivery} />
        </button>
        {onReplay && delivery.state !== 'pending' && (
          <IconButton label={`Send ${delivery.eventId} again`} onClick={onReplay}>
            <RotateCcw size={14} />
          </IconButton>
        )}
      </div>
      {isOpen && <Details of={delivery} />}
    </li>
  )
}

function Summary({ of: delivery }: { of: Delivery }) {
  const { attempts } = delivery
  const last = attempts.at(-1)
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center justify-between gap-2">
        <span className="truncate font-mono text-xs">{delivery.type}</span>
        <StateMark {...lookOf(delivery)} />
      </span>
      <span className="figures block truncate text-muted text-xs">
        <Time at={delivery.createdAt} /> · {answerOf(last)}
        {last && ` · ${duration(last.durationMs)}`}
        {attempts.length > 1 && ` · attempt ${attempts.length}`}
      </span>
    </span>
  )
}

function Details({ of: { eventId, attempts, data, nextAttemptAt } }: { of: Delivery }) {
  return (
    <div className="mt-1 ml-6 flex flex-col gap-2 text-xs">
      {attempts.length > 0 && (
        <ol aria-label="Attempts" className="border-line border-l-2 pl-3">
          {attempts.map(attempt => (
            <li key={attempt.at} className="figures flex gap-2 py-0.5">
              <Time at={attempt.at} className="flex-1 text-muted" />
              <span className={isFailure(attempt) ? 'text-failed' : 'text-done'}>{answerOf(attempt)}</span>
              <span className="w-16 text-right text-muted">{duration(attempt.durationMs)}</span>
            </li>
          ))}
        </ol>
      )}
      {nextAttemptAt && (
        <p className="text-muted">
          Next attempt <Time at={nextAttemptAt} />
        </p>
      )}
      <Code text={JSON.stringify({ id: eventId, data }, null, 2)} label="the event" />
    </div>
  )
}

const isFailure = ({ status }: Delivery['attempts'][number]) =>
  status === null || status < 200 || status > 299
