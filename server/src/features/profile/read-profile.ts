import type { Principal } from '../../platform/access/principal.ts'
import { readInScope, readOnceInScope } from '../../platform/db/tx.ts'
import { placeContainer } from '../containers/place-container.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { type MemoryHit, searchMemories } from '../memories/search-memories.ts'
import { SearchRequest } from '../recall/search-request.ts'
import { fillBuckets, type ProfileApp } from './fill-buckets.ts'
import type { ProfileBody } from './schema.ts'
import { listProfile, type ProfilePart } from './store.ts'

export type Profile = {
  static: string[]
  dynamic: string[]
  buckets: Record<string, string[]> | undefined
  found: MemoryHit[] | undefined
}

/** The profile of a container: lasting facts, recent facts, buckets on request, and the results of the query, if there is one. */
export async function readProfile(
  app: ProfileApp,
  principal: Principal,
  body: ProfileBody,
  signal: AbortSignal,
): Promise<Profile> {
  const tag = tagOf(body)
  const parts = body.include ?? (body.buckets ? ['static', 'dynamic', 'buckets'] : ['static', 'dynamic'])
  const { filters, limit, asOf } = body
  const q = body.q?.trim() || undefined
  // Checks the tag before any part starts: a part that fails while none is awaited would end the process.
  const request = new SearchRequest({ app, principal, containerTags: [tag], signal })
  const [lists, buckets, found] = await Promise.all([
    readLists(app, principal, body, parts),
    parts.includes('buckets')
      ? fillBuckets(app, principal, tag, { filters, limit, asOf, only: body.buckets })
      : undefined,
    q === undefined
      ? undefined
      : searchMemories(request, { q, filters, limit, asOf, threshold: body.threshold }),
  ])
  return { ...lists, buckets, found }
}

async function readLists(
  { cells }: ProfileApp,
  principal: Principal,
  body: ProfileBody,
  parts: readonly string[],
): Promise<{ static: string[]; dynamic: string[] }> {
  const tag = tagOf(body)
  const { organization } = principal
  const shard = placeContainer(organization, tag)
  const { limit, filters, asOf } = body
  const lists = listedParts.filter(part => parts.includes(part))
  // Without a filter the statement is always the same, so its plan is kept.
  const read = filters ? readOnceInScope : readInScope
  return read(cells.of(shard), { org: organization.id }, db =>
    listProfile(db, { shard, org: organization.id, tag }, { parts: lists, limit, filters, asOf }),
  )
}

const listedParts: readonly ProfilePart[] = ['static', 'dynamic']
