import { DocumentIcon } from '../../parts/document-icon.tsx'
import { DocumentState } from '../../parts/document-state.tsx'
import { figure } from '../../parts/numbers.ts'
import type { Column } from '../../parts/table/table-props.ts'
import { Time } from '../../parts/time.tsx'
import type { DocumentRow } from './use-documents.ts'

const title: Column<DocumentRow> = {
  name: 'title',
  label: 'Title',
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
          {row.containerTags[0]} <Time at={row.createdAt} />
        </span>
      </span>
    </span>
  ),
}

const container: Column<DocumentRow> = {
  name: 'container',
  label: 'Container',
  width: '140px',
  cell: ({ containerTags }) => <span className="text-muted">{containerTags[0]}</span>,
}

const rest: Column<DocumentRow>[] = [
  {
    name: 'state',
    label: 'State',
    width: '118px',
    onPhone: true,
    cell: row => (
      <span title={row.errorMessage ?? undefined}>
        <DocumentState of={row} />
      </span>
    ),
  },
  {
    name: 'memories',
    label: 'Memories',
    width: '70px',
    isFigure: true,
    cell: ({ memoryCount }) =>
      memoryCount === 0 ? <span className="text-muted">–</span> : figure(memoryCount),
  },
  {
    name: 'added',
    label: 'Added',
    width: '110px',
    isFigure: true,
    cell: ({ createdAt }) => <Time at={createdAt} className="text-muted" />,
  },
]

const score: Column<DocumentRow> = {
  name: 'score',
  label: 'Score',
  width: '60px',
  isFigure: true,
  onPhone: true,
  cell: row => row.score?.toFixed(2),
}

/** The columns of a view: a search has scores, and one container needs no column for it. */
export function columnsFor({
  q,
  tag,
  open,
}: {
  q?: string
  tag?: string
  open?: string
}): Column<DocumentRow>[] {
  if (q) return [title, score, rest[2]!]
  return tag || open ? [title, ...rest] : [title, container, ...rest]
}
