import type { AppView, MemoriesView } from '../../data/view.ts'
import { cx } from '../../parts/class-names.ts'
import type { Column } from '../../parts/table/table-props.ts'
import { Time } from '../../parts/time.tsx'
import { isSearch, type MemoryRow } from './use-memories.ts'

/** Marks of a memory as words, so that no colour or icon has to be learned. */
export function marksOf({ isForgotten, isInference, isStatic, version }: MemoryRow): string[] {
  return [
    isForgotten && 'forgotten',
    isInference && 'inferred',
    isStatic && 'lasting',
    version > 1 && `version ${version}`,
  ].filter(mark => mark !== false)
}

const text: Column<MemoryRow> = {
  name: 'memory',
  label: 'Memory',
  width: 'minmax(0,1fr)',
  onPhone: true,
  cell: row => (
    <>
      <span
        className={cx('block truncate text-base leading-6', row.isForgotten && 'text-muted line-through')}
      >
        {row.memory}
      </span>
      <span className="block truncate text-muted text-xs md:hidden">
        {[row.tag, ...marksOf(row)].filter(Boolean).join(' · ')} · <Time at={row.createdAt} />
      </span>
    </>
  ),
}

const marks: Column<MemoryRow> = {
  name: 'marks',
  label: 'Marks',
  width: '130px',
  cell: row => <span className="text-muted text-xs">{marksOf(row).join(' · ')}</span>,
}

const container: Column<MemoryRow> = {
  name: 'container',
  label: 'Container',
  width: '110px',
  cell: ({ tag }) => <span className="text-muted">{tag}</span>,
}

const sources: Column<MemoryRow> = {
  name: 'sources',
  label: 'Said',
  width: '44px',
  isFigure: true,
  cell: ({ sourceCount }) => <span title={`Said in ${sourceCount} places`}>{sourceCount}×</span>,
}

const learned: Column<MemoryRow> = {
  name: 'learned',
  label: 'Learned',
  width: '100px',
  isFigure: true,
  cell: ({ createdAt }) => <Time at={createdAt} className="text-muted" />,
}

const score: Column<MemoryRow> = {
  name: 'score',
  label: 'Score',
  width: '60px',
  isFigure: true,
  onPhone: true,
  cell: row => row.score?.toFixed(2),
}

/** Beside the inspector, the words need the room. */
export function columnsFor(view: MemoriesView & AppView): Column<MemoryRow>[] {
  const { tag, open } = view
  const hasScores = isSearch(view)
  if (open) return hasScores ? [text, score] : [text, learned]
  if (hasScores) return [text, learned, score]
  return tag ? [text, marks, sources, learned] : [text, marks, container, sources, learned]
}
