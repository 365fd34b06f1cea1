import { useQuery } from '@tanstack/react-query'
import { containersQuery } from '../../data/containers.ts'
import { Field } from '../../parts/field.tsx'

/** The container of the documents, with those that exist as suggestions. */
export function ContainerField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange(value: string): void
  error: string | undefined
}) {
  const { data } = useQuery(containersQuery)
  return (
    <>
      <Field
        label="Container"
        value={value}
        list="containers"
        autoComplete="off"
        maxLength={100}
        pattern="[A-Za-z0-9_:.\-]+"
        placeholder="sm_project_default"
        hint="Its documents go here. A container need not exist yet."
        error={error}
        className="max-w-sm"
        onChange={({ target }) => onChange(target.value.trim())}
      />
      <datalist id="containers">
        {data?.map(({ containerTag }) => (
          <option key={containerTag} value={containerTag} />
        ))}
      </datalist>
    </>
  )
}
