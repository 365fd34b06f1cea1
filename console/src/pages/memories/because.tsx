import type { Memory } from '@reverie/sdk'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memoryQuery } from '../../data/document.ts'

/** The words in their documents that a memory comes from, or the memories that it was inferred from. */
export function Because({ of: memory, onShow }: { of: Memory; onShow(id: string): void }) {
  const parents = memory.decisions.filter(({ relation }) => relation !== 'updates')
  return (
    <>
      {memory.citations.length === 0 && parents.length === 0 && (
        <p className="text-muted">It was written directly, and cites no document.</p>
      )}
      <ul className="flex flex-col gap-3">
        {memory.citations.map(({ documentId, title, revision, spans }) => (
          <li key={`${documentId} ${revision}`}>
            {spans.map(({ start, text }) => (
              <blockquote key={start} className="border-accent/50 border-l-2 pl-3 text-base">
                <Link
                  to="/documents/$id"
                  params={{ id: documentId }}
                  search={{ memory: memory.id, at: start }}
                  className="hover:underline"
                >
                  “{text}”
                </Link>
              </blockquote>
            ))}
            <p className="mt-1 truncate pl-3.5 text-muted text-xs">
              <Link
                to="/documents/$id"
                params={{ id: documentId }}
                search={{ memory: memory.id }}
                className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
              >
                {title ?? documentId}
              </Link>
              {revision > 1 && ` · revision ${revision}`}
            </p>
          </li>
        ))}
      </ul>
      {parents.length > 0 && <Parents of={parents} onShow={onShow} />}
    </>
  )
}

const relations = { updates: 'replaces', extends: 'adds to', derives: 'follows from' }

function Parents({ of: decisions, onShow }: { of: Memory['decisions']; onShow(id: string): void }) {
  const details = useQueries({ queries: decisions.map(({ memoryId }) => memoryQuery(memoryId)) })
  return (
    <ul className="mt-3 flex flex-col gap-2.5">
      {decisions.map(({ memoryId, relation, reason }, at) => (
        <li key={`${relation} ${memoryId}`}>
          <span className="text-muted text-xs">{relations[relation]}</span>
          <button
            type="button"
            onClick={() => onShow(memoryId)}
            className="block text-left text-base hover:underline"
          >
            {details[at]?.data?.memory ?? '…'}
          </button>
          {reason && <p className="text-muted text-xs">{reason}</p>}
        </li>
      ))}
    </ul>
  )
}
