import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import type { AppView, ProcessingView } from '../../data/view.ts'
import { Button } from '../../parts/button.tsx'
import { Chips } from '../../parts/chips.tsx'
import { Facet } from '../../parts/facet.tsx'
import { counted, figure } from '../../parts/numbers.ts'
import { Empty, Failure } from '../../parts/page.tsx'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import { TableSkeleton } from '../../parts/table/skeleton.tsx'
import { Table } from '../../parts/table/table.tsx'
import { Workbench } from '../../parts/workbench.tsx'
import { processingRoute } from '../../router.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { activityTabs } from '../../shell/places.ts'
import { columnsFor } from './columns.tsx'
import { ProcessingInspector } from './processing-inspector.tsx'
import { retryChosen, retryFailed } from './retry.ts'
import { type ProcessingRow, useCounts, useProcessing } from './use-processing.ts'

/** What is running, what waits, and what failed? */
export function Processing() {
  const view = processingRoute.useSearch()
  const navigate = processingRoute.useNavigate()
  const { may } = useSession()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const list = useProcessing(view)
  const { rows, total } = list
  const change = (part: object) => {
    setSelection(new Set())
    void navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  }
  const chosen = rows?.filter(({ id }) => selection.has(id)) ?? []
  const open = rows?.find(({ id }) => id === view.open)
  const mayRetry = may('member') && view.state === 'failed'
  return (
    <Workbench
      title="Activity"
      question="What is running, what waits, and what failed?"
      tabs={<PageTabs label="Activity" tabs={activityTabs} />}
      actions={
        mayRetry &&
        total > 0 && (
          <Button look="primary" onClick={() => void retryFailed({ tag: view.tag, code: view.code })}>
            <RotateCw size={16} aria-hidden />
            {view.code ? `Retry all ${figure(total)} with this code` : `Retry all ${figure(total)}`}
          </Button>
        )
      }
      filters={<Filters view={view} rows={rows} total={total} change={change} />}
      inspector={
        open && (
          <ProcessingInspector
            of={open}
            mayRetry={mayRetry}
            tag={view.tag}
            onClose={() => change({ open: undefined })}
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
      {rows?.length === 0 && <Nothing view={view} />}
      {rows && rows.length > 0 && (
        <Table
          label="Processing"
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ title, id }) => title ?? id}
          columns={columnsFor(view)}
          total={total}
          isStale={list.isPlaceholderData}
          open={view.open}
          onOpen={(id, how) =>
            how === 'enter'
              ? navigate({ to: '/documents/$id', params: { id } })
              : navigate({ search: before => ({ ...before, open: id }), replace: true })
          }
          onClose={() => change({ open: undefined })}
          {...(mayRetry && {
            selection,
            onSelect: setSelection,
            keys: { r: (row: ProcessingRow) => void retryChosen([row]) },
          })}
          onNearEnd={() => {
            if (list.hasNextPage && !list.isFetching && !list.isError) void list.fetchNextPage()
          }}
        />
      )}
      {chosen.length > 0 && (
        <SelectionBar count={chosen.length} noun="document" onClear={() => setSelection(new Set())}>
          <Button look="quiet" onClick={() => void retryChosen(chosen).then(() => setSelection(new Set()))}>
            <RotateCw size={14} aria-hidden />
            Retry {chosen.length}
          </Button>
        </SelectionBar>
      )}
    </Workbench>
  )
}

type View = ProcessingView & AppView

function Filters({
  view,
  rows = [],
  total,
  change,
}: {
  view: View
  rows: readonly ProcessingRow[] | undefined
  total: number
  change(part: object): void
}) {
  const counts = useCounts(view.tag)
  const codes = [...new Set(rows.flatMap(({ errorCode }) => errorCode ?? []))].toSorted()
  return (
    <>
      <Chips
        label="State"
        value={view.state ?? ''}
        options={[
          { value: '', label: 'In flight', count: counts.running },
          { value: 'waiting', label: 'Waiting', count: counts.waiting },
          { value: 'dreaming', label: 'Remembering', count: counts.dreaming },
          { value: 'failed', label: 'Failed', count: counts.failed },
        ]}
        onChange={state => change({ state: state || undefined, code: undefined, open: undefined })}
      />
      {view.state === 'failed' && (
        <Facet
          label="Code"
          value={view.code}
          options={codes.map(value => ({ value, label: value }))}
          onChange={code => change({ code, open: undefined })}
        />
      )}
      <span className="figures ml-auto whitespace-nowrap text-muted text-xs">
        {counted(total, 'document')}
      </span>
    </>
  )
}

const nothing = {
  running: {
    title: 'Nothing is in flight.',
    words: 'A document that is read, cut into chunks, embedded or indexed shows here, stage by stage.',
  },
  waiting: {
    title: 'Nothing waits.',
    words: 'Documents wait here for their turn, or for a part that is down.',
  },
  dreaming: {
    title: 'No document waits to be remembered.',
    words: 'Memories form once a container has been quiet for some seconds.',
  },
  failed: {
    title: 'Nothing has failed.',
    words: 'A failure shows its code, its cause and what to do. It stays until it is retried or deleted.',
  },
}

function Nothing({ view: { state, code } }: { view: ProcessingView }) {
  const { title, words } = nothing[state ?? 'running']
  return (
    <div className="px-4 sm:px-6">
      <Empty title={code ? 'No failure has this code.' : title}>
        {words}{' '}
        <Link to="/documents" className="text-accent underline underline-offset-2">
          See all documents
        </Link>
      </Empty>
    </div>
  )
}
