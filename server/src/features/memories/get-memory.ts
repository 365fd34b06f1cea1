import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId, shardOf } from '../../platform/lib/ids.ts'
import {
  type Citation,
  type Decision,
  findMemory,
  type LocatedMemory,
  readCitations,
  readDecisions,
} from './cited-store.ts'
import type { MemoryEntry } from './list-memories.ts'
import { readHistory, readLineage } from './list-store.ts'

export type CitedMemory = MemoryEntry & {
  origin: string
  confidence: number | null
  trueFrom: Date | null
  trueUntil: Date | null
  citations: Citation[]
  decisions: Decision[]
}

/** A memory with its history, its sources and the decisions about it. */
export async function getMemory(cells: Cells, principal: Principal, id: string): Promise<CitedMemory> {
  const found = await locateMemory(cells, principal, id)
  const { shard, org, container } = found
  return inScope(cells.of(shard), { org, container }, async db => {
    const key = { shard, container, id: found.id }
    const [history, [lineage], citations, decisions] = await Promise.all([
      readHistory(db, org, [found]),
      readLineage(db, org, [key]),
      readCitations(db, found),
      readDecisions(db, found),
    ])
    const { origin, confidence, trueFrom, trueUntil, tag: _, ...memory } = found
    return {
      memory,
      history,
      lineage: lineage!,
      origin,
      confidence,
      trueFrom,
      trueUntil,
      citations,
      decisions,
    }
  })
}

/** Finds a memory by its id. Throws not found if it belongs to another organization, or to a container outside the key's scope. */
export async function locateMemory(cells: Cells, principal: Principal, text: string): Promise<LocatedMemory> {
  const { organization, containerTag } = principal
  const id = decodeId(text)
  const found = id && (await findAnywhere(cells, principal, id))
  if (!found || (containerTag !== undefined && found.tag !== containerTag))
    throw new AppError('memory.not_found', {
      ...(id && !organization.spread && { details: 'See /v4/memories/list for the ids of memories' }),
    })
  return found
}

/** Looks in the shard that the id names. In a spread organization all shards are searched, because a merge of containers may have moved the memory. */
async function findAnywhere(
  cells: Cells,
  { organization }: Principal,
  id: string,
): Promise<LocatedMemory | undefined> {
  const shard = shardOf(id)
  if (!organization.spread && shard !== organization.homeShard) return undefined
  const reaches = organization.spread
    ? cells.reach(organization)
    : [{ cell: cells.of(shard), shards: [shard] }]
  const found = await Promise.all(
    reaches.map(({ cell, shards }) =>
      inScope(cell, { org: organization.id }, db => findMemory(db, organization.id, shards, id)),
    ),
  )
  return found.find(memory => memory !== undefined)
}
