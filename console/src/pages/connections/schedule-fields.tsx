import { Choice, Field } from '../../parts/field.tsx'
import { everyWords } from './connection-words.ts'

/** How often, and how much. `everyMinutes` null: as the connector says. The limit is what is typed. */
export type Schedule = { everyMinutes: number | null; documentLimit: string }

/** The names of the fields in the API. */
export const scheduleNames = ['everyMinutes', 'documentLimit'] as const

const usual = [10, 30, 60, 240, 1_440, 10_080, 0]

export function ScheduleFields({
  value,
  onChange,
  usualMinutes,
  faults,
  isReadOnly = false,
}: {
  value: Schedule
  onChange(value: Schedule): void
  usualMinutes: number
  faults: Readonly<Record<string, string>>
  isReadOnly?: boolean
}) {
  const { everyMinutes } = value
  // An interval that was set by the API is one of the choices.
  const known = everyMinutes === null || usual.includes(everyMinutes) ? usual : [everyMinutes, ...usual]
  const options = known.map(minutes => ({ value: String(minutes), label: sentence(everyWords(minutes)) }))
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Choice
        label="Import"
        value={everyMinutes === null ? '' : String(everyMinutes)}
        options={[{ value: '', label: `As usual: ${everyWords(usualMinutes)}` }, ...options]}
        hint="An import that finds no change costs next to nothing."
        error={faults.everyMinutes}
        disabled={isReadOnly}
        onChange={({ target }) =>
          onChange({ ...value, everyMinutes: target.value === '' ? null : Number(target.value) })
        }
      />
      <Field
        label="At most this many documents"
        type="number"
        min={1}
        max={10_000}
        value={value.documentLimit}
        placeholder="no limit"
        hint="Items beyond it are left out. 1 to 10,000."
        error={faults.documentLimit}
        readOnly={isReadOnly}
        onChange={({ target }) => onChange({ ...value, documentLimit: target.value })}
      />
    </div>
  )
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Only what was chosen. */
export const scheduleValues = ({ everyMinutes, documentLimit }: Schedule) => ({
  ...(everyMinutes !== null && { everyMinutes }),
  ...(documentLimit !== '' && { documentLimit: Number(documentLimit) }),
})
