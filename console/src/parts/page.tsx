import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { cx } from './class-names.ts'

/** One page, one question: its title, the question it answers, and its main action. */
export function Page({
  title,
  question,
  icon,
  above,
  actions,
  tabs,
  children,
  width = 'wide',
}: {
  title: string
  question?: string
  icon?: ReactNode
  /** The way back, for a page below another one. */
  above?: ReactNode
  actions?: ReactNode
  /** Links to the pages beside it. */
  tabs?: ReactNode
  children: ReactNode
  width?: 'wide' | 'narrow'
}) {
  useEffect(() => {
    document.title = `${title} · Reverie`
  }, [title])
  return (
    <div className="w-full max-w-6xl px-4 py-5 sm:px-6 sm:py-6">
      {above && <div className="mb-1">{above}</div>}
      <header className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="flex items-center gap-2.5 font-semibold text-xl tracking-tight">
            {icon}
            {title}
          </h1>
          {question && <p className="mt-0.5 text-muted">{question}</p>}
        </div>
        {actions && <div className="flex gap-2">{actions}</div>}
      </header>
      {tabs && <div className="-mt-3 mb-6">{tabs}</div>}
      <div className={cx(width === 'narrow' && 'max-w-2xl')}>{children}</div>
    </div>
  )
}

export function Section({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="mt-8 first:mt-0">
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h2 className="font-semibold text-base">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** Nothing here yet: one sentence, and the one next step. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="rounded-md border border-line border-dashed px-5 py-8 text-center">
      <p className="font-medium text-base">{title}</p>
      {children && <div className="mx-auto mt-1 max-w-md text-muted">{children}</div>}
      {action && <div className="mt-4 flex justify-center">{action}</div>}
    </div>
  )
}

/** Rows of the height that the list will have, so that nothing jumps. */
export function RowSkeletons({ rows = 3 }: { rows?: number }) {
  return (
    <div aria-busy="true" className="divide-y divide-line border-line border-y">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => row).map(row => (
        <div key={row} className="flex h-12 items-center gap-4">
          <div className="skeleton h-3" style={{ width: `${34 - ((row * 7) % 15)}%` }} />
          <div className="skeleton ml-auto h-3 w-24" />
        </div>
      ))}
    </div>
  )
}

/** An error names its cause, its code and the way out. */
export function Failure({ error, retry }: { error: Error & { code?: string }; retry?: () => void }) {
  return (
    <div role="alert" className="rounded-md bg-failed-soft px-4 py-3">
      <p className="font-medium text-failed">{error.message}</p>
      <p className="mt-0.5 text-muted">
        {error.code && <code className="font-mono text-xs">{error.code}</code>}
        {retry && (
          <button type="button" onClick={retry} className="ml-3 text-accent underline underline-offset-2">
            Try again
          </button>
        )}
      </p>
    </div>
  )
}
