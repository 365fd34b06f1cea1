import type { ArchiveJob } from '@reverie/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { reverie } from '../../data/client.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { bytes, counted, figure } from '../../parts/numbers.ts'
import { Failure } from '../../parts/page.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { type State, StateMark } from '../../parts/state.tsx'
import { valuesOf } from '../people/form-values.ts'

type Format = 'archive' | 'markdown'

/** Writes all that a container holds into a file, to move it to another server or to read it. */
export function ExportDialog({ tag, onClose }: { tag: string; onClose(): void }) {
  const start = useMutation({
    mutationFn: (format: Format) => reverie.exports.start({ containerTag: tag, format }),
  })
  return (
    <Modal
      title={`Export ${tag}`}
      description="All documents with their files, and all memories with their versions and sources. Keys and secrets are left out."
      open
      onOpenChange={open => !open && onClose()}
    >
      {start.data ? (
        <Progress id={start.data.id} tag={tag} onClose={onClose} />
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={event => {
            event.preventDefault()
            start.mutate(valuesOf(event.currentTarget, 'format').format as Format)
          }}
        >
          <Choice
            label="Format"
            name="format"
            options={[
              { value: 'archive', label: 'Archive: can be imported again, without loss' },
              { value: 'markdown', label: 'Markdown: for people and other programs' },
            ]}
          />
          {start.error && <Failure error={start.error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" disabled={start.isPending}>
              Export
            </Button>
          </div>
        </form>
      )}
    </Modal>
  )
}

const states: Record<ArchiveJob['status'], { state: State; label: string }> = {
  uploading: { state: 'waiting', label: 'Waiting' },
  queued: { state: 'waiting', label: 'Waiting' },
  running: { state: 'running', label: 'Writing' },
  done: { state: 'done', label: 'Done' },
  failed: { state: 'failed', label: 'Failed' },
}

const hasEnded = (job: ArchiveJob | undefined) => job?.status === 'done' || job?.status === 'failed'

/** An export has no events, so it is looked at again each second while the dialog is open. */
function Progress({ id, tag, onClose }: { id: string; tag: string; onClose(): void }) {
  const { data } = useQuery({
    queryKey: ['export', id],
    queryFn: ({ signal }) => reverie.exports.get(id, { signal }),
    refetchInterval: query => (hasEnded(query.state.data) ? false : 1_000),
  })
  const download = useMutation({
    mutationFn: async () => {
      const file = await new Response(await reverie.exports.download(id)).blob()
      saveFile(`${tag}.tar.gz`, file)
    },
  })
  const written = (data?.counts.documents ?? 0) + (data?.counts.memories ?? 0)
  return (
    <>
      <p className="flex flex-wrap items-center gap-3" aria-live="polite">
        <StateMark {...states[data?.status ?? 'queued']} />
        <span className="figures text-muted">
          {figure(written)}
          {data?.total && ` of ${counted(data.total, 'document and memory', 'documents and memories')}`}
          {data?.bytes && ` · ${bytes(data.bytes)}`}
        </span>
      </p>
      {data?.errorMessage && <p className="mt-2 text-failed">{data.errorMessage}</p>}
      {!hasEnded(data) && <p className="mt-2 text-muted">It goes on if you close this.</p>}
      {download.error && <Failure error={download.error} />}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        {data?.status === 'done' && (
          <Button look="primary" disabled={download.isPending} onClick={() => download.mutate()}>
            <Download size={14} aria-hidden />
            Download
          </Button>
        )}
      </div>
    </>
  )
}
