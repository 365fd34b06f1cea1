import type { Key } from '@reverie/sdk'
import { Link } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Facts, Inspector, InspectorSection } from '../../parts/inspector.tsx'
import { StateMark } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { disableKey } from './disable-key.ts'
import { isAlive, limitOf, stateOf } from './key-words.ts'

/** A key, whole: what it may do, since when, until when, and how to stop it. */
export function KeyInspector({ of: key, onClose }: { of: Key; onClose(): void }) {
  const [asking, setAsking] = useState(false)
  return (
    <Inspector title="Key" onClose={onClose}>
      <h2 className="break-words font-semibold text-lg leading-snug">{key.name}</h2>
      {isAlive(key) && (
        <Button className="mt-3" onClick={() => setAsking(true)}>
          <Ban size={14} aria-hidden />
          Disable
        </Button>
      )}
      <InspectorSection title="What it may do">
        <p>
          {key.containerTag === null
            ? 'It reads and writes every container. A key of the organization also manages keys, members and settings.'
            : `It reads and writes ${key.containerTag} and sees nothing else.`}
          {key.client && ' A person gave it to a plugin, so it does no more than that person may.'}
        </p>
      </InspectorSection>
      <InspectorSection title="About it">
        <Facts
          of={[
            ['State', <StateMark key="state" {...stateOf(key)} />],
            ['Begins with', <code key="id" className="font-mono text-xs">{`sm_${key.id}_`}</code>],
            ['Container', key.containerTag ?? 'all'],
            ['Limit', limitOf(key) ?? 'that of the server'],
            ['Plugin', key.client],
            ['Created', <Time key="created" at={key.createdAt} />],
            ['Last use', key.lastUsedAt ? <Time key="used" at={key.lastUsedAt} /> : 'never'],
            ['Expires', key.expiresAt ? <Time key="expires" at={key.expiresAt} /> : 'never'],
            ['Disabled', key.disabledAt && <Time key="disabled" at={key.disabledAt} />],
          ]}
        />
        <p className="mt-3">
          <Link
            to="/usage/requests"
            search={{ key: key.id }}
            className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
          >
            See its requests
          </Link>
        </p>
      </InspectorSection>
      <Confirm
        title={`Disable “${key.name}”?`}
        action="Disable the key"
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => void disableKey(key)}
      >
        Within seconds, every program that uses it is refused. What it has added stays. A disabled key cannot
        be enabled again.
      </Confirm>
    </Inspector>
  )
}
