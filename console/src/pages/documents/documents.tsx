import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../data/session.ts'
import type { AppView, DocumentsView } from '../../data/view.ts'
import { Button } from '../../parts/button.tsx'
import { Chip, Chips } from '../../parts/chips.tsx'
import { Conditions } from '../../parts/conditions.tsx'
import { Facet } from '../../parts/facet.tsx'
import { counted } from '../../parts/numbers.ts'
import { Failure } from '../../parts/page.tsx'
import { SavedViews } from '../../parts/saved-views.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { TableSkeleton } from '../../parts/table/skeleton.tsx'
import { Table } from '../../parts/table/table.tsx'
import { Workbench } from '../../parts/workbench.tsx'
import { documentsRoute } from '../../router.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { columnsFor } from './columns.tsx'
import { DocumentInspector } from './document-inspector.tsx'
import { NoDocuments } from './no-documents.tsx'
import { Receipts } from './receipts.tsx'
import { UploadArea } from './upload-area.tsx'
import { useCounts, useDocuments } from './use-documents.ts'
import { useFacets } from './use-facets.ts'

/** What went in, and what came of it? */
export function Documents() {
  const view = documentsRoute.useSearch()
  const navigate = documentsRoute.useNavigate()
  const { may } = useSession()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [receipts, setReceipts] = useState<string[]>()
  const picker = useRef<HTMLInputElement>(null)
  const list = useDocuments(view)
  useEffect(() => {
    if (view.upload) picker.current?.click()
  }, [view.upload])
  const { rows } = list
  const change = (part: object) =>
    navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  const chosen = rows?.filter(({ id }) => selection.has(id)) ?? []
  return (
    <UploadArea picker={picker} tag={view.tag} isAllowed={may('member')}>
      <Workbench
        title="Documents"
        question="What went in, and what came of it?"
        actions={
          may('member') && (
            <Button look="primary" onClick={() => picker.current?.click()}>
              <Upload size={16} aria-hidden />
              Upload
            </Button>
          )
        }
        filters={<Filters view={view} total={list.total} change={change} />}
        inspector={
          view.open && (
            <DocumentInspector
              id={view.open}
              onClose={() => change({ open: undefined })}
              onDeleted={done => {
                void change({ open: undefined })
                setReceipts(done)
              }}
            />
          )
        }
      >
        {list.isError && (
          <div className="px-6">
            <Failure error={list.error} retry={() => list.refetch()} />
          </div>
        )}
        {list.isPending && <TableSkeleton />}
        {rows?.length === 0 && !list.isFetching && (
          <NoDocuments view={view} onUpload={() => picker.current?.click()} />
        )}
        {rows && rows.length > 0 && (
          <Table
            label="Documents"
            rows={rows}
            idOf={({ id }) => id}
            nameOf={({ title, id }) => title ?? id}
            columns={columnsFor(view)}
            total={list.total}
            isStale={list.isPlaceholderData}
            {...(!view.q &&
              (!view.state || view.state === 'failed') && {
                order: {
                  column: 'added',
                  isOldestFirst: view.order === 'asc',
                  onTurn: () => change({ order: view.order ? undefined : 'asc' }),
                },
              })}
            open={view.open}
            onOpen={(id, how) =>
              how === 'enter' ? navigate({ to: '/documents/$id', params: { id } }) : change({ open: id })
            }
            onClose={() => change({ open: undefined })}
            {...(may('member') && { selection, onSelect: setSelection })}
            onNearEnd={() => {
              if (list.hasNextPage && !list.isFetching && !list.isError) void list.fetchNextPage()
            }}
          />
        )}
        {chosen.length > 0 && (
          <BulkBar chosen={chosen} onDone={() => setSelection(new Set())} onDeleted={setReceipts} />
        )}
        {receipts && <Receipts ids={receipts} onClose={() => setReceipts(undefined)} />}
      </Workbench>
    </UploadArea>
  )
}

type View = DocumentsView & AppView

function Filters({ view, total, change }: { view: View; total: number; change(part: object): void }) {
  const facets = useFacets(view)
  const counts = useCounts(view, facets)
  // A search and the lists of unfinished documents know no types and sources.
  const hasFacets = !view.q && view.state !== 'working' && view.state !== 'dreaming'
  return (
    <>
      <SearchBox label="Search in documents" value={view.q} onChange={q => change({ q, open: undefined })} />
      {!view.q && (
        <Chips
          label="State"
          value={view.state ?? ''}
          options={[
            { value: '', label: 'All', count: counts.all },
            { value: 'working', label: 'In work', count: counts.working },
            { value: 'dreaming', label: 'Remembering', count: counts.dreaming },
            { value: 'failed', label: 'Failed', count: counts.failed },
          ]}
          onChange={state => change({ state: state || undefined, open: undefined })}
        />
      )}
      {hasFacets && (
        <>
          <Facet
            label="Type"
            value={view.type}
            options={facets.types}
            onChange={type => change({ type, open: undefined })}
          />
          <Facet
            label="Source"
            value={view.source}
            options={facets.sources}
            onChange={source => change({ source, open: undefined })}
          />
        </>
      )}
      {view.path && <Chip onRemove={() => change({ path: undefined })}>in {view.path}</Chip>}
      {(hasFacets || view.q) && <Conditions of={view.where} onChange={where => change({ where })} />}
      <span className="ml-auto inline-flex items-center gap-2">
        <span className="figures whitespace-nowrap text-muted text-xs">{counted(total, 'document')}</span>
        <SavedViews page="documents" view={view} onOpen={saved => change(saved)} />
      </span>
    </>
  )
}
