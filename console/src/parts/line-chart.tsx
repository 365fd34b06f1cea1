import { type PointerEvent, useRef, useState } from 'react'

export type Series = { label: string; colour: string; values: readonly number[] }

type ChartProps = {
  label: string
  /** The time of each value, in milliseconds and in order. */
  times: readonly number[]
  series: readonly Series[]
  format(value: number): string
  formatTime(time: number): string
  /** A range that was dragged over. Both times are of values, and belong to the range. */
  onSelect?: (from: number, to: number) => void
}

const [width, height] = [1_000, 160]

/** Thin lines over time, with their names beside them. The figures of a moment show under the pointer; a drag selects a range. */
export function LineChart(props: ChartProps) {
  const { label, times, series, format, formatTime, onSelect } = props
  const plot = useRef<HTMLDivElement>(null)
  const [pointed, setAt] = useState<number>()
  const [start, setStart] = useState<number>()
  // A selection makes the range shorter under the pointer.
  const at = pointed !== undefined && pointed < times.length ? pointed : undefined
  const most = Math.max(0, ...series.flatMap(({ values }) => values))
  const top = topOf(most)
  const indexAt = ({ clientX }: PointerEvent) => {
    const { left, width: shown } = plot.current!.getBoundingClientRect()
    const share = (clientX - left) / Math.max(1, shown)
    return Math.max(0, Math.min(times.length - 1, Math.round(share * (times.length - 1))))
  }
  const release = (event: PointerEvent) => {
    const [from, to] = [start, indexAt(event)].toSorted((a, b) => a! - b!)
    setStart(undefined)
    if (onSelect && from !== undefined && to !== undefined && to > from) onSelect(times[from]!, times[to]!)
  }
  return (
    <figure>
      <figcaption className="mb-1 flex flex-wrap items-baseline gap-x-4 text-xs">
        {series.map(({ label: name, colour, values }) => (
          <span key={name} className="inline-flex items-baseline gap-1.5">
            <span aria-hidden className="h-0.5 w-3 self-center" style={{ background: colour }} />
            {name}
            <span className="figures min-w-[5ch] text-muted">
              {at === undefined ? '' : format(values[at] ?? 0)}
            </span>
          </span>
        ))}
        <span className="figures ml-auto text-muted">
          {at === undefined ? `at most ${format(most)}` : formatTime(times[at]!)}
        </span>
      </figcaption>
      <div
        ref={plot}
        role="img"
        aria-label={`${label}. ${summaryOf(props)}`}
        className={`relative h-40 touch-pan-y select-none border-line border-b ${onSelect ? 'cursor-crosshair' : ''}`}
        onPointerMove={event => setAt(indexAt(event))}
        onPointerLeave={() => {
          setAt(undefined)
          setStart(undefined)
        }}
        onPointerDown={event => onSelect && setStart(indexAt(event))}
        onPointerUp={release}
      >
        {most > 0 && <Grid top={top} format={format} />}
        {start !== undefined && at !== undefined && (
          <div
            className="absolute inset-y-0 bg-accent-soft"
            style={{
              left: percent(Math.min(start, at), times),
              right: percent(times.length - 1 - Math.max(start, at), times),
            }}
          />
        )}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          {series.map(({ label: name, colour, values }) => (
            <polyline
              key={name}
              points={pointsOf(values, top)}
              fill="none"
              stroke={colour}
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        {at !== undefined && (
          <div aria-hidden className="absolute inset-y-0 w-px bg-edge" style={{ left: percent(at, times) }} />
        )}
      </div>
      <p className="figures mt-1 flex justify-between text-muted text-xs">
        <span>{times.length > 0 && formatTime(times[0]!)}</span>
        <span>{times.length > 1 && formatTime(times.at(-1)!)}</span>
      </p>
    </figure>
  )
}

/** The top of the scale: a round number, so that its half is one too. */
export function topOf(most: number): number {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return power * [1, 2, 4, 6, 8, 10].find(step => most <= step * power)!
}

/** Two hairlines, at the top of the scale and halfway. */
function Grid({ top, format }: { top: number; format(value: number): string }) {
  return [1, 0.5].map(share => (
    <div
      key={share}
      aria-hidden
      className="absolute inset-x-0 border-line border-t"
      style={{ top: `${(1 - share) * 100}%` }}
    >
      <span className="figures absolute top-0.5 left-0 text-[11px] text-muted leading-4">
        {format(top * share)}
      </span>
    </div>
  ))
}

const percent = (index: number, times: readonly number[]) =>
  `${(100 * index) / Math.max(1, times.length - 1)}%`

/** A single value is a line from edge to edge, because a point would not show. */
function pointsOf(values: readonly number[], top: number): string {
  const all = values.length === 1 ? [values[0]!, values[0]!] : values
  const step = width / Math.max(1, all.length - 1)
  return all
    .map((value, at) => `${(at * step).toFixed(1)},${(height - (height * value) / top).toFixed(1)}`)
    .join(' ')
}

function summaryOf({ series, format }: ChartProps): string {
  return series
    .map(({ label, values }) => {
      const sum = values.reduce((total, value) => total + value, 0)
      return `${label}: ${format(sum)} in all, at most ${format(Math.max(0, ...values))}`
    })
    .join('; ')
}
