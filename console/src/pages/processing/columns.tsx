import type { ProcessingView } from '../../data/view.ts'
import { DocumentIcon } from '../../parts/document-icon.tsx'
import { DocumentState } from '../../parts/document-state.tsx'
import type { Column } from '../../parts/table/table-props.ts'
import { Time } from '../../parts/time.tsx'
import type { ProcessingRow } from './use-processing.ts'
import { waitsFor } from './waits-for.ts'

const title: Column<ProcessingRow> = {
  name: 'title',
  label: 'Document',
  width: 'minmax(0,1fr)',
  onPhone: true,
  cell: row => (
    <span className="flex min-w-0 items-center gap-2.5">
      <DocumentIcon type={row.type} />
      <span className="min-w-0">
        <span className="block truncate">
          {row.title ?? <code className="font-mono text-muted text-xs">{row.id}</code>}
        </span>
        <span className="block truncate text-muted text-xs md:hidden">
          {row.errorCode ?? waitsFor(row) ?? row.containerTags[0]}
        </span>
      </span>
    </span>
  ),
}

const container: Column<ProcessingRow> = {
  name: 'container',
  label: 'Container',
  width: '140px',
  cell: ({ containerTags }) => <span className="text-muted">{containerTags[0]}</span>,
}

const state: Column<ProcessingRow> = {
  name: 'state',
  label: 'Stage',
  width: '118px',
  onPhone: true,
  cell: row => <DocumentState of={row} />,
}

const waits: Column<ProcessingRow> = {
  name: 'waits',
  label: 'Progress',
  width: '190px',
  cell: row => <span className="figures text-muted">{waitsFor(row)}</span>,
}

const code: Column<ProcessingRow> = {
  name: 'code',
  label: 'Code',
  width: '190px',
  cell: row => <code className="font-mono text-failed text-xs">{row.errorCode ?? 'unknown'}</code>,
}

const cause: Column<ProcessingRow> = {
  name: 'cause',
  label: 'Cause',
  width: 'minmax(0,1fr)',
  cell: row => <span title={row.errorMessage ?? undefined}>{row.errorMessage}</span>,
}

const since = (label: string): Column<ProcessingRow> => ({
  name: 'since',
  label,
  width: '110px',
  isFigure: true,
  cell: ({ updatedAt }) => <Time at={updatedAt} className="text-muted" />,
})

/** Failures show their code and cause, and everything else its stage and what it waits for. */
export function columnsFor({
  state: view,
  tag,
  open,
}: ProcessingView & { tag?: string }): Column<ProcessingRow>[] {
  const place = tag || open ? [] : [container]
  if (view === 'failed') return [title, ...(open ? [] : [cause]), code, ...place, since('Failed')]
  return [title, ...place, state, waits, since('In it since')]
}
