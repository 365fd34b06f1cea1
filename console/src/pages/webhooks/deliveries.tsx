import type { Delivery, Webhook } from '@reverie/sdk'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import { Chips } from '../../parts/chips.tsx'
import { duration } from '../../parts/numbers.ts'
import { Failure, RowSkeletons } from '../../parts/page.tsx'
import { StateMark } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { replay } from './change-webhook.ts'
import { type DeliveryState, useDeliveries } from './use-webhooks.ts'
import { answerOf, lookOf } from './webhook-words.ts'

/** What was sent to a webhook, how it answered, and sending it again. */
export function Deliveries({ of: webhook }: { of: Webhook }) {
  const [state, setState] = useState<DeliveryState | undefined>()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const log = useDeliveries(webhook.id, state)
  const rows = log.data?.pages.flatMap(({ deliveries }) => deliveries)
  const pick = (id: string) => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    setPicked(next)
  }
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Chips
          label="State"
          value={state ?? ''}
          options={[
            { value: '', label: 'All' },
            { value: 'pending', label: 'Pending' },
            { value: 'failed', label: 'Failed' },
          ]}
          onChange={value => setState((value || undefined) as DeliveryState | undefined)}
        />
        {picked.size > 0 ? (
          <Button
            onClick={() => {
              void replay(webhook, { events: [...picked] })
              setPicked(new Set())
            }}
          >
            Send {picked.size} again
          </Button>
        ) : (
          <Button disabled={!webhook.enabled} onClick={() => void replay(webhook, { failed: true })}>
            Send all failed again
          </Button>
        )}
      </div>
      {log.isError && <Failure error={log.error} retry={() => log.refetch()} />}
      {log.isPending && <RowSkeletons rows={4} />}
      {rows?.length === 0 && <p className="text-muted">Nothing was sent in the last days.</p>}
      <ul className="divide-y divide-line">
        {rows?.map(each => (
          <Row
            key={each.eventId}
            of={each}
            isPicked={picked.has(each.eventId)}
            onPick={() => pick(each.eventId)}
            {...(webhook.enabled && { onReplay: () => void replay(webhook, { events: [each.eventId] }) })}
          />
        ))}
      </ul>
      {log.hasNextPage && (
        <Button className="mt-3" disabled={log.isFetching} onClick={() => void log.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

type RowProps = { of: Delivery; isPicked: boolean; onPick(): void; onReplay?: () => void }

function Row({ of: delivery, isPicked, onPick, onReplay }: RowProps) {
  const last = delivery.attempts.at(-1)
  return (
    <li className="flex items-center gap-2 py-2">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        aria-label={`Choose ${delivery.eventId}`}
        checked={isPicked}
        disabled={delivery.state === 'pending'}
        onChange={onPick}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-mono text-xs">{delivery.type}</span>
          <StateMark {...lookOf(delivery)} />
        </p>
        <p className="figures truncate text-muted text-xs">
          <Time at={delivery.createdAt} /> · {answerOf(delivery)}
          {last && ` · ${duration(last.durationMs)}`}
          {delivery.attempts.length > 1 && ` · attempt ${delivery.attempts.length}`}
        </p>
      </div>
      {onReplay && delivery.state !== 'pending' && (
        <IconButton label={`Send ${delivery.eventId} again`} onClick={onReplay}>
          <RotateCcw size={14} />
        </IconButton>
      )}
    </li>
  )
}
