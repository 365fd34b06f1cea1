import type { Connection } from '@reverie/sdk'
import { isRunning, isStarting } from '../../data/connection-state.ts'
import { countWords, progressWords } from '../connections/connection-words.ts'

/** The run that is under way: how far it is, and what it has done. */
export function LiveRun({ of: connection }: { of: Connection }) {
  const run = connection.lastSyncRun
  if (isStarting(connection))
    return (
      <section aria-label="Import under way" className="mt-5">
        <p className="text-muted">The import starts in a moment.</p>
        <Bar />
      </section>
    )
  if (!run || !isRunning(connection)) return null
  const { progress } = run
  return (
    <section aria-label="Import under way" aria-live="polite" className="mt-5">
      <p className="figures flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{progressWords(run) ?? 'Reading the source'}</span>
        <span className="text-muted">{countWords(run)}</span>
      </p>
      <Bar share={progress?.total ? progress.seen / progress.total : undefined} />
    </section>
  )
}

/** Without a share nobody knows how far it is. */
function Bar({ share }: { share?: number | undefined }) {
  const isKnown = share !== undefined
  return (
    <div
      role="progressbar"
      aria-label="Progress of the import"
      aria-valuemin={0}
      aria-valuemax={100}
      {...(isKnown && { 'aria-valuenow': Math.round(Math.min(1, share) * 100) })}
      className="mt-2 h-1 overflow-hidden rounded-full bg-hover"
    >
      <div
        className={
          isKnown
            ? 'h-full bg-running transition-[width] duration-500'
            : 'breathing h-full w-full bg-running/40'
        }
        style={isKnown ? { width: `${Math.min(1, share) * 100}%` } : undefined}
      />
    </div>
  )
}
