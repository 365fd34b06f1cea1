import { Inspector } from '../../parts/inspector.tsx'
import { counted } from '../../parts/numbers.ts'
import { keyOf, type Scene } from './scene.ts'

/** A person or thing: the memories of this graph that are about it. */
export function EntityInspector({
  id,
  scene: { nodes, edges },
  onShow,
  onClose,
}: {
  id: string
  scene: Scene
  onShow(key: string): void
  onClose(): void
}) {
  const at = nodes.findIndex(node => node.id === id)
  const memories = edges.flatMap(({ from, to }) => (to === at ? nodes[from]! : []))
  return (
    <Inspector title="Person or thing" onClose={onClose}>
      <h2 className="break-words font-semibold text-lg leading-snug">
        {nodes[at]?.label ?? id.replace(/^entity:/, '')}
      </h2>
      <p className="mt-1 text-muted">
        {counted(memories.length, 'memory', 'memories')} of this graph {memories.length === 1 ? 'is' : 'are'}{' '}
        about it.
      </p>
      <ul className="mt-4 divide-y divide-line">
        {memories.map(memory => (
          <li key={memory.id}>
            <button
              type="button"
              onClick={() => onShow(keyOf(memory))}
              className="w-full py-2 text-left text-base hover:underline"
            >
              {memory.label}
            </button>
          </li>
        ))}
      </ul>
    </Inspector>
  )
}
