import { checkTags, type Principal } from '../../platform/access/principal.ts'
import { readInScope, readOnceInScope } from '../../platform/db/tx.ts'
import { placeContainer } from '../containers/place-container.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { type MemoryHit, searchMemories } from '../memories/search-memories.ts'
import { SearchRequest } from '../recall/search-request.ts'
import { fillBuckets, type ProfileApp } from './fill-buckets.ts'
import type { ProfileBody } from './schema.ts'
import { type ListedPart, listProfile } from './store.ts'

export type Profile = {
  static: string[]
  dynamic: string[]
  buckets: Record<string, string[]> | undefined
  found: MemoryHit[] | undefined
}

/** Who this is: what lasts, what is going on, and what answers the question, if there is one. */
export async function readProfile(
  app: ProfileApp,
  principal: Principal,
  body: ProfileBody,
  signal: AbortSignal,
): Promise<Profile> {
  const tag = tagOf(body)
  const wants = body.include ?? (body.buckets ? ['static', 'dynamic', 'buckets'] : ['static', 'dynamic'])
  const { filters, limit, asOf } = body
  const q = body.q?.trim() || undefined
  const [lists, buckets, found] = await Promise.all([
    readLists(app, principal, body, wants),
    wants.includes('buckets')
      ? fillBuckets(app, principal, tag, { filters, limit, asOf, only: body.buckets })
      : undefined,
    q === undefined
      ? undefined
      : searchMemories(new SearchRequest({ app, principal, containerTags: [tag], signal }), {
          ...{ q, filters, limit, asOf, threshold: body.threshold },
        }),
  ])
  return { ...lists, buckets, found }
}

async function readLists(
  { cells }: ProfileApp,
  principal: Principal,
  body: ProfileBody,
  wants: readonly string[],
): Promise<{ static: string[]; dynamic: string[] }> {
  const tag = tagOf(body)
  checkTags(principal, [tag])
  const { organization } = principal
  const shard = placeContainer(organization, tag)
  const { limit, filters, asOf } = body
  const parts = listed.filter(part => wants.includes(part))
  // Without a filter it is the same statement for everybody, and stays planned.
  const read = filters ? readOnceInScope : readInScope
  return read(cells.of(shard), { org: organization.id }, db =>
    listProfile(db, { shard, org: organization.id, tag }, { parts, limit, filters, asOf }),
  )
}

const listed: readonly ListedPart[] = ['static', 'dynamic']
