import { Merge } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { Chips } from '../../parts/chips.tsx'
import { Code } from '../../parts/copy.tsx'
import { counted } from '../../parts/numbers.ts'
import { Empty, Failure } from '../../parts/page.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import { TableSkeleton } from '../../parts/table/skeleton.tsx'
import { Table } from '../../parts/table/table.tsx'
import { Workbench } from '../../parts/workbench.tsx'
import { containersRoute } from '../../router.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { settingsTabs } from '../../shell/places.ts'
import { Receipts } from '../documents/receipts.tsx'
import { snippetsFor } from '../home/snippets.ts'
import { columns } from './columns.tsx'
import { ContainerInspector } from './container-inspector.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { refreshContainers, useContainers } from './use-containers.ts'

/** How is the memory divided, and how large is each part? */
export function Containers() {
  const view = containersRoute.useSearch()
  const navigate = containersRoute.useNavigate()
  const { may } = useSession()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [merging, setMerging] = useState<readonly string[]>()
  const [receipt, setReceipt] = useState<string>()
  const list = useContainers(view)
  const { rows, all = [] } = list
  const change = (part: object) =>
    navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  const open = all.find(({ containerTag }) => containerTag === view.open)
  const chosen = all.filter(({ containerTag }) => selection.has(containerTag))
  return (
    <Workbench
      title="Containers"
      question="How is the memory divided, and how large is each part?"
      tabs={<PageTabs label="Settings" tabs={settingsTabs} />}
      filters={
        <>
          <SearchBox label="Find a container" value={view.q} onChange={q => change({ q, open: undefined })} />
          <Chips
            label="Order"
            value={view.order ?? ''}
            options={[
              { value: '', label: 'Latest first' },
              { value: 'documents', label: 'Most documents' },
              { value: 'memories', label: 'Most memories' },
              { value: 'tag', label: 'By tag' },
            ]}
            onChange={order => change({ order: order || undefined })}
          />
          <span className="figures ml-auto whitespace-nowrap text-muted text-xs">
            {counted(rows?.length ?? 0, 'container')}
            {list.hasNextPage && ' so far'}
          </span>
        </>
      }
      inspector={
        open && (
          <ContainerInspector
            key={open.containerTag}
            of={open}
            onMerge={() => setMerging([open.containerTag])}
            onDeleted={erasureId => {
              void change({ open: undefined })
              setReceipt(erasureId)
            }}
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
      {rows?.length === 0 && <Nothing isSearch={view.q !== undefined} />}
      {rows && rows.length > 0 && (
        <Table
          label="Containers"
          rows={rows}
          idOf={({ containerTag }) => containerTag}
          nameOf={({ containerTag }) => containerTag}
          columns={columns}
          open={view.open}
          onOpen={tag => change({ open: tag })}
          onClose={() => change({ open: undefined })}
          {...(may('admin') && { selection, onSelect: setSelection })}
          onNearEnd={() => {
            if (list.hasNextPage && !list.isFetching && !list.isError) void list.fetchNextPage()
          }}
        />
      )}
      {chosen.length > 0 && (
        <SelectionBar count={chosen.length} noun="container" onClear={() => setSelection(new Set())}>
          <Button look="quiet" onClick={() => setMerging(chosen.map(({ containerTag }) => containerTag))}>
            <Merge size={14} aria-hidden />
            Merge
          </Button>
        </SelectionBar>
      )}
      {merging && (
        <MergeDialog
          sources={all.filter(({ containerTag }) => merging.includes(containerTag))}
          tags={all.map(({ containerTag }) => containerTag)}
          onClose={() => {
            setMerging(undefined)
            setSelection(new Set())
            void refreshContainers()
          }}
        />
      )}
      {receipt && <Receipts ids={[receipt]} onClose={() => setReceipt(undefined)} />}
    </Workbench>
  )
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  return (
    <div className="px-4 sm:px-6">
      <Empty title={isSearch ? 'No container has this name.' : 'There is no container yet.'}>
        {isSearch ? (
          'Search for a part of its tag.'
        ) : (
          <>
            The first document of a tag makes its container:
            <div className="mt-3 text-left text-ink">
              <Code text={snippetsFor('sm_…')[0]!.text.split('\n\n')[1]!} label="snippet" />
            </div>
          </>
        )}
      </Empty>
    </div>
  )
}
