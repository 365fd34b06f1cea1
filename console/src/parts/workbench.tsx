import { type ReactNode, useEffect } from 'react'

/** A page that is a list with an inspector beside it. It fills the window, and its parts scroll by themselves. */
export function Workbench({
  title,
  question,
  actions,
  tabs,
  filters,
  children,
  inspector,
}: {
  title: string
  question: string
  actions?: ReactNode
  /** Links to the pages beside it. */
  tabs?: ReactNode
  filters?: ReactNode
  children: ReactNode
  inspector?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Reverie`
  }, [title])
  return (
    <div className="flex h-[calc(100dvh-3rem)] min-h-0 md:h-dvh">
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex flex-wrap items-end justify-between gap-3 px-4 pt-5 pb-3 sm:px-6 sm:pt-6">
          <div>
            <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
            <p className="mt-0.5 text-muted max-sm:hidden">{question}</p>
          </div>
          {actions && <div className="flex gap-2">{actions}</div>}
        </header>
        {tabs && <div className="mb-3 px-4 sm:px-6">{tabs}</div>}
        {filters && <div className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-6">{filters}</div>}
        {children}
      </div>
      {inspector}
    </div>
  )
}
