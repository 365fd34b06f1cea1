import type { Document } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { queries } from '../../data/client.ts'
import { attemptsQuery, chunksQuery, documentQuery } from '../../data/document.ts'
import { useSession } from '../../data/session.ts'
import { useDocumentEvents } from '../../data/use-document.ts'
import { Button } from '../../parts/button.tsx'
import { typeLabel } from '../../parts/document-icon.tsx'
import { DocumentState, hasFailed, stateOf } from '../../parts/document-state.tsx'
import { Failure } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { documentRoute } from '../../router.tsx'
import { ConnectionLink } from '../connections/connection-link.tsx'
import { retryAll } from '../documents/change-documents.ts'
import { DeleteDocument } from '../documents/delete-document.tsx'
import { Receipts } from '../documents/receipts.tsx'
import { Attempts } from './attempts.tsx'
import { DocumentBody } from './document-body.tsx'

/** A document: its file and its text side by side, its chunks in the margin, its memories underlined. */
export function DocumentPage() {
  const { id } = documentRoute.useParams()
  const view = documentRoute.useSearch()
  const { may } = useSession()
  const navigate = documentRoute.useNavigate()
  const [receipts, setReceipts] = useState<string[]>()
  const document = useQuery(documentQuery(id))
  const { data } = document
  useFollow(id, data !== undefined && isInWork(data))
  useEffect(() => {
    window.document.title = `${data?.title ?? 'Document'} · Reverie`
  }, [data?.title])
  return (
    <div className="mx-auto w-full max-w-[1500px] px-4 py-5 sm:px-8 sm:py-6">
      <Link to="/documents" className="inline-flex items-center gap-1 text-muted hover:text-ink">
        <ChevronLeft size={14} aria-hidden />
        Documents
      </Link>
      {document.isError && <Failure error={document.error} retry={() => document.refetch()} />}
      {!data && !document.isError && (
        <div aria-busy="true" className="mt-3 flex flex-col gap-3">
          <div className="skeleton h-8 w-1/2" />
          <div className="skeleton h-96 w-full" />
        </div>
      )}
      {data && (
        <>
          <header className="mt-1 flex flex-wrap items-start justify-between gap-3">
            <h1 className="min-w-0 break-words font-semibold text-xl tracking-tight">
              {data.title ?? data.id}
            </h1>
            {may('member') && (
              <div className="flex gap-2">
                {hasFailed(data) && (
                  <Button look="primary" onClick={() => void retryAll([data]).then(() => document.refetch())}>
                    <RotateCw size={16} aria-hidden />
                    Retry
                  </Button>
                )}
                <DeleteDocument of={data} onDeleted={setReceipts} />
              </div>
            )}
          </header>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-muted">
            <DocumentState of={data} /> · {typeLabel(data.type)} · {data.containerTags[0]} · added{' '}
            <Time at={data.createdAt} />
            {data.latestRevision > 1 && ` · revision ${data.latestRevision}`}
            {data.filepath && ` · ${data.filepath}`}
            {data.connectionId && (
              <>
                {' '}
                · from <ConnectionLink id={data.connectionId} />
              </>
            )}
          </p>
          <div className="mt-4 border-line border-y py-3">
            <Attempts id={id} isWaiting={data.status === 'queued'} />
          </div>
          <DocumentBody document={data} {...view} />
          {receipts && <Receipts ids={receipts} onClose={() => void navigate({ to: '/documents' })} />}
        </>
      )}
    </div>
  )
}

const isInWork = (document: Document) => document.status === 'queued' || stateOf(document).state === 'running'

/** Follows a document that is still in work, live. */
function useFollow(id: string, isOpen: boolean): void {
  const event = useDocumentEvents(isOpen ? id : undefined)
  const state = event && `${event.status} ${event.dreamingStatus}`
  useEffect(() => {
    if (state === undefined) return
    // Not the file, which stays the same while it is read.
    for (const { queryKey } of [documentQuery(id), attemptsQuery(id), chunksQuery(id)])
      void queries.invalidateQueries({ queryKey, exact: true })
  }, [id, state])
}
