import type { Key } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { keysQuery } from '../../data/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Chips } from '../../parts/chips.tsx'
import { counted } from '../../parts/numbers.ts'
import { Empty, Failure } from '../../parts/page.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { TableSkeleton } from '../../parts/table/skeleton.tsx'
import { Table } from '../../parts/table/table.tsx'
import { Workbench } from '../../parts/workbench.tsx'
import { keysRoute } from '../../router.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { keysTabs } from '../../shell/places.ts'
import { columnsFor } from './columns.tsx'
import { CreateKey } from './create-key.tsx'
import { KeyInspector } from './key-inspector.tsx'
import { isAlive } from './key-words.ts'

/** Which programs may use this memory? */
export function Keys() {
  const view = keysRoute.useSearch()
  const { q = '', disabled = false, new: isNew = false } = view
  const navigate = keysRoute.useNavigate()
  const [creating, setCreating] = useState(isNew)
  const keys = useQuery(keysQuery)
  const shown = keys.data?.filter(key => matches(key, q) && (disabled || isAlive(key)))
  const open = keys.data?.find(({ id }) => id === view.open)
  const change = (part: object) =>
    navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  return (
    <Workbench
      title="Keys"
      question="Which programs may use this memory?"
      tabs={<PageTabs label="Keys and apps" tabs={keysTabs} />}
      actions={
        <Button look="primary" onClick={() => setCreating(true)}>
          <Plus size={16} aria-hidden />
          Create a key
        </Button>
      }
      filters={
        <>
          <SearchBox label="Find a key" value={view.q} onChange={words => change({ q: words })} />
          <Chips
            label="State"
            value={disabled ? 'all' : ''}
            options={[
              { value: '', label: 'Working', count: keys.data?.filter(isAlive).length },
              { value: 'all', label: 'All', count: keys.data?.length },
            ]}
            onChange={which => change({ disabled: which === 'all' || undefined })}
          />
          <span className="figures ml-auto whitespace-nowrap text-muted text-xs">
            {counted(shown?.length ?? 0, 'key')}
          </span>
        </>
      }
      inspector={open && <KeyInspector of={open} onClose={() => change({ open: undefined })} />}
    >
      {keys.isError && (
        <div className="px-6">
          <Failure error={keys.error} retry={() => keys.refetch()} />
        </div>
      )}
      {keys.isPending && <TableSkeleton rows={6} />}
      {shown?.length === 0 && (
        <div className="px-4 sm:px-6">
          <Empty
            title={q ? 'No key matches this search.' : 'No key yet.'}
            action={
              <Button look="primary" onClick={() => setCreating(true)}>
                Create a key
              </Button>
            }
          >
            A program sends its key with every request.
          </Empty>
        </div>
      )}
      {shown && shown.length > 0 && (
        <Table
          label="Keys"
          rows={shown}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          columns={columnsFor(open !== undefined)}
          open={view.open}
          onOpen={id => change({ open: id })}
          onClose={() => change({ open: undefined })}
        />
      )}
      <CreateKey open={creating} onOpenChange={setCreating} />
    </Workbench>
  )
}

function matches({ id, name, containerTag, client }: Key, q: string): boolean {
  return `${id} ${name} ${containerTag ?? ''} ${client ?? ''}`.toLowerCase().includes(q.toLowerCase())
}
