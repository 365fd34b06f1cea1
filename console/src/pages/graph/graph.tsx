import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { reverie } from '../../data/client.ts'
import type { GraphPageView } from '../../data/view.ts'
import { Chip, Chips } from '../../parts/chips.tsx'
import { counted } from '../../parts/numbers.ts'
import { Empty, Failure } from '../../parts/page.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useKeys } from '../../parts/table/use-keys.ts'
import { Workbench } from '../../parts/workbench.tsx'
import { graphRoute } from '../../router.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { memoriesTabs } from '../../shell/places.ts'
import { DocumentInspector } from '../documents/document-inspector.tsx'
import { MemoryInspector } from '../memories/memory-inspector.tsx'
import { ChooseContainer } from '../profile/choose-container.tsx'
import { EntityInspector } from './entity-inspector.tsx'
import { GraphCanvas } from './graph-canvas.tsx'
import { keyOf, matching, nodeIn, type Scene, sceneOf } from './scene.ts'

/** How do the memories hang together? */
export function GraphPage() {
  const view = graphRoute.useSearch()
  const navigate = graphRoute.useNavigate()
  const graph = useGraph(view.tag, view)
  const scene = useMemo(() => (graph.data ? sceneOf(graph.data) : undefined), [graph.data])
  const matches = useMemo(() => scene && matching(scene, view.q), [scene, view.q])
  const change = (part: object) =>
    navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  const show = (node: number | undefined) =>
    change({ open: node === undefined ? undefined : keyOf(scene!.nodes[node]!) })
  const selected = selectedIn(scene, view.open)
  useWalk(scene, matches, selected, show)
  return (
    <Workbench
      title="Memories"
      question="How do the memories hang together?"
      tabs={<PageTabs label="Memories" tabs={memoriesTabs} />}
      filters={view.tag && <Filters view={view} graph={graph.data} matches={matches?.size} change={change} />}
      inspector={
        view.open && (
          <NodeInspector key={view.open} of={view.open} scene={scene} onShow={key => change({ open: key })} />
        )
      }
    >
      {view.tag === undefined && <ChooseContainer question="Whose memories?" to="/memories/graph" />}
      {graph.isError && (
        <div className="px-6">
          <Failure error={graph.error} retry={() => graph.refetch()} />
        </div>
      )}
      {view.tag && graph.isPending && <div aria-busy="true" className="skeleton m-6 flex-1" />}
      {scene?.nodes.length === 0 && (
        <div className="px-4 sm:px-6">
          <Empty title="There is nothing to draw yet.">
            A memory, its documents and the people and things it is about become nodes here.
          </Empty>
        </div>
      )}
      {scene && scene.nodes.length > 0 && (
        <GraphCanvas
          scene={scene}
          label={`Graph of ${counted(scene.nodes.length, 'node')} and ${counted(scene.edges.length, 'edge')}. J and K walk through the nodes, the most important first. The list has the same memories.`}
          matches={matches}
          selected={selected}
          onSelect={show}
          onEnter={node => change({ of: keyOf(scene.nodes[node]!), open: keyOf(scene.nodes[node]!) })}
        />
      )}
    </Workbench>
  )
}

function useGraph(tag: string | undefined, { of, size }: GraphPageView) {
  const centre = of === undefined ? undefined : nodeIn(of)
  return useQuery({
    queryKey: ['graph', tag, of, size],
    enabled: tag !== undefined,
    queryFn: ({ signal }) =>
      reverie.graph(
        {
          containerTag: tag!,
          depth: 2,
          ...(centre && { of: centre }),
          ...(size && { maxNodes: Number(size), maxEdges: 2 * Number(size) }),
        },
        { signal },
      ),
    staleTime: 60_000,
    placeholderData: before => before,
  })
}

function selectedIn(scene: Scene | undefined, open: string | undefined): number | undefined {
  const at = open === undefined ? -1 : (scene?.nodes.findIndex(node => keyOf(node) === open) ?? -1)
  return at < 0 ? undefined : at
}

/** J and K walk through the nodes that a search has found, or through all. */
function useWalk(
  scene: Scene | undefined,
  matches: ReadonlySet<number> | undefined,
  selected: number | undefined,
  show: (node: number | undefined) => void,
): void {
  const all = matches ? [...matches] : (scene?.nodes.map((_, at) => at) ?? [])
  const go = (by: number) => {
    const at = selected === undefined ? -1 : all.indexOf(selected)
    const next = all[Math.min(all.length - 1, Math.max(0, at + by))]
    if (next !== undefined) show(next)
  }
  const next = () => go(1)
  const before = () => go(-1)
  const leave = () => show(undefined)
  useKeys({ j: next, k: before, ArrowDown: next, ArrowUp: before, Escape: leave })
}

function Filters({
  view,
  graph,
  matches,
  change,
}: {
  view: GraphPageView
  graph: { nodes: readonly unknown[]; isComplete: boolean; totals: { memories: number } } | undefined
  matches: number | undefined
  change(part: object): void
}) {
  return (
    <>
      <SearchBox label="Find in the graph" value={view.q} onChange={q => change({ q })} />
      <Chips
        label="Size"
        value={view.size ?? ''}
        options={[
          { value: '300', label: '300 nodes' },
          { value: '', label: '1,000' },
          { value: '5000', label: '5,000' },
        ]}
        onChange={size => change({ size: size || undefined })}
      />
      {view.of && <Chip onRemove={() => change({ of: undefined })}>around one node</Chip>}
      <Legend />
      {graph && (
        <span className="figures ml-auto whitespace-nowrap text-muted text-xs">
          {matches === undefined ? counted(graph.nodes.length, 'node') : counted(matches, 'match', 'matches')}
          {!graph.isComplete && ` of ${counted(graph.totals.memories, 'memory', 'memories')}`}
        </span>
      )}
    </>
  )
}

const kinds = [
  { label: 'memory', colour: 'var(--part-1)' },
  { label: 'document', colour: 'var(--part-4)' },
  { label: 'person or thing', colour: 'var(--part-3)' },
]

function Legend() {
  return (
    <ul className="flex gap-3 text-muted text-xs max-sm:hidden">
      {kinds.map(({ label, colour }) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full" style={{ background: colour }} />
          {label}
        </li>
      ))}
    </ul>
  )
}

function NodeInspector({
  of,
  scene,
  onShow,
}: {
  of: string
  scene: Scene | undefined
  onShow(key: string | undefined): void
}) {
  const [editing, setEditing] = useState(false)
  const node = nodeIn(of)
  const close = () => onShow(undefined)
  if (node?.kind === 'memory')
    return (
      <MemoryInspector
        id={node.id}
        isEditing={editing}
        setEditing={setEditing}
        onShow={id => onShow(keyOf({ kind: 'memory', id }))}
        onClose={close}
      />
    )
  if (node?.kind === 'document') return <DocumentInspector id={node.id} onClose={close} />
  return node && scene ? <EntityInspector id={node.id} scene={scene} onShow={onShow} onClose={close} /> : null
}
