import { useState } from 'react'

const name = 'reverie.rail'

/** Whether the rail shows only icons. The browser keeps it: it is a habit of a person, not a part of a view. */
export function useNarrowRail(): [boolean, () => void] {
  const [isNarrow, setNarrow] = useState(() => read() === 'narrow')
  const toggle = () =>
    setNarrow(before => {
      write(before ? 'wide' : 'narrow')
      return !before
    })
  return [isNarrow, toggle]
}

/** A browser may forbid storage; then the rail is wide at each visit. */
function read(): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function write(value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    return
  }
}
