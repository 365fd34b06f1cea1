import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, RotateCw } from 'lucide-react'
import { documentQuery } from '../../data/document.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { typeLabel } from '../../parts/document-icon.tsx'
import { DocumentState, hasFailed } from '../../parts/document-state.tsx'
import { Facts, Inspector, InspectorSection } from '../../parts/inspector.tsx'
import { MemoryLine } from '../../parts/memory-line.tsx'
import { Failure } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { ConnectionLink } from '../connections/connection-link.tsx'
import { noMemoryWords } from '../document/no-memory.ts'
import { retryAll } from './change-documents.ts'
import { DeleteDocument } from './delete-document.tsx'

/** A document beside its list: what it says, what came of it, and what went wrong. */
export function DocumentInspector({
  id,
  onClose,
  onDeleted,
}: {
  id: string
  onClose(): void
  /** Gets the receipts. Without it, the document cannot be deleted here. */
  onDeleted?: (receipts: string[] | undefined) => void
}) {
  const { data, isError, error, refetch } = useQuery(documentQuery(id))
  const { may } = useSession()
  const memories = data?.memories?.filter(({ isLatest, isForgotten }) => isLatest && !isForgotten) ?? []
  return (
    <Inspector title="Document" onClose={onClose}>
      {isError && <Failure error={error} retry={() => refetch()} />}
      {!data && !isError && <Skeleton />}
      {data && (
        <>
          <h2 className="break-words font-semibold text-lg leading-snug">{data.title ?? data.id}</h2>
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <Link
              to="/documents/$id"
              params={{ id: data.id }}
              className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-strong pointer-coarse:h-10"
            >
              Open <ArrowUpRight size={14} aria-hidden />
            </Link>
            {hasFailed(data) && may('member') && (
              <Button onClick={() => void retryAll([data])}>
                <RotateCw size={14} aria-hidden /> Retry
              </Button>
            )}
            {onDeleted && may('member') && <DeleteDocument of={data} onDeleted={onDeleted} />}
          </div>
          {data.errorMessage && (
            <p className="mt-4 rounded-md bg-failed-soft px-3 py-2 text-failed">
              {data.errorMessage} <code className="font-mono text-xs">{data.errorCode}</code>
            </p>
          )}
          {data.summary && <p className="mt-4 text-base">{data.summary}</p>}
          <InspectorSection title={`Memories (${memories.length})`}>
            {memories.length === 0 && <p className="text-muted">{noMemoryWords(data)}</p>}
            <ul className="divide-y divide-line">
              {memories.slice(0, 12).map(memory => (
                <MemoryLine key={memory.id} of={memory} />
              ))}
            </ul>
            {memories.length > 12 && <p className="mt-2 text-muted">and {memories.length - 12} more</p>}
          </InspectorSection>
          <InspectorSection title="About it">
            <Facts
              of={[
                ['State', <DocumentState key="state" of={data} />],
                ['Type', typeLabel(data.type)],
                ['Container', data.containerTags.join(', ')],
                ['Added', <Time key="added" at={data.createdAt} />],
                ['Changed', <Time key="changed" at={data.updatedAt} />],
                ['Revision', data.latestRevision > 1 ? data.latestRevision : null],
                ['Path', data.filepath],
                ['Address', data.url],
                ['Source', data.source],
                [
                  'Connection',
                  data.connectionId && <ConnectionLink key="connection" id={data.connectionId} />,
                ],
                ['Your id', data.customId],
                [
                  'Id',
                  <code key="id" className="font-mono text-xs">
                    {data.id}
                  </code>,
                ],
                ...metadataOf(data.metadata),
              ]}
            />
          </InspectorSection>
        </>
      )}
    </Inspector>
  )
}

function metadataOf(metadata: unknown): [string, string][] {
  if (typeof metadata !== 'object' || metadata === null) return []
  return Object.entries(metadata).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.join(', ') : String(value),
  ])
}

export function Skeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <div className="skeleton h-5 w-3/4" />
      <div className="skeleton h-8 w-20" />
      <div className="skeleton mt-3 h-3 w-full" />
      <div className="skeleton h-3 w-5/6" />
    </div>
  )
}
