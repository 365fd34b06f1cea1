import type { Webhook } from '@reverie/sdk'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Chips } from '../../parts/chips.tsx'
import { counted } from '../../parts/numbers.ts'
import { Failure, RowSkeletons } from '../../parts/page.tsx'
import { replay } from './change-webhook.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { type DeliveryState, useDeliveries } from './use-webhooks.ts'

const nothing = {
  all: 'No event yet. Send a test to see one here.',
  pending: 'Nothing waits to be sent.',
  failed: 'No event has failed for good.',
  delivered: 'No event has arrived yet.',
}

/** What was sent to a webhook, how it answered, and sending it again. */
export function Deliveries({ of: webhook }: { of: Webhook }) {
  const [state, setState] = useState<DeliveryState | undefined>()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const log = useDeliveries(webhook.id, state)
  const rows = log.data?.pages.flatMap(({ deliveries }) => deliveries)
  const days = log.data?.pages[0]?.retentionDays
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
            { value: 'delivered', label: 'Delivered' },
            { value: 'failed', label: 'Failed' },
          ]}
          onChange={value => setState((value || undefined) as DeliveryState | undefined)}
        />
        {picked.size > 0 ? (
          <Button
            disabled={!webhook.enabled}
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
      {rows?.length === 0 && <p className="text-muted">{nothing[state ?? 'all']}</p>}
      <ul className="divide-y divide-line">
        {rows?.map(each => (
          <DeliveryRow
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
      {days !== undefined && rows?.length !== 0 && (
        <p className="mt-3 text-muted text-xs">Ended deliveries are kept for {counted(days, 'day')}.</p>
      )}
    </>
  )
}
