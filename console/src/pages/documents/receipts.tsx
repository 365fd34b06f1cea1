import { answerOf } from '@reverie/sdk'
import { useQueries } from '@tanstack/react-query'
import { reverie } from '../../data/client.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Facts } from '../../parts/inspector.tsx'
import { Modal } from '../../parts/modal.tsx'
import { figure } from '../../parts/numbers.ts'
import { StateMark } from '../../parts/state.tsx'

/** The receipts of a deletion. They have no event stream, so a purge that still runs is asked for each second while the dialog is open. */
export function Receipts({ ids, onClose }: { ids: readonly string[]; onClose(): void }) {
  const receipts = useQueries({
    queries: ids.map(id => ({
      queryKey: ['erasure', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        answerOf(await reverie.api.GET('/v3/erasures/{id}', { params: { path: { id } }, signal })),
      refetchInterval: (query: { state: { data?: { status: string } | undefined } }) =>
        query.state.data?.status === 'done' ? false : 1_000,
    })),
  })
  return (
    <Modal
      title="Deleted"
      description="The documents are gone from lists and search. This is the receipt of the purge."
      open
      onOpenChange={open => !open && onClose()}
    >
      <ul className="flex flex-col gap-5">
        {receipts.map(({ data }, at) => (
          <li key={ids[at]}>
            <p className="mb-1.5 flex items-center gap-2">
              {data?.status === 'done' ? (
                <StateMark state="done" label="Erased" />
              ) : (
                <StateMark state="running" label="Purging" />
              )}
              <code className="ml-auto truncate font-mono text-muted text-xs">{ids[at]}</code>
              <CopyButton text={ids[at]!} label="Copy the receipt's id" />
            </p>
            {data && (
              <Facts
                of={[
                  ['Documents', figure(data.requested)],
                  ['Rows', figure(data.removed.rows)],
                  ['Vectors', figure(data.removed.vectors)],
                  ['Keyword rows', figure(data.removed.textIndex)],
                  ['Memory rows', figure(data.removed.memories)],
                  ['Files', figure(data.removed.blobs)],
                ]}
              />
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
