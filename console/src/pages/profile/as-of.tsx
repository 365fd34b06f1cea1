import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { containersQuery } from '../../data/containers.ts'
import { Slider } from '../../parts/slider.tsx'

const steps = 200
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const pauseMs = 150

/** Goes back in time: from the first day of the container until now. */
export function AsOf({
  tag,
  asOf,
  onChange,
}: {
  tag: string
  asOf: string | undefined
  onChange(asOf: string | undefined): void
}) {
  const { data } = useQuery(containersQuery)
  const [now] = useState(() => Date.now())
  const [dragged, setDragged] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const first = data?.find(({ containerTag }) => containerTag === tag)?.createdAt
  if (first === undefined) return <div className="h-11" />
  const from = new Date(first).getTime()
  const stepMs = Math.max(1_000, (now - from) / steps)
  const timeAt = (step: number) => (step >= steps ? undefined : new Date(from + step * stepMs).toISOString())
  const step = dragged ?? (asOf ? Math.round((new Date(asOf).getTime() - from) / stepMs) : steps)
  return (
    <div className="mb-4 max-w-md">
      <Slider
        label="As of"
        value={Math.min(steps, Math.max(0, step))}
        min={0}
        max={steps}
        step={1}
        show={value => (value >= steps ? 'now' : whole.format(new Date(from + value * stepMs)))}
        onChange={next => {
          setDragged(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onChange(timeAt(next)), pauseMs)
        }}
      />
    </div>
  )
}
