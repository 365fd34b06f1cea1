import { type Camera, coloursOf, draw, type Marks, manyNodes, type Size } from './draw.ts'
import { rest, step } from './layout.ts'
import type { Scene } from './scene.ts'

type Handlers = { onSelect(node: number | undefined): void; onEnter(node: number): void }

const [leastScale, mostScale] = [0.05, 6]
/** A pointer that moved less than this has clicked. */
const slop = 4

/** A graph on a canvas: it draws while something moves, and rests otherwise. */
export class GraphView {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #handlers: Handlers
  readonly #stop = new AbortController()
  readonly #observer: ResizeObserver
  readonly #pointers = new Map<number, { x: number; y: number }>()
  #scene: Scene | undefined
  #camera: Camera = { scale: 1, x: 0, y: 0 }
  #size: Size = { width: 1, height: 1, ratio: 1 }
  #marks: Marks = { lit: undefined, selected: undefined, hovered: undefined }
  #frame = 0
  #count = 0
  #moved = 0
  /** Until somebody moves the camera, it keeps the whole graph in view. */
  #isFitted = true

  constructor(canvas: HTMLCanvasElement, handlers: Handlers) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d')!
    this.#handlers = handlers
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(canvas)
    this.#listen()
    this.#resize()
  }

  show(scene: Scene): void {
    this.#scene = scene
    this.#isFitted = true
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) while (step(scene.layout));
    this.#ask()
  }

  mark(marks: Partial<Marks>): void {
    this.#marks = { ...this.#marks, ...marks }
    this.#ask()
  }

  fit(): void {
    this.#isFitted = true
    this.#ask()
  }

  zoomBy(factor: number, at = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    const before = this.#toGraph(at)
    const scale = Math.min(mostScale, Math.max(leastScale, this.#camera.scale * factor))
    this.#camera = { ...this.#camera, scale }
    const after = this.#toGraph(at)
    this.#pan(before.x - after.x, before.y - after.y)
  }

  destroy(): void {
    this.#stop.abort()
    this.#observer.disconnect()
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  #listen(): void {
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      act: (event: HTMLElementEventMap[Name]) => void,
    ) => this.#canvas.addEventListener(name, act, { signal: this.#stop.signal, passive: false })
    on('wheel', event => {
      event.preventDefault()
      this.zoomBy(Math.exp(-event.deltaY * 0.0015), this.#placeOf(event))
    })
    on('pointerdown', event => {
      this.#canvas.setPointerCapture(event.pointerId)
      this.#pointers.set(event.pointerId, this.#placeOf(event))
      this.#moved = 0
    })
    on('pointermove', event => this.#move(event))
    on('pointerup', event => this.#release(event))
    on('pointercancel', event => this.#pointers.delete(event.pointerId))
    on('pointerleave', () => this.mark({ hovered: undefined }))
    on('dblclick', event => {
      const node = this.#nodeAt(this.#placeOf(event))
      if (node !== undefined) this.#handlers.onEnter(node)
    })
  }

  #move(event: PointerEvent): void {
    const place = this.#placeOf(event)
    const before = this.#pointers.get(event.pointerId)
    if (!before) {
      const hovered = this.#nodeAt(place)
      this.#canvas.style.cursor = hovered === undefined ? 'grab' : 'pointer'
      if (hovered !== this.#marks.hovered) this.mark({ hovered })
      return
    }
    this.#moved += Math.hypot(place.x - before.x, place.y - before.y)
    const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    this.#pointers.set(event.pointerId, place)
    if (!other) {
      const { scale } = this.#camera
      this.#pan((before.x - place.x) / scale, (before.y - place.y) / scale)
      return
    }
    const distance = (at: { x: number; y: number }) => Math.hypot(at.x - other.x, at.y - other.y) || 1
    this.zoomBy(distance(place) / distance(before), {
      x: (place.x + other.x) / 2,
      y: (place.y + other.y) / 2,
    })
  }

  #release(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId)
    this.#ask()
    if (this.#moved < slop) this.#handlers.onSelect(this.#nodeAt(this.#placeOf(event)))
  }

  #pan(dx: number, dy: number): void {
    const { scale, x, y } = this.#camera
    this.#camera = { scale, x: x + dx, y: y + dy }
    this.#isFitted = false
    this.#ask()
  }

  #placeOf({ clientX, clientY }: MouseEvent): { x: number; y: number } {
    const { left, top } = this.#canvas.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  #toGraph({ x, y }: { x: number; y: number }): { x: number; y: number } {
    const { scale, x: middleX, y: middleY } = this.#camera
    return {
      x: middleX + (x - this.#size.width / 2) / scale,
      y: middleY + (y - this.#size.height / 2) / scale,
    }
  }

  /** The node under a place; with little space around small ones, for fingers. */
  #nodeAt(place: { x: number; y: number }): number | undefined {
    if (!this.#scene) return undefined
    const at = this.#toGraph(place)
    const { layout, radius } = this.#scene
    const spare = 4 / this.#camera.scale
    let [found, nearest]: [number | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (let node = 0; node < radius.length; node++) {
      const distance = Math.hypot(layout.x[node]! - at.x, layout.y[node]! - at.y) - radius[node]!
      if (distance < spare && distance < nearest) [found, nearest] = [node, distance]
    }
    return found
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    const ratio = Math.min(2, devicePixelRatio || 1)
    this.#size = { width, height, ratio }
    this.#canvas.width = Math.max(1, Math.round(width * ratio))
    this.#canvas.height = Math.max(1, Math.round(height * ratio))
    this.#ask()
  }

  #ask(): void {
    if (this.#stop.signal.aborted) return
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.#draw()
    })
  }

  #draw(): void {
    const scene = this.#scene
    if (!scene) return
    // In a large graph a step takes as long as a frame: it rests under a hand, and moves in every other frame.
    const isLarge = scene.nodes.length > manyNodes
    const isHeld = isLarge && this.#pointers.size > 0
    const rests = isHeld || (isLarge && this.#count++ % 2 === 1)
    const isMoving = rests ? scene.layout.heat >= rest : step(scene.layout)
    if (this.#isFitted) this.#camera = this.#whole(scene)
    draw(this.#context, scene, {
      camera: this.#camera,
      size: this.#size,
      marks: this.#marks,
      // Read at each frame, because the system may turn dark meanwhile.
      colours: coloursOf(this.#canvas),
      isMoving: isMoving || isHeld,
    })
    this.#canvas.dataset.atRest = String(!isMoving)
    if (isMoving && !isHeld) this.#ask()
  }

  #whole({ layout: { x, y } }: Scene): Camera {
    if (x.length === 0) return this.#camera
    let [left, right, top, bottom] = [x[0]!, x[0]!, y[0]!, y[0]!]
    for (let node = 1; node < x.length; node++) {
      left = Math.min(left, x[node]!)
      right = Math.max(right, x[node]!)
      top = Math.min(top, y[node]!)
      bottom = Math.max(bottom, y[node]!)
    }
    const { width, height } = this.#size
    const scale = Math.min(width / (right - left + 120), height / (bottom - top + 50))
    return {
      scale: Math.min(2, Math.max(leastScale, scale)),
      x: (left + right) / 2,
      y: (top + bottom) / 2,
    }
  }
}
