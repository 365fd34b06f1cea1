import { type ReactNode, useEffect, useState } from 'react'
import { Area } from './field.tsx'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** A list of texts, one a line. What is typed stays as it is until the list changes elsewhere. */
export function ListField({
  label,
  hint,
  error,
  value,
  onChange,
  isReadOnly,
  placeholder,
}: {
  label: string
  hint: ReactNode
  error?: string | undefined
  value: readonly string[]
  onChange(value: string[]): void
  isReadOnly: boolean
  placeholder: string
}) {
  const [text, setText] = useState(value.join('\n'))
  const list = value.join('\n')
  useEffect(() => {
    setText(before => (linesOf(before).join('\n') === list ? before : list))
  }, [list])
  return (
    <Area
      label={label}
      rows={Math.min(8, Math.max(2, value.length + 1))}
      readOnly={isReadOnly}
      value={text}
      placeholder={placeholder}
      hint={hint}
      error={error}
      onChange={({ target }) => {
        setText(target.value)
        onChange(linesOf(target.value))
      }}
    />
  )
}
