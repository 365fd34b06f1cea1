import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { InlineCodeWords } from '../code-words.tsx'
import { Area, Choice, Field, Hint } from '../field.tsx'
import { ListField } from '../list-field.tsx'
import type { Draft, FormField } from './form-fields.ts'

type FieldsProps = {
  fields: readonly FormField[]
  draft: Draft
  onChange(draft: Draft): void
  /** The fault of each field by its name. */
  faults?: Readonly<Record<string, string | undefined>>
  isReadOnly?: boolean
}

/** The fields of a schema, in its order. */
export function SchemaFields({ fields, draft, onChange, faults = {}, isReadOnly = false }: FieldsProps) {
  return fields.map(field => (
    <SchemaField
      key={field.name}
      of={field}
      value={draft[field.name]}
      error={faults[field.name]}
      isReadOnly={isReadOnly}
      onChange={value => onChange({ ...draft, [field.name]: value })}
    />
  ))
}

/** Fields that few people change, folded away. A fault in one of them opens them. */
export function MoreFields({ title, ...props }: FieldsProps & { title: string }) {
  const [isOpen, setOpen] = useState(false)
  const hasFault = props.fields.some(({ name }) => props.faults?.[name])
  useEffect(() => {
    if (hasFault) setOpen(true)
  }, [hasFault])
  if (props.fields.length === 0) return null
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
      <summary className="inline-flex cursor-pointer items-center gap-1.5 rounded-md font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight size={14} aria-hidden className="transition-transform group-open:rotate-90" />
        {title}
        <span className="figures font-normal text-xs">{props.fields.length}</span>
      </summary>
      <div className="mt-4 flex flex-col gap-5 border-line border-l pl-5 ml-[6.5px]">
        <SchemaFields {...props} />
      </div>
    </details>
  )
}

type FieldProps = {
  of: FormField
  value: unknown
  error: string | undefined
  isReadOnly: boolean
  onChange(value: unknown): void
}

function SchemaField(props: FieldProps) {
  const { kind } = props.of
  if (kind === 'switch') return <Switch {...props} />
  if (kind === 'choices') return <Choices {...props} />
  if (kind === 'list') return <Texts {...props} />
  if (kind === 'choice') return <OneOf {...props} />
  return <Line {...props} />
}

const hintOf = ({ description, isRequired, initial, kind }: FormField): ReactNode => {
  const isLeftOut = !isRequired && initial === undefined && /^(text|secret|date)$/.test(kind)
  return (
    <>
      <InlineCodeWords text={description} />
      {isLeftOut && ' Optional.'}
      {kind === 'secret' && ' Stored encrypted, never shown.'}
    </>
  )
}

const inputTypes: Partial<Record<FormField['kind'], string>> = {
  secret: 'password',
  number: 'number',
  date: 'date',
}

function Line({ of: field, value, error, isReadOnly, onChange }: FieldProps) {
  const { label, kind, isRequired, placeholder, least, most, maxLength } = field
  if (kind === 'json')
    return (
      <Area
        label={label}
        rows={4}
        className="font-mono"
        value={String(value ?? '')}
        hint={hintOf(field)}
        error={error}
        readOnly={isReadOnly}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <Field
      label={label}
      type={inputTypes[kind] ?? 'text'}
      isShort={kind === 'number' || kind === 'date'}
      value={String(value ?? '')}
      required={isRequired}
      placeholder={placeholder}
      hint={hintOf(field)}
      error={error}
      readOnly={isReadOnly}
      // Browsers fill in passwords of this site, which are none of the source's.
      autoComplete={kind === 'secret' ? 'new-password' : 'off'}
      spellCheck={false}
      min={least}
      max={most}
      maxLength={maxLength}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function Texts({ of: field, value, error, isReadOnly, onChange }: FieldProps) {
  return (
    <ListField
      label={field.label}
      value={(value ?? []) as string[]}
      placeholder={field.placeholder}
      hint={<>{hintOf(field)} One a line.</>}
      error={error}
      isReadOnly={isReadOnly}
      onChange={onChange}
    />
  )
}

function OneOf({ of: field, value, error, isReadOnly, onChange }: FieldProps) {
  const { label, options, initial, isRequired } = field
  const known = options.map(option => ({
    value: option,
    label: option === initial ? `${option} (usual)` : option,
  }))
  const isOpen = initial === undefined && !isRequired
  return (
    <Choice
      label={label}
      options={isOpen ? [{ value: '', label: 'not set' }, ...known] : known}
      value={String(value ?? '')}
      hint={hintOf(field)}
      error={error}
      disabled={isReadOnly}
      isShort
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function Switch({ of: field, value, error, isReadOnly, onChange }: FieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label className="flex items-center gap-2 font-medium">
        <input
          type="checkbox"
          className="size-4 accent-accent pointer-coarse:size-5"
          checked={value === true}
          disabled={isReadOnly}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
        />
        {field.label}
      </label>
      <Hint id={id} hint={hintOf(field)} error={error} />
    </div>
  )
}

function Choices({ of: field, value, error, isReadOnly, onChange }: FieldProps) {
  const id = useId()
  const chosen = (value ?? []) as string[]
  return (
    <fieldset aria-describedby={id} className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{field.label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {field.options.map(option => (
          <label key={option} className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-10">
            <input
              type="checkbox"
              className="size-4 accent-accent pointer-coarse:size-5"
              checked={chosen.includes(option)}
              disabled={isReadOnly}
              onChange={({ target }) =>
                // In the order of the schema, so that the same choice is the same value.
                onChange(
                  field.options.filter(each => (each === option ? target.checked : chosen.includes(each))),
                )
              }
            />
            {option}
          </label>
        ))}
      </div>
      <Hint id={id} hint={hintOf(field)} error={error} />
    </fieldset>
  )
}
