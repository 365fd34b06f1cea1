import type { Organization } from '../../../platform/access/principal.ts'
import { inScope, readOnceInScope } from '../../../platform/db/tx.ts'
import { nilUuid } from '../../../platform/lib/ids.ts'
import type { ArchiveApp, Step } from '../archive-app.ts'
import { partBytes } from '../format.ts'
import { partKey } from '../job-files.ts'
import { advanceJob } from '../job-store.ts'
import { dropParts, putPart } from '../part-store.ts'
import { readContainer } from './export-store.ts'
import { findNextContainer } from './find-next-container.ts'
import { readMarkdownDocuments, readMarkdownMemories } from './markdown-store.ts'
import { packEnd, packTexts } from './pack-entry.ts'
import { folderOf, type MarkdownFile, writeDocument, writeMemory } from './write-markdown.ts'

type Place = {
  next: number
  container?: { shard: number; container: string; tag: string }
  section?: 'documents' | 'memories'
  after?: string
}

const perPage = 100
const mostPartBytes = 1024 ** 3

/** Writes a folder of Markdown files, some hundred in each part, until the step has lasted long enough. */
export async function runMarkdown(
  app: ArchiveApp,
  organization: Organization,
  step: Step,
): Promise<'again' | 'done'> {
  const { job } = step
  const cell = app.cells.of(job.shard)
  let place = { next: 0, ...job.place } as Place
  const counts = { ...job.counts }
  await inScope(cell, { org: job.org }, db => dropParts(db, job, 'output', place.next))
  while (!step.isOver()) {
    const files: MarkdownFile[] = []
    let isEnd = false
    for (let bytes = 0; bytes < partBytes && !isEnd && !step.isOver(); ) {
      const page = await readFiles(app, organization, step, place)
      isEnd = !page
      for (const file of page?.files ?? []) {
        files.push(file)
        bytes += file.text.length
      }
      if (page) {
        counts[page.counted] = (counts[page.counted] ?? 0) + page.files.length
        place = page.place
      }
    }
    const put = async (packed: AsyncIterable<Uint8Array>) => {
      const key = partKey(job, 'output', place.next)
      const { bytes } = await app.blobs.put(key, packed, {
        contentType: 'application/gzip',
        maxBytes: mostPartBytes,
      })
      const part = { part: place.next, bytes, name: null, sha256: null }
      place = { ...place, next: place.next + 1 }
      const progress = { phase: 'writing', place, counts }
      await step.save(async db => {
        await putPart(db, job, 'output', part)
        return advanceJob(db, job, progress)
      })
    }
    if (files.length > 0) await put(packTexts(files))
    else await step.save(db => advanceJob(db, job, { phase: 'writing', place, counts }))
    if (!isEnd) continue
    await put(packEnd())
    return 'done'
  }
  return 'again'
}

type FilePage = { files: MarkdownFile[]; place: Place; counted: string }

async function readFiles(
  app: ArchiveApp,
  organization: Organization,
  { job }: Step,
  place: Place,
): Promise<FilePage | undefined> {
  const { container, section, after = nilUuid } = place
  if (!container || !section) return openNext(app, organization, job, place)
  const key = { shard: container.shard, org: job.org, container: container.container }
  const folder = folderOf(container.tag)
  const files = await readOnceInScope(app.cells.of(key.shard), key, async db => {
    if (section === 'memories') {
      const memories = await readMarkdownMemories(db, { key, after, most: perPage })
      return memories.map(memory => ({ id: memory.id, ...writeMemory(folder, memory) }))
    }
    const documents = await readMarkdownDocuments(db, { key, after, most: perPage })
    return documents.map(document => ({ id: document.id, ...writeDocument(folder, document) }))
  })
  const last = files.at(-1)?.id
  const ended: Place = { next: place.next, container }
  const following = section === 'documents' ? { ...ended, section: 'memories' as const } : ended
  return { files, counted: section, place: last === undefined ? following : { ...place, after: last } }
}

async function openNext(
  app: ArchiveApp,
  organization: Organization,
  job: Step['job'],
  place: Place,
): Promise<FilePage | undefined> {
  const isOne = job.ofContainer !== nilUuid
  if (isOne && place.container) return undefined
  const key = { shard: job.shard, org: job.org, container: job.ofContainer }
  const found = isOne
    ? await readOnceInScope(app.cells.of(job.shard), key, db => readContainer(db, key))
    : await findNextContainer(app.cells.reach(organization), job.org, place.container)
  if (!found) return undefined
  const { shard, container, tag } = found
  return {
    files: [],
    counted: 'containers',
    place: { next: place.next, container: { shard, container, tag }, section: 'documents' },
  }
}
