import type { Key } from '@reverie/sdk'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { queries, reverie } from '../../data/client.ts'
import { keysQuery } from '../../data/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { StateMark } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { say, sayError } from '../../parts/toasts.tsx'

export function KeyRow({ of: key }: { of: Key }) {
  const [asking, setAsking] = useState(false)
  const isExpired = key.expiresAt !== null && new Date(key.expiresAt).getTime() <= Date.now()
  return (
    <li data-row className="flex min-h-14 items-center gap-x-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{key.name}</p>
        <p className="text-muted text-xs">
          <code className="font-mono">sm_{key.id}_…</code>
          {key.containerTag === null ? ' · whole organization · ' : ` · only ${key.containerTag} · `}
          <LastUse of={key} />
          {key.expiresAt && !isExpired && !key.disabledAt && (
            <>
              {' · expires '}
              <Time at={key.expiresAt} />
            </>
          )}
        </p>
      </div>
      {key.disabledAt ? (
        <StateMark state="failed" label="Disabled" />
      ) : isExpired ? (
        <StateMark state="waiting" label="Expired" />
      ) : (
        <Button look="quiet" onClick={() => setAsking(true)}>
          <Ban size={14} aria-hidden />
          Disable
        </Button>
      )}
      <Confirm
        title={`Disable “${key.name}”?`}
        action="Disable the key"
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => void disable(key)}
      >
        Within seconds, every program that uses it is refused. What it has added stays. A disabled key cannot
        be enabled again.
      </Confirm>
    </li>
  )
}

function LastUse({ of: { lastUsedAt } }: { of: Key }) {
  if (!lastUsedAt) return 'never used'
  return (
    <>
      used <Time at={lastUsedAt} />
    </>
  )
}

/** Shows the key as disabled at once, and takes that back if the server refuses. */
async function disable({ id, name }: Key): Promise<void> {
  const { queryKey } = keysQuery
  const before = queries.getQueryData(queryKey)
  queries.setQueryData(queryKey, keys =>
    keys?.map(key => (key.id === id ? { ...key, disabledAt: new Date().toISOString() } : key)),
  )
  try {
    await reverie.keys.disable(id)
    say(`“${name}” is disabled.`)
  } catch (error) {
    queries.setQueryData(queryKey, before)
    sayError(error)
  }
  await queries.invalidateQueries({ queryKey })
}
