import { createHash } from 'node:crypto'
import { SHARD_COUNT } from '../../../platform/lib/ids.ts'
import type { ContainerKey } from '../../containers/store.ts'
import { type RecordType, recordSpecs } from '../records.ts'

export type MapId = (id: string) => string

const ours = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whether a text is an id that Reverie makes: a UUIDv7 with a shard. */
export const isOurId = (text: string): boolean =>
  ours.test(text) && Number.parseInt(text.slice(15, 18), 16) < SHARD_COUNT

/** The container that records come from: the organization, its id and its tag. */
export type SourceContainer = { org: string; container: string; tag: string }

/**
 * Chooses the ids of imported rows. They stay as they are, except for the shard inside, which leads to the cell. Under another
 * tag, or in another container of the same organization, the rows may exist already: then the random half of an id is derived
 * from the old id and the container, so that the same import makes the same ids again.
 */
export function idMap(from: SourceContainer, to: ContainerKey & { tag: string }): MapId {
  const shard = to.shard.toString(16).padStart(3, '0')
  const place = (id: string) => id.slice(0, 15) + shard + id.slice(18)
  const isSame = from.tag === to.tag && (from.org !== to.org || place(from.container) === to.container)
  if (isSame) return place
  return id => {
    const hash = createHash('sha256').update(to.container).update(id).digest('hex')
    const variant = '89ab'[Number.parseInt(hash[0]!, 16) % 4]
    return `${place(id).slice(0, 19)}${variant}${hash.slice(1, 4)}-${hash.slice(4, 16)}`
  }
}

/** The record with the ids of the target. */
export function mapRecord<T extends Record<string, unknown>>(type: RecordType, record: T, mapId: MapId): T {
  const mapped = { ...record }
  for (const { name, kind } of recordSpecs[type].fields) {
    const value = record[name]
    if (kind === 'id' && typeof value === 'string') Object.assign(mapped, { [name]: mapId(value) })
  }
  return mapped
}
