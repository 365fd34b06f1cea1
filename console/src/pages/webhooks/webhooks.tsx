import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Empty, Failure } from '../../parts/page.tsx'
import { TableSkeleton } from '../../parts/table/skeleton.tsx'
import { Table } from '../../parts/table/table.tsx'
import { Workbench } from '../../parts/workbench.tsx'
import { webhooksRoute } from '../../router.tsx'
import { columnsFor } from './columns.tsx'
import { webhooksQuery } from './use-webhooks.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookInspector } from './webhook-inspector.tsx'

/** Who is told when something changes? */
export function Webhooks() {
  const view = webhooksRoute.useSearch()
  const navigate = webhooksRoute.useNavigate()
  const [adding, setAdding] = useState(false)
  const webhooks = useQuery(webhooksQuery)
  const open = webhooks.data?.find(({ id }) => id === view.open)
  const change = (part: object) =>
    navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden />
      Add a webhook
    </Button>
  )
  return (
    <Workbench
      title="Webhooks"
      question="Who is told when something changes?"
      actions={add}
      inspector={
        open && <WebhookInspector key={open.id} of={open} onClose={() => change({ open: undefined })} />
      }
    >
      {webhooks.isError && (
        <div className="px-6">
          <Failure error={webhooks.error} retry={() => webhooks.refetch()} />
        </div>
      )}
      {webhooks.isPending && <TableSkeleton rows={4} />}
      {webhooks.data?.length === 0 && (
        <div className="px-4 sm:px-6">
          <Empty title="No webhook yet." action={add}>
            Your server gets a signed message when a document is done or a memory changes, so that it need not
            ask again and again.
          </Empty>
        </div>
      )}
      {webhooks.data && webhooks.data.length > 0 && (
        <Table
          label="Webhooks"
          rows={webhooks.data}
          idOf={({ id }) => id}
          nameOf={({ url }) => url}
          columns={columnsFor(open !== undefined)}
          open={view.open}
          onOpen={id => change({ open: id })}
          onClose={() => change({ open: undefined })}
        />
      )}
      <WebhookForm open={adding} onOpenChange={setAdding} />
    </Workbench>
  )
}
