import { Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { GraphView } from './graph-view.ts'
import { around, type Scene } from './scene.ts'

/** The graph, and the buttons for those who have no wheel. */
export function GraphCanvas({
  scene,
  label,
  matches,
  selected,
  onSelect,
  onEnter,
}: {
  scene: Scene
  label: string
  matches: ReadonlySet<number> | undefined
  selected: number | undefined
  onSelect(node: number | undefined): void
  onEnter(node: number): void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<GraphView>(undefined)
  const handlers = useRef({ onSelect, onEnter })
  handlers.current = { onSelect, onEnter }
  useEffect(() => {
    view.current = new GraphView(canvas.current!, {
      onSelect: node => handlers.current.onSelect(node),
      onEnter: node => handlers.current.onEnter(node),
    })
    return () => view.current?.destroy()
  }, [])
  useEffect(() => view.current?.show(scene), [scene])
  useEffect(() => {
    const lit = matches ?? (selected === undefined ? undefined : around(scene, selected))
    view.current?.mark({ lit, selected })
  }, [scene, matches, selected])
  return (
    <div className="relative min-h-0 flex-1 border-line border-t">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        data-nodes={scene.nodes.length}
        className="absolute inset-0 size-full touch-none"
      />
      <div className="absolute right-3 bottom-3 flex flex-col rounded-md bg-raised shadow-float ring-1 ring-line">
        <IconButton label="Nearer" onClick={() => view.current?.zoomBy(1.4)}>
          <Plus size={16} />
        </IconButton>
        <IconButton label="Farther" onClick={() => view.current?.zoomBy(1 / 1.4)}>
          <Minus size={16} />
        </IconButton>
        <IconButton label="Show the whole graph" onClick={() => view.current?.fit()}>
          <Maximize size={16} />
        </IconButton>
      </div>
    </div>
  )
}
