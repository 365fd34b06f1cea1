import { Download, Eraser, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import type { AppView, MemoriesView } from '../../data/view.ts'
import { Button } from '../../parts/button.tsx'
import { Chips } from '../../parts/chips.tsx'
import { Conditions } from '../../parts/conditions.tsx'
import { Facet } from '../../parts/facet.tsx'
import { counted } from '../../parts/numbers.ts'
import { Empty, Failure } from '../../parts/page.tsx'
import { SavedViews } from '../../parts/saved-views.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import { TableSkeleton } from '../../parts/table/skeleton.tsx'
import { Table } from '../../parts/table/table.tsx'
import { Workbench } from '../../parts/workbench.tsx'
import { memoriesRoute } from '../../router.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { memoriesTabs } from '../../shell/places.ts'
import { forget, forgetAll, review, undo } from './change-memories.ts'
import { columnsFor } from './columns.tsx'
import { exportMemories } from './export-memories.ts'
import { ForgetMatching } from './forget-matching.tsx'
import { MemoryInspector } from './memory-inspector.tsx'
import { isSearch, type MemoryRow, useMemories } from './use-memories.ts'

/** What does it believe, and since when? */
export function Memories() {
  const view = memoriesRoute.useSearch()
  const navigate = memoriesRoute.useNavigate()
  const { may } = useSession()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [forgetting, setForgetting] = useState(view.forget ?? false)
  const [editing, setEditing] = useState(false)
  const list = useMemories(view)
  const { rows } = list
  const change = (part: object) =>
    navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  const chosen = rows?.filter(({ id }) => selection.has(id)) ?? []
  const isReview = view.state === 'inferred'
  const isForgotten = view.state === 'forgotten'
  const keys: Record<string, (row: MemoryRow) => void> = {
    f: row => void forget(row),
    e: row => {
      setEditing(true)
      change({ open: row.id })
    },
    ...(isReview && { a: row => void review(row, 'approve'), d: row => void review(row, 'decline') }),
  }
  const close = () => {
    setEditing(false)
    change({ open: undefined })
  }
  return (
    <Workbench
      title="Memories"
      question="What does it believe, and since when?"
      tabs={<PageTabs label="Memories" tabs={memoriesTabs} />}
      actions={
        may('member') && (
          <Button onClick={() => setForgetting(true)}>
            <Eraser size={16} aria-hidden />
            Forget matching
          </Button>
        )
      }
      filters={<Filters view={view} total={list.total} change={change} />}
      inspector={
        view.open && (
          <MemoryInspector
            key={view.open}
            id={view.open}
            isEditing={editing}
            setEditing={setEditing}
            onShow={open => change({ open })}
            onClose={close}
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
        <NoMemories state={view.state} isFiltered={!!view.q || !!view.where || !!view.origin} />
      )}
      {rows && rows.length > 0 && (
        <Table
          label="Memories"
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ memory }) => memory}
          columns={columnsFor(view)}
          total={list.total}
          isStale={list.isPlaceholderData}
          {...(!isSearch(view) && {
            order: {
              column: 'learned',
              isOldestFirst: view.order === 'asc',
              onTurn: () => change({ order: view.order ? undefined : 'asc' }),
            },
          })}
          open={view.open}
          onOpen={id => change({ open: id })}
          onClose={close}
          {...(may('member') && { selection, onSelect: setSelection })}
          onNearEnd={() => {
            if (list.hasNextPage && !list.isFetching && !list.isError) void list.fetchNextPage()
          }}
          {...(may('member') && { keys })}
        />
      )}
      {isReview && rows && rows.length > 0 && may('member') && (
        <p className="border-line border-t px-6 py-2 text-muted text-xs">
          <kbd className="font-mono">A</kbd> approves: it then ranks like a stated one.{' '}
          <kbd className="font-mono">D</kbd> declines: it is forgotten. Both can be undone.
        </p>
      )}
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          noun="memory"
          plural="memories"
          onClear={() => setSelection(new Set())}
        >
          <Button
            look="quiet"
            onClick={() => {
              setSelection(new Set())
              void (isForgotten ? undo(chosen.map(({ id }) => id)) : forgetAll(chosen))
            }}
          >
            {isForgotten ? <Undo2 size={14} aria-hidden /> : <Eraser size={14} aria-hidden />}
            {isForgotten ? 'Restore' : 'Forget'} {chosen.length}
          </Button>
          <Button look="quiet" onClick={() => exportMemories(chosen)}>
            <Download size={14} aria-hidden />
            Export {chosen.length}
          </Button>
        </SelectionBar>
      )}
      {forgetting && <ForgetMatching tag={view.tag} q={view.q} onClose={() => setForgetting(false)} />}
    </Workbench>
  )
}

type View = MemoriesView & AppView

const origins = [
  { value: 'user', label: 'The user' },
  { value: 'assistant', label: 'An assistant' },
  { value: 'document', label: 'A page or file' },
  { value: 'tool', label: 'A tool' },
  { value: 'api', label: 'A program, by the API' },
]

function Filters({ view, total, change }: { view: View; total: number; change(part: object): void }) {
  return (
    <>
      <SearchBox label="Search memories" value={view.q} onChange={q => change({ q, open: undefined })} />
      <Chips
        label="State"
        value={view.state ?? ''}
        options={[
          { value: '', label: 'Current' },
          { value: 'changed', label: 'Changed its mind' },
          { value: 'superseded', label: 'Superseded' },
          { value: 'forgotten', label: 'Forgotten' },
          { value: 'inferred', label: 'To review' },
        ]}
        onChange={state => change({ state: state || undefined, open: undefined })}
      />
      <Facet
        label="Origin"
        value={view.origin}
        options={origins}
        onChange={origin => change({ origin, open: undefined })}
      />
      <Conditions of={view.where} onChange={where => change({ where })} />
      <span className="ml-auto inline-flex items-center gap-2">
        <span className="figures whitespace-nowrap text-muted text-xs">
          {counted(total, 'memory', 'memories')}
          {view.q && (isSearch(view) ? ' like this' : ' with these words')}
        </span>
        <SavedViews page="memories" view={view} onOpen={saved => change(saved)} />
      </span>
    </>
  )
}

const nothing = {
  changed: [
    'Nothing has changed its mind.',
    'A memory that replaces another one appears here, with the old words.',
  ],
  superseded: ['Nothing was replaced.', 'The words of a memory before it changed stay here.'],
  forgotten: ['Nothing is forgotten.', 'Forgotten memories stay here, and can be restored.'],
  inferred: [
    'Nothing waits for a review.',
    'Memories that were inferred, and not said, wait here until somebody approves them.',
  ],
} as const

function NoMemories({ state, isFiltered }: { state: View['state']; isFiltered: boolean }) {
  const [title, words] = isFiltered
    ? ['No memory matches.', 'Take a filter away, or search for other words.']
    : state
      ? nothing[state]
      : ['Nothing is known yet.', 'Add a text on Home. Memories form a few seconds after it is done.']
  return (
    <div className="px-4 sm:px-6">
      <Empty title={title}>{words}</Empty>
    </div>
  )
}
