import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Tables of up to this many rows are rendered whole: then the browser's own search finds every row. */
const wholeUpTo = 200
const spare = 12

/** `seenTo`: the last row that is in view, also where all rows are rendered. */
export type RowsInView = {
  ref: RefObject<HTMLDivElement | null>
  from: number
  to: number
  seenTo: number
}

/** The rows of a scrolling table that are in view, with some to spare. All rows have the same height. */
export function useRowsInView(count: number, rowHeight: number): RowsInView {
  const ref = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({ from: 0, to: 60 })
  useLayoutEffect(() => {
    const scroller = ref.current
    if (!scroller) return
    const measure = () => {
      const first = Math.floor(scroller.scrollTop / rowHeight)
      const shown = Math.ceil(scroller.clientHeight / rowHeight)
      const [from, to] = [Math.max(0, first - spare), first + shown + spare]
      setRange(before => (before.from === from && before.to === to ? before : { from, to }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [rowHeight])
  const isWhole = count <= wholeUpTo
  return {
    ref,
    from: isWhole ? 0 : range.from,
    to: Math.min(count, isWhole ? count : range.to),
    seenTo: range.to,
  }
}
