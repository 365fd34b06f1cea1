import { type ReactNode, useEffect } from 'react'
import { Mark } from '../../shell/mark.tsx'

/** The frame of pages before the sign-in. */
export function Card({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Reverie`
  }, [title])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center px-5 py-10">
      <Mark />
      <h1 className="mt-6 font-semibold text-xl tracking-tight">{title}</h1>
      {intro && <p className="mt-1 text-base text-muted">{intro}</p>}
      <div className="mt-6">{children}</div>
    </main>
  )
}
