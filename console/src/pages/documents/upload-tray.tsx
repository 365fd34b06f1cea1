import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useDocumentEvents } from '../../data/use-document.ts'
import { IconButton } from '../../parts/button.tsx'
import { stateOf } from '../../parts/document-state.tsx'
import { bytes } from '../../parts/numbers.ts'
import { type State, StateMark } from '../../parts/state.tsx'
import { clearUploads, type Upload, useUploads } from './uploads.ts'

/** The list follows the others; see its own limit. */
const mostWatched = 1

const states: Record<Upload['state'], { state: State; label: string }> = {
  waiting: { state: 'waiting', label: 'Waiting' },
  sending: { state: 'running', label: 'Sending' },
  sent: { state: 'done', label: 'Sent' },
  failed: { state: 'failed', label: 'Refused' },
}

/** The files on their way: sent, then processed, live. */
export function UploadTray() {
  const uploads = useUploads()
  if (uploads.length === 0) return null
  const open = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const done = uploads.length - open
  return (
    <section
      aria-label="Uploads"
      className="appear fixed right-3 bottom-3 left-3 z-30 rounded-lg bg-raised shadow-float ring-1 ring-line sm:left-auto sm:w-96"
    >
      <div className="flex h-11 items-center gap-3 pr-1.5 pl-4">
        <p className="figures flex-1 font-medium" aria-live="polite">
          {open > 0 ? `Sending ${done + 1} of ${uploads.length}` : `${uploads.length} sent`}
        </p>
        <IconButton label="Close the uploads" onClick={clearUploads}>
          <X size={16} />
        </IconButton>
      </div>
      <progress
        aria-label="Files sent"
        value={done}
        max={uploads.length}
        className="block h-0.5 w-full appearance-none bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
      <ul className="max-h-64 overflow-y-auto px-4 py-1.5">
        {uploads.toReversed().map((each, at) => (
          <li key={each.key} className="flex min-h-8 items-center gap-3 py-1">
            <span className="min-w-0 flex-1 truncate" title={each.name}>
              {each.id ? (
                <Link to="/documents/$id" params={{ id: each.id }} className="hover:underline">
                  {each.name}
                </Link>
              ) : (
                each.name
              )}
              {each.error && <span className="block truncate text-failed text-xs">{each.error}</span>}
            </span>
            {each.id && at < mostWatched ? (
              <Processed id={each.id} />
            ) : (
              <>
                <span className="figures text-muted text-xs">{bytes(each.size)}</span>
                <StateMark {...states[each.state]} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Processed({ id }: { id: string }) {
  const event = useDocumentEvents(id)
  const { progress } = event ?? {}
  return (
    <>
      {progress && (
        <span className="figures text-muted text-xs">
          {progress.done} / {progress.total}
        </span>
      )}
      <StateMark {...(event ? stateOf(event) : states.sent)} />
    </>
  )
}
