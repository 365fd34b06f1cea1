/** The name, with its mark; or the mark alone. */
export function Mark({ isIcon = false }: { isIcon?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-base tracking-tight">
      <svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true" className="text-accent">
        <circle cx="8" cy="8" r="6.6" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <circle cx="8" cy="8" r="2.4" fill="currentColor" />
      </svg>
      <span className={isIcon ? 'sr-only' : undefined}>Reverie</span>
    </span>
  )
}
