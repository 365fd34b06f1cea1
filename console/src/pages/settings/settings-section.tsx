import type { ReactNode } from 'react'

/** A group of settings: what it is about on the left, its fields on the right. */
export function SettingsSection({
  title,
  words,
  children,
}: {
  title: string
  words: string
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="grid gap-x-10 gap-y-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div>
        <h2 className="font-semibold text-base">{title}</h2>
        <p className="mt-0.5 text-muted">{words}</p>
      </div>
      <div className="flex max-w-2xl flex-col gap-5">{children}</div>
    </section>
  )
}
