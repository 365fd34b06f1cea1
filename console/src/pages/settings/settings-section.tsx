import { type ReactNode, useEffect, useRef } from 'react'

/** A group of settings: what it is about on the left, its fields on the right. */
export function SettingsSection({
  title,
  words,
  id,
  children,
}: {
  title: string
  words: string
  /** For links to it, such as `/settings#applications`. */
  id?: string
  children: ReactNode
}) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The settings come after the page, so the browser found nothing to scroll to.
    if (id !== undefined && location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id])
  return (
    <section
      ref={section}
      {...(id !== undefined && { id })}
      aria-label={title}
      className="grid gap-x-10 gap-y-4 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div>
        <h2 className="font-semibold text-base">{title}</h2>
        <p className="mt-0.5 text-muted">{words}</p>
      </div>
      <div className="flex max-w-2xl flex-col gap-5">{children}</div>
    </section>
  )
}
