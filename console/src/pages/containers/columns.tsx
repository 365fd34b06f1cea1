import type { ContainerTag } from '@reverie/sdk'
import { figure, shortFigure } from '../../parts/numbers.ts'
import type { Column } from '../../parts/table/table-props.ts'
import { Time } from '../../parts/time.tsx'

const count = (name: string, label: string, of: (row: ContainerTag) => number): Column<ContainerTag> => ({
  name,
  label,
  width: '96px',
  isFigure: true,
  cell: row => (of(row) === 0 ? <span className="text-muted">–</span> : figure(of(row))),
})

export const columns: readonly Column<ContainerTag>[] = [
  {
    name: 'tag',
    label: 'Container',
    width: 'minmax(0,1fr)',
    onPhone: true,
    cell: ({ containerTag, name, documentCount, memoryCount }) => (
      <span className="block min-w-0">
        <span className="block truncate">
          {containerTag}
          {name !== containerTag && <span className="text-muted"> · {name}</span>}
        </span>
        <span className="figures block truncate text-muted text-xs md:hidden">
          {shortFigure(documentCount)} documents · {shortFigure(memoryCount)} memories
        </span>
      </span>
    ),
  },
  count('documents', 'Documents', ({ documentCount }) => documentCount),
  count('memories', 'Memories', ({ memoryCount }) => memoryCount),
  {
    name: 'tokens',
    label: 'Tokens',
    width: '86px',
    isFigure: true,
    cell: ({ tokenCount }) => <span className="text-muted">{shortFigure(tokenCount)}</span>,
  },
  {
    name: 'activity',
    label: 'Last activity',
    width: '110px',
    isFigure: true,
    onPhone: true,
    cell: ({ lastActivityAt }) => <Time at={lastActivityAt} className="text-muted" />,
  },
]
