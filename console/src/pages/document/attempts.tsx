import { useQuery } from '@tanstack/react-query'
import { attemptsQuery } from '../../data/document.ts'
import { duration } from '../../parts/numbers.ts'
import { type State, StateMark } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'

const outcomes: Record<string, { state: State; label: string }> = {
  running: { state: 'running', label: 'Running' },
  done: { state: 'done', label: 'Done' },
  retry: { state: 'waiting', label: 'Tried again' },
  failed: { state: 'failed', label: 'Failed' },
  superseded: { state: 'waiting', label: 'Newer content came' },
  lost: { state: 'failed', label: 'Worker lost' },
}

/** The attempts to process a document, the first one first: stage, time and code of each. */
export function Attempts({ id, isWaiting }: { id: string; isWaiting: boolean }) {
  const { data } = useQuery(attemptsQuery(id))
  if (!data) return <div aria-busy="true" className="skeleton h-5 w-64" />
  const attempts = data.attempts.toReversed()
  if (attempts.length === 0)
    return (
      <p className="text-muted">
        {isWaiting ? 'It waits for its first attempt.' : 'Its attempts were long ago and are no longer kept.'}
      </p>
    )
  return (
    <ol className="flex flex-wrap gap-x-8 gap-y-3" aria-label="Attempts">
      {attempts.map(({ startedAt, endedAt, stage, outcome, errorCode, errorMessage, worker }) => (
        <li key={startedAt} className="border-line border-l-2 pl-3" title={`on ${worker}`}>
          <p className="flex items-center gap-1.5">
            <StateMark {...(outcomes[outcome] ?? outcomes.done!)} />
            <span className="text-muted">
              · {stage}
              {endedAt && ` · ${duration(new Date(endedAt).getTime() - new Date(startedAt).getTime())}`}
            </span>
          </p>
          <p className="text-muted text-xs">
            <Time at={startedAt} />
            {errorCode && <code className="ml-2 font-mono text-failed">{errorCode}</code>}
          </p>
          {errorMessage && <p className="max-w-sm text-xs">{errorMessage}</p>}
        </li>
      ))}
      {data.llmCalls.length > 0 && (
        <li className="border-line border-l-2 pl-3">
          {data.llmCalls.length === 1 ? '1 model call' : `${data.llmCalls.length} model calls`}
          <p className="figures text-muted text-xs">
            {Math.round(data.llmCalls.reduce((sum, call) => sum + call.inputTokens + call.outputTokens, 0))}{' '}
            tokens · ${data.llmCalls.reduce((sum, call) => sum + call.usd, 0).toFixed(4)}
          </p>
        </li>
      )}
    </ol>
  )
}
