import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from './button.tsx'
import { inputLook } from './field.tsx'

export type Bucket = { key: string; description: string }

const mostBuckets = 50

/** Names and descriptions of the parts that a profile is sorted into. */
export function BucketsField({
  label,
  hint,
  value,
  onChange,
  isReadOnly = false,
}: {
  label: string
  hint: string
  value: readonly Bucket[]
  onChange(value: Bucket[]): void
  isReadOnly?: boolean
}) {
  const id = useId()
  const set = (at: number, part: Partial<Bucket>) =>
    onChange(value.map((bucket, index) => (index === at ? { ...bucket, ...part } : bucket)))
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex flex-col gap-2">
        {value.map((bucket, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bucket has no id, and its name changes while one types
          <div key={at} className="flex items-start gap-2">
            <input
              aria-label={`Name of bucket ${at + 1}`}
              className={`${inputLook} w-32! shrink-0`}
              required
              maxLength={100}
              value={bucket.key}
              readOnly={isReadOnly}
              placeholder="work"
              onChange={({ target }) => set(at, { key: target.value })}
            />
            <input
              aria-label={`Description of bucket ${at + 1}`}
              className={inputLook}
              maxLength={1000}
              value={bucket.description}
              readOnly={isReadOnly}
              placeholder="Job, colleagues and projects"
              onChange={({ target }) => set(at, { description: target.value })}
            />
            {!isReadOnly && (
              <IconButton
                label={`Remove bucket ${at + 1}`}
                onClick={() => onChange(value.filter((_, index) => index !== at))}
              >
                <X size={14} />
              </IconButton>
            )}
          </div>
        ))}
        {!isReadOnly && value.length < mostBuckets && (
          <Button
            look="quiet"
            className="self-start"
            onClick={() => onChange([...value, { key: '', description: '' }])}
          >
            <Plus size={14} aria-hidden />
            Add a bucket
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1 text-muted text-xs">
        {hint}
      </p>
    </fieldset>
  )
}
