import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'bg-raised text-ink ring-1 ring-inset ring-line hover:bg-hover',
  quiet: 'text-muted hover:bg-hover hover:text-ink',
  danger: 'bg-failed text-page hover:opacity-90',
}

const shape =
  'inline-flex h-8 items-center justify-center gap-1.5 whitespace-nowrap rounded-md px-3 font-medium text-sm transition-colors disabled:opacity-55 pointer-coarse:h-10'

/** For links that are the main action of a place. */
export const linkLook = (look: Look, ...names: string[]): string => cx(shape, looks[look], ...names)

export function Button({
  look = 'plain',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { look?: Look }) {
  return <button type={type} className={cx(shape, looks[look], className)} {...rest} />
}

/** A square button with an icon. Its label is read aloud and shown as a tooltip. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-8 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-10',
        className,
      )}
      {...rest}
    />
  )
}
