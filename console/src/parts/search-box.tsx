import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { inputLook } from './field.tsx'
import { useKeys } from './table/use-keys.ts'

/** Fast typists leave about 100 ms between two keys. A search that the next key makes useless is ended. */
const pauseMs = 50

/** A search that answers while one types. `/` goes to it. */
export function SearchBox({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange(value: string | undefined): void
}) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useKeys({ '/': () => input.current?.focus() })
  useEffect(() => {
    // An address that was opened elsewhere, and not by typing here.
    if (input.current && document.activeElement !== input.current) input.current.value = value ?? ''
  }, [value])
  return (
    <div className="relative w-full max-w-52 max-sm:max-w-none">
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        className={`${inputLook} h-8! pl-8! pointer-coarse:h-10!`}
        onChange={({ target }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onChange(target.value.trim() || undefined), pauseMs)
        }}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          // Leaves the box. Browsers would empty it.
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
    </div>
  )
}
