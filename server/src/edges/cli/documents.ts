import type { DocumentListItem } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { printRows } from './print-rows.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'
import { style } from './style.ts'
import { takeFirst } from './take-first.ts'

export type ListOptions = RemoteOptions & { limit?: number }

const defaultLimit = 20

/** Lists the latest documents. */
export async function listDocumentsCommand(config: Config, options: ListOptions): Promise<void> {
  await withServer(config, options, async reverie => {
    const query = { order: 'desc' as const, ...(options.tag && { containerTags: [options.tag] }) }
    const found = await takeFirst(reverie.documents.list(query), options.limit ?? defaultLimit)
    if (options.json) return console.log(JSON.stringify(found, null, 2))
    if (found.length === 0 && process.stdout.isTTY) return console.log('There are no documents.')
    printRows(found.map(toRow), { paint: { status: coloured } })
  })
}

const toRow = ({ id, title, status, containerTags, updatedAt }: DocumentListItem) => ({
  id,
  status,
  container: containerTags?.[0] ?? '',
  changed: updatedAt.slice(0, 16).replace('T', ' '),
  title: title ?? 'Untitled',
})

function coloured(status: string): string {
  if (status === 'done') return style.good(status)
  return status === 'failed' ? style.bad(status) : style.waiting(status)
}

export async function showDocumentCommand(config: Config, id: string, options: RemoteOptions): Promise<void> {
  await withServer(config, options, async reverie => {
    const document = await reverie.documents.get(id, options.tag ? { containerTag: options.tag } : {})
    if (options.json) return console.log(JSON.stringify(document, null, 2))
    console.log(style.bold(printable(document.title ?? 'Untitled')))
    console.log(`  ${document.id}  ${coloured(document.status)}  ${document.containerTags?.join(', ') ?? ''}`)
    if (document.errorCode)
      console.log(`  ${style.bad(document.errorCode)} ${printable(document.errorMessage ?? '')}`)
    if (document.summary) console.log(`  ${printable(document.summary)}`)
  })
}

export async function deleteDocumentCommand(
  config: Config,
  id: string,
  options: RemoteOptions,
): Promise<void> {
  await withServer(config, options, async reverie => {
    await reverie.documents.delete(id, options.tag ? { containerTag: options.tag } : {})
    console.log(`Deleted ${printable(id)}. Memories that came from it alone are forgotten.`)
  })
}
