import type { BlobStore } from '../../src/platform/blobs/blob-store.ts'
import { checkBlobs } from './blobs.ts'
import { counts } from './counts.ts'
import { documents } from './documents.ts'
import { checkErasedWords } from './erased-words.ts'
import { type Ask, type Invariant, type Violation, violation } from './invariant.ts'
import { checkJournal } from './journal.ts'
import { memories } from './memories.ts'
import { type Owner, ownership } from './ownership.ts'
import { checkPlaces } from './places.ts'
import { work } from './work.ts'

export type Installation = {
  directory: Ask
  cells: readonly Ask[]
  /** Left out: files are not checked. The journal of deletions is in it too, as by default. */
  blobs?: BlobStore
}

export type CheckOptions = {
  /** Only this organization. Default: all of them. */
  org?: string
  /** Whether all work has ended, so that nothing may wait or run. */
  settled: boolean
  /** Files younger than this may have no row. */
  graceMs?: number
  /** Words of deleted texts, which must not be anywhere. Needs `org`. */
  erasedWords?: readonly string[]
  /** Ids of deleted documents, each of which the journal must name. */
  erasedDocuments?: readonly string[]
}

/**
 * Reads every table, and the files if there is a store, and lists what is not as it must be. An empty list means that all is
 * well. Storms and chaos scenarios end with it.
 */
export async function checkInvariants(
  { directory, cells, blobs }: Installation,
  { org, settled, graceMs = 0, erasedWords = [], erasedDocuments = [] }: CheckOptions,
): Promise<Violation[]> {
  const owners = (await listOwners(directory)).filter(({ id }) => org === undefined || id === org)
  const found: Violation[] = []
  for (const ask of cells) {
    const all = [...fixed, ...(await ownership(ask, owners))]
    found.push(...(await breaches(ask, settled ? all : all.filter(({ when }) => when === 'always'), org)))
  }
  const olderThan = new Date(Date.now() - graceMs)
  const checked = org === undefined ? owners.map(({ id }) => id) : [org]
  if (blobs)
    for (const each of checked) found.push(...(await checkBlobs({ cells, blobs, org: each, olderThan })))
  if (blobs && settled) found.push(...(await checkJournal({ cells, blobs, org, erased: erasedDocuments })))
  if (settled && cells.length > 1) found.push(...(await checkPlaces(cells)))
  if (org !== undefined)
    found.push(...(await checkErasedWords({ directory, cells, blobs }, { org, words: erasedWords })))
  return found
}

const fixed: readonly Invariant[] = [...documents, ...memories, ...counts, ...work]

/** Lists the work that still waits or runs. An empty list means that all work has ended. */
export async function listUnsettled({ cells }: Installation, org?: string): Promise<Violation[]> {
  const waiting = fixed.filter(({ when }) => when === 'settled')
  return (await Promise.all(cells.map(ask => breaches(ask, waiting, org)))).flat()
}

/** The names of all invariants, for the test that breaks each of them. */
export async function listInvariants({ directory, cells }: Installation): Promise<Invariant[]> {
  return [...fixed, ...(await ownership(cells[0]!, await listOwners(directory)))]
}

function listOwners(directory: Ask): Promise<Owner[]> {
  return directory<Owner>('select id, home_shard as shard, spread from directory.organizations')
}

async function breaches(
  ask: Ask,
  invariants: readonly Invariant[],
  org: string | undefined,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const { name, sql } of invariants) {
    const rows = await ask<object>(sql, [org ?? null])
    if (rows.length > 0) found.push(violation(name, rows))
  }
  return found
}

/** One line for each violation, for a log. */
export const toLines = (violations: readonly Violation[]): string[] =>
  violations.map(
    ({ invariant, count, rows }) => `${invariant} (${count}): ${JSON.stringify(rows).slice(0, 800)}`,
  )
