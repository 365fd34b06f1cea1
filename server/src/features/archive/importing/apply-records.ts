import type { Organization } from '../../../platform/access/principal.ts'
import { blobKey } from '../../../platform/blobs/blob-key.ts'
import { type Db, inScope } from '../../../platform/db/tx.ts'
import { newId } from '../../../platform/lib/ids.ts'
import { tokensOfLength } from '../../../platform/lib/tokens.ts'
import { type EmbeddingModel, embeddingSetOf } from '../../../platform/providers/embedding/embedder.ts'
import { insertEmbeddingSet, readSets, shareSets } from '../../containers/set-store.ts'
import type { ContainerKey } from '../../containers/store.ts'
import { embedForSets } from '../../memories/embed-for-sets.ts'
import { addMemoryTerms, insertMemoryVectors } from '../../memories/store.ts'
import type { ArchiveApp, Step } from '../archive-app.ts'
import { readStagedFile } from '../job-files.ts'
import type { ArchiveRecord, RecordType } from '../records.ts'
import * as store from './import-store.ts'
import { idMap, mapRecord } from './map-ids.ts'
import type { StagedPart } from './staging.ts'

/** What a staged file added, and how much of it was there already. */
export type AppliedCounts = Record<string, number>

type Records = Record<RecordType, store.Row[]>

/** A staged file that is ready to be written: ids mapped, files copied, vectors of facts made. */
type Prepared = {
  key: ContainerKey
  records: Records
  /** The embedding set that the vectors of the archive belong to, if the container searches that set. */
  vectorSet: number | undefined
  model: EmbeddingModel
  documents: number
  memories: number
}

type ContainerHead = { id: string; tag: string; embedding: EmbeddingModel | null } & store.ContainerFields

/** Texts of facts that are embedded in one call. */
const textsPerCall = 64

/**
 * Writes the records of a staged file in one transaction. Documents and memories that the organization has already are left
 * as they are, with all that belongs to them.
 */
export async function applyRecords(
  app: ArchiveApp,
  organization: Organization,
  step: Step,
  { head, lines }: StagedPart,
  alsoIn: (db: Db, shard: number, counts: AppliedCounts) => Promise<void>,
): Promise<AppliedCounts> {
  if (head.staged !== 'container') throw new Error('These records belong to no container')
  const from = head.container as ContainerHead
  const tag = step.job.containerTag ?? from.tag
  return app.containers.retryIfClosed(async () => {
    const key = await app.containers.resolve(organization, tag)
    const mapId = idMap({ org: head.org, container: from.id, tag: from.tag }, { ...key, tag })
    const records = toRecords(lines, mapId, tag)
    const prepared = await prepare(app, step, key, from, records)
    const tokens = prepared.records.document.reduce(
      (sum, { size }) => sum + tokensOfLength(size as number),
      0,
    )
    const write = () =>
      inScope(app.cells.of(key.shard), { org: key.org }, async db => {
        const counts = await writeRecords(db, prepared)
        await alsoIn(db, key.shard, counts)
        // Last, because the commit counts in this row: in the opposite order, an add could deadlock with it.
        await store.completeContainer(db, key, from)
        return counts
      })
    return app.quotas ? app.quotas.within(organization, tokens, write) : write()
  })
}

function toRecords(lines: readonly string[], mapId: (id: string) => string, tag: string): Records {
  const records: Records = {
    ...{ document: [], revision: [], chunk: [], fact: [], memory: [] },
    ...{ source: [], relation: [], statedFact: [], undone: [] },
  }
  for (const line of lines) {
    const record = JSON.parse(line) as ArchiveRecord
    const mapped = mapRecord(record.record, record, mapId)
    if (record.record === 'document') mapped.containerTags = underTag(record.containerTags as string[], tag)
    records[record.record].push(mapped)
  }
  return records
}

/** The first tag is the container. */
const underTag = ([, ...others]: string[], tag: string): string[] => [
  tag,
  ...others.filter(other => other !== tag),
]

/** Leaves out what is there already, then copies files and embeds facts, both outside of any transaction. */
async function prepare(
  app: ArchiveApp,
  step: Step,
  key: ContainerKey,
  from: ContainerHead,
  given: Records,
): Promise<Prepared> {
  const cell = app.cells.of(key.shard)
  const ids = [...given.document, ...given.memory].map(({ id }) => id as string)
  const { existing, sets } = await inScope(cell, { org: key.org }, async db => ({
    existing: await store.findExisting(db, key, ids),
    sets: await readSets(db, key),
  }))
  const records = without(existing, given)
  const archived = from.embedding && embeddingSetOf(from.embedding)
  const vectorSet = archived !== null && archived === sets?.active ? archived : undefined
  const model = vectorSet === undefined ? app.embedder.model : from.embedding!
  const facts = [...records.fact, ...records.statedFact]
  await embedFacts(app, key, facts, vectorSet, step.signal)
  await copyFiles(app, step, key, records.revision)
  return { key, records, vectorSet, model, documents: given.document.length, memories: given.memory.length }
}

function without(existing: ReadonlySet<string>, given: Records): Records {
  const isNew = (field: string) => (row: store.Row) => !existing.has(row[field] as string)
  return {
    document: given.document.filter(isNew('id')),
    revision: given.revision.filter(isNew('document')),
    chunk: given.chunk.filter(isNew('document')),
    fact: given.fact.filter(isNew('document')),
    memory: given.memory.filter(isNew('id')),
    source: given.source.filter(isNew('memory')),
    relation: given.relation.filter(isNew('memory')),
    statedFact: given.statedFact.filter(isNew('id')),
    undone: given.undone,
  }
}

/** A fact needs a vector. That of the archive serves if the container searches the same set. */
async function embedFacts(
  app: ArchiveApp,
  key: ContainerKey,
  facts: readonly store.Row[],
  vectorSet: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const isReady = ({ vector }: store.Row) => vectorSet !== undefined && typeof vector === 'string'
  for (const fact of facts.filter(isReady)) fact.embeddingSet = vectorSet
  const missing = facts.filter(fact => !isReady(fact))
  for (let at = 0; at < missing.length; at += textsPerCall) {
    const some = missing.slice(at, at + textsPerCall)
    const texts = some.map(({ fact }) => (fact as { text: string }).text)
    const { model, vectors } = await embedForSets(app, key, texts, signal)
    some.forEach((fact, i) => {
      Object.assign(fact, { vector: vectors[i]!.vector, embeddingSet: embeddingSetOf(model) })
    })
  }
}

/** Copies staged files to keys of their own. If the transaction fails, the collector of loose files removes the copies. */
async function copyFiles(
  app: ArchiveApp,
  step: Step,
  { org, shard }: ContainerKey,
  revisions: readonly store.Row[],
): Promise<void> {
  for (const revision of revisions) {
    if (typeof revision.file !== 'string') continue
    const part = Number(revision.file.slice('files/'.length))
    const key = blobKey({ organization: org, container: 'upload', document: newId(shard), revision: 1 })
    const meta = { contentType: revision.fileType as string, maxBytes: app.maxFileBytes }
    await app.blobs.put(key, readStagedFile(app.blobs, step.job, part), meta)
    revision.blobKey = key
  }
}

async function writeRecords(db: Db, prepared: Prepared): Promise<AppliedCounts> {
  const { key, records, model } = prepared
  await insertEmbeddingSet(db, key.shard, key.org, model)
  // Locks the sets before the container's counters, in the same order as a switch of sets.
  await shareSets(db, key)
  const documents = await writeDocuments(db, prepared)
  const memories = await writeMemories(db, prepared)
  const decisions = await store.insertUndone(db, key, records.undone)
  return {
    documents,
    memories,
    decisions,
    skippedDocuments: prepared.documents - documents,
    skippedMemories: prepared.memories - memories,
  }
}

async function writeDocuments(db: Db, { key, records, vectorSet }: Prepared): Promise<number> {
  const added = new Set(await store.insertDocuments(db, key, records.document))
  const isOurs = ({ document }: store.Row) => added.has(document as string)
  const chunks = records.chunk.filter(isOurs)
  await store.insertRevisions(db, key, records.revision.filter(isOurs))
  if (chunks.length > 0) await store.insertChunks(db, key, chunks)
  if (vectorSet !== undefined) await store.insertChunkVectors(db, key, vectorSet, chunks)
  await store.insertFacts(db, key, records.fact.filter(isOurs))
  await store.addTermCounts(db, key, countTerms(chunks))
  return added.size
}

async function writeMemories(db: Db, { key, records, vectorSet }: Prepared): Promise<number> {
  const added = new Set(await store.insertMemories(db, key, records.memory))
  const memories = records.memory.filter(({ id }) => added.has(id as string))
  const isOurs = ({ memory }: store.Row) => added.has(memory as string)
  if (vectorSet !== undefined) {
    const embedded = memories.filter(({ vector }) => typeof vector === 'string')
    if (embedded.length > 0)
      await insertMemoryVectors(db, key, vectorSet, embedded as { id: string; vector: string }[])
  }
  await store.insertSources(db, key, records.source.filter(isOurs))
  await store.insertRelations(db, key, records.relation.filter(isOurs))
  await store.insertFacts(
    db,
    key,
    records.statedFact.filter(({ id }) => added.has(id as string)),
  )
  await addMemoryTerms(db, key, countTerms(memories))
  return added.size
}

/** The number of rows with each term. */
function countTerms(rows: readonly store.Row[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { terms } of rows) {
    if (typeof terms !== 'string') continue
    for (const [, term] of terms.matchAll(/(\d+):/g))
      counts.set(Number(term), (counts.get(Number(term)) ?? 0) + 1)
  }
  return counts
}
