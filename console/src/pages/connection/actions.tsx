import type { Connection, Connector } from '@reverie/sdk'
import { Ellipsis, Pause, Play, RefreshCw } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { isRunning, isStarting } from '../../data/connection-state.ts'
import { useSession } from '../../data/session.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { authorizeAgain, checkSource, runNow, setPaused } from '../connections/change-connection.ts'
import { DeleteConnection } from './delete-connection.tsx'

/** What an admin does with a connection. Viewers and members see none of it. */
export function Actions({ of: connection, connector }: { of: Connection; connector: Connector | undefined }) {
  const [isDeleting, setDeleting] = useState(false)
  const { may } = useSession()
  if (!may('admin')) return null
  const { state } = connection
  const isBusy = isRunning(connection) || isStarting(connection)
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'active' && (
        <Button disabled={isBusy} onClick={() => void runNow(connection)}>
          <RefreshCw size={14} aria-hidden />
          Import now
        </Button>
      )}
      {state === 'paused' ? (
        <Button look="primary" onClick={() => void setPaused(connection, false)}>
          <Play size={14} aria-hidden />
          Resume
        </Button>
      ) : (
        state === 'active' && (
          <Button onClick={() => void setPaused(connection, true)}>
            <Pause size={14} aria-hidden />
            Pause
          </Button>
        )
      )}
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <IconButton label="More actions" className="ring-1 ring-line ring-inset">
            <Ellipsis size={16} />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            // The dialog that an item has opened keeps the focus.
            onCloseAutoFocus={event => isDeleting && event.preventDefault()}
            className="appear z-60 min-w-52 rounded-lg bg-raised p-1 shadow-float ring-1 ring-line"
          >
            <MenuItem words="Check the source" onSelect={() => void checkSource(connection)} />
            {connector?.credentials === 'oauth' && (
              <MenuItem words="Authorize again" onSelect={() => void authorizeAgain(connection)} />
            )}
            <MenuItem words="Delete…" isDanger onSelect={() => setDeleting(true)} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <DeleteConnection of={connection} open={isDeleting} onOpenChange={setDeleting} />
    </div>
  )
}

function MenuItem({ words, isDanger, onSelect }: { words: string; isDanger?: boolean; onSelect(): void }) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className={`flex h-8 cursor-default items-center rounded-md px-2 outline-none data-highlighted:bg-hover pointer-coarse:h-11 ${isDanger ? 'text-failed' : ''}`}
    >
      {words}
    </DropdownMenu.Item>
  )
}
