import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

/** 16 px on phones, which zoom into a field whose text is smaller. */
export const inputLook =
  'h-9 w-full rounded-md bg-raised px-3 text-sm text-ink ring-1 ring-inset ring-edge/60 placeholder:text-muted hover:ring-edge focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-[16px]'

/** A select has our chevron, because each browser draws and pads its own differently. */
export const selectLook = `${inputLook} appearance-none bg-[image:var(--chevron)] bg-[position:right_0.5rem_center] bg-[length:16px] bg-no-repeat pr-8`

type Labelled = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The input is narrow, and its hint is not. */
  isShort?: boolean
}

/** A labelled input. The hint stays visible; the error is read aloud when it appears. */
export function Field({
  label,
  hint,
  error,
  isShort,
  className,
  ...input
}: ComponentProps<'input'> & Labelled) {
  const id = useId()
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        className={cx(inputLook, isShort && 'max-w-60')}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-hint` : undefined}
        {...input}
      />
      <Hint id={`${id}-hint`} hint={hint} error={error} />
    </div>
  )
}

/** A labelled text of several lines. */
export function Area({ label, hint, error, className, ...area }: ComponentProps<'textarea'> & Labelled) {
  const id = useId()
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        className={cx(inputLook, 'h-auto! py-2')}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-hint` : undefined}
        {...area}
      />
      <Hint id={`${id}-hint`} hint={hint} error={error} />
    </div>
  )
}

export function Choice({
  label,
  hint,
  error,
  isShort,
  options,
  className,
  ...select
}: ComponentProps<'select'> & Labelled & { options: readonly { value: string; label: string }[] }) {
  const id = useId()
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select
        id={id}
        className={cx(selectLook, isShort && 'max-w-60')}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-hint` : undefined}
        {...select}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Hint id={`${id}-hint`} hint={hint} error={error} />
    </div>
  )
}

/** What a field is for, or what is wrong with it. */
export function Hint({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (error)
    return (
      <p id={id} role="alert" className="text-failed text-xs">
        {error}
      </p>
    )
  return hint ? (
    <p id={id} className="text-muted text-xs">
      {hint}
    </p>
  ) : null
}
