import type { CellShards, Cells } from '../../../platform/db/cells.ts'
import { type Db, readOnceInScope } from '../../../platform/db/tx.ts'
import { nilUuid } from '../../../platform/lib/ids.ts'
import * as store from './export-store.ts'
import { findNextContainer } from './find-next-container.ts'

/** Where an export goes on: a container, a section of it, and the last id that was written. */
export type ExportPlace = {
  /** Number of the next part. */
  next: number
  container?: { shard: number; container: string }
  /** Undefined: the container itself is next. */
  section?: Section
  after?: string
}

const sections = ['documents', 'memories', 'undone'] as const
type Section = (typeof sections)[number]

/** Lines that belong together: a document or memory first, then what belongs to it. */
export type Unit = { kind: 'container' | Section; lines: store.Line[] }

export type Page = { units: Unit[]; place: ExportPlace }

/** What a job exports. */
export type ExportScope = {
  org: string
  /** Undefined: all containers of the organization. */
  container: { shard: number; container: string } | undefined
  hasVectors: boolean
}

const documentsPerPage = 100
const memoriesPerPage = 500

/** Characters of documents in a page. Their chunks, terms and vectors take up to ten times as many bytes. */
const pageChars = 500_000

type ExportApp = { cells: Pick<Cells, 'of'>; reach: readonly CellShards[] }

/** Reads the next page in one short transaction. Undefined: nothing is left. */
export async function readPage(
  app: ExportApp,
  scope: ExportScope,
  place: ExportPlace,
): Promise<Page | undefined> {
  const { container, section } = place
  if (!container || !section) return openContainer(app, scope, place)
  const cell = app.cells.of(container.shard)
  const key = { ...container, org: scope.org }
  return readOnceInScope(cell, { org: scope.org, container: container.container }, async db => {
    await store.useUtc(db)
    const found = await store.readContainer(db, key)
    if (!found) return { units: [], place: leave(place) }
    const set = scope.hasVectors ? found.activeSet : undefined
    const after = place.after ?? nilUuid
    const units = await readers[section](db, { key, after, set })
    const last = units.at(-1)?.lines[0]?.of
    return { units, place: last === undefined ? endSection(place, section) : { ...place, after: last } }
  })
}

const leave = ({ next, container }: ExportPlace): ExportPlace => ({ next, ...(container && { container }) })

function endSection(place: ExportPlace, section: Section): ExportPlace {
  const following = sections[sections.indexOf(section) + 1]
  return following ? { ...leave(place), section: following } : leave(place)
}

/** The one container of the job, or the next one of the organization. */
async function openContainer(
  { cells, reach }: ExportApp,
  scope: ExportScope,
  place: ExportPlace,
): Promise<Page | undefined> {
  const { org } = scope
  const one = scope.container
  if (one && place.container) return undefined
  const found = one
    ? await readOnceInScope(cells.of(one.shard), { org, container: one.container }, async db => {
        await store.useUtc(db)
        return store.readContainer(db, { ...one, org })
      })
    : await findNextContainer(reach, org, place.container)
  if (!found) return undefined
  const { shard, container, line } = found
  return {
    units: [{ kind: 'container', lines: [{ of: container, line }] }],
    place: { next: place.next, container: { shard, container }, section: 'documents' },
  }
}

type ReadSection = (
  db: Db,
  from: { key: Parameters<typeof store.readRevisions>[1]; after: string; set: store.VectorSet },
) => Promise<Unit[]>

const readers: Record<Section, ReadSection> = {
  async documents(db, { key, after, set }) {
    const listed = await store.readDocuments(db, { key, after, most: documentsPerPage })
    const documents = listed.slice(0, fitting(listed))
    const ids = documents.map(({ of }) => of)
    if (ids.length === 0) return []
    const children = [
      await store.readRevisions(db, key, ids),
      await store.readChunks(db, key, ids, set),
      await store.readFacts(db, key, ids, set),
    ]
    return toUnits('documents', documents, children)
  },
  async memories(db, { key, after, set }) {
    const memories = await store.readMemories(db, { key, after, most: memoriesPerPage }, set)
    const ids = memories.map(({ of }) => of)
    if (ids.length === 0) return []
    const children = [
      await store.readSources(db, key, ids),
      await store.readRelations(db, key, ids),
      await store.readStatedFacts(db, key, ids, set),
    ]
    return toUnits('memories', memories, children)
  },
  async undone(db, { key, after }) {
    return toUnits('undone', await store.readUndone(db, { key, after, most: memoriesPerPage }), [])
  },
}

/** How many documents fit in a page: at least one, however long it is. */
function fitting(documents: readonly { size: number }[]): number {
  let chars = 0
  let count = 0
  for (const { size } of documents) {
    chars += size
    if (count > 0 && chars > pageChars) break
    count++
  }
  return count
}

function toUnits(kind: Section, parents: readonly store.Line[], children: readonly store.Line[][]): Unit[] {
  const byParent = children.map(lines => Map.groupBy(lines, ({ of }) => of))
  return parents.map(parent => ({
    kind,
    lines: [parent, ...byParent.flatMap(groups => groups.get(parent.of) ?? [])],
  }))
}
