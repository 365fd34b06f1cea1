import type { Key } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { keysQuery } from '../../data/queries.ts'
import { Button } from '../../parts/button.tsx'
import { inputLook } from '../../parts/field.tsx'
import { Empty, Failure, Page, RowSkeletons } from '../../parts/page.tsx'
import { keysRoute } from '../../router.tsx'
import { CreateKey } from './create-key.tsx'
import { KeyRow } from './key-row.tsx'

/** Which programs may use this memory? */
export function Keys() {
  const { q = '', disabled = false, new: isNew = false } = keysRoute.useSearch()
  const navigate = keysRoute.useNavigate()
  const [creating, setCreating] = useState(isNew)
  const keys = useQuery(keysQuery)
  const shown = keys.data?.filter(key => matches(key, q) && (disabled || isAlive(key)))
  const hidden = keys.data?.filter(key => !isAlive(key)).length ?? 0
  return (
    <Page
      title="Keys"
      question="Which programs may use this memory?"
      actions={
        <Button look="primary" onClick={() => setCreating(true)}>
          <Plus size={16} aria-hidden />
          Create a key
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <input
          type="search"
          aria-label="Filter keys"
          placeholder="Filter by name, tag or id"
          className={`${inputLook} max-w-72`}
          defaultValue={q}
          onChange={({ target: { value } }) =>
            navigate({ search: before => ({ ...before, q: value || undefined }) as never, replace: true })
          }
        />
        {hidden > 0 && (
          <label className="flex items-center gap-2 text-muted">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={disabled}
              onChange={({ target: { checked } }) =>
                navigate({
                  search: before => ({ ...before, disabled: checked || undefined }) as never,
                  replace: true,
                })
              }
            />
            Show {hidden} disabled or expired
          </label>
        )}
      </div>
      {keys.isError && <Failure error={keys.error} retry={() => keys.refetch()} />}
      {keys.isPending && <RowSkeletons />}
      {shown?.length === 0 && (
        <Empty
          title={q ? 'No key matches this filter.' : 'No key yet.'}
          action={
            <Button look="primary" onClick={() => setCreating(true)}>
              Create a key
            </Button>
          }
        >
          A program sends its key with every request.
        </Empty>
      )}
      {shown && shown.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {shown.map(key => (
            <KeyRow key={key.id} of={key} />
          ))}
        </ul>
      )}
      <CreateKey open={creating} onOpenChange={setCreating} />
    </Page>
  )
}

export function isAlive({ disabledAt, expiresAt }: Key): boolean {
  return !disabledAt && (!expiresAt || new Date(expiresAt).getTime() > Date.now())
}

function matches({ id, name, containerTag }: Key, q: string): boolean {
  return `${id} ${name} ${containerTag ?? ''}`.toLowerCase().includes(q.toLowerCase())
}
