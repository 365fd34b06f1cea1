import { tagOf } from '../containers/wire-shapes.ts'
import { inScope } from '../db/tx.ts'
import type { Principal } from '../keys/principal.ts'
import { findTagged } from '../memories/find-container.ts'
import { type FoundMemory, type SearchMemoriesApp, searchMemories } from '../memories/search-memories.ts'
import { listCurrent } from '../memories/store.ts'
import { listBuckets } from './list-buckets.ts'
import type { ProfileBody } from './schema.ts'

export type Profile = {
  static: string[]
  dynamic: string[]
  buckets: Record<string, string[]> | undefined
  found: FoundMemory[] | undefined
}

/** A memory belongs to a bucket when it is more about its description than not. */
const bucketThreshold = 0.3

/** Who this is: what lasts, what is going on, and what answers the question, if there is one. */
export async function readProfile(
  app: SearchMemoriesApp,
  principal: Principal,
  body: ProfileBody,
  signal: AbortSignal,
): Promise<Profile> {
  const tag = tagOf(body)
  const wants = body.include ?? (body.buckets ? ['static', 'dynamic', 'buckets'] : ['static', 'dynamic'])
  const question = { containerTags: [tag], filters: body.filters, limit: body.limit }
  const q = body.q?.trim() || undefined
  const [lists, buckets, found] = await Promise.all([
    readLists(app, principal, body, wants),
    wants.includes('buckets') ? fillBuckets(app, principal, tag, question, body.buckets, signal) : undefined,
    q === undefined
      ? undefined
      : searchMemories(app, principal, { ...question, q, threshold: body.threshold }, signal),
  ])
  return { ...lists, buckets, found }
}

async function readLists(
  { cells }: SearchMemoriesApp,
  principal: Principal,
  body: ProfileBody,
  wants: readonly string[],
): Promise<{ static: string[]; dynamic: string[] }> {
  const key = await findTagged(cells, principal, tagOf(body))
  if (!key) return { static: [], dynamic: [] }
  return inScope(cells.of(key.shard), key, async db => {
    const read = async (part: 'static' | 'dynamic') => {
      if (!wants.includes(part)) return []
      const { filters, limit } = body
      const rows = await listCurrent(db, key, { isStatic: part === 'static', filters, limit })
      return rows.map(({ text }) => text)
    }
    return { static: await read('static'), dynamic: await read('dynamic') }
  })
}

async function fillBuckets(
  app: SearchMemoriesApp,
  principal: Principal,
  tag: string,
  question: { containerTags: string[]; filters: ProfileBody['filters']; limit: number },
  only: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Record<string, string[]>> {
  const buckets = (await listBuckets(app.cells, principal, tag)).filter(
    ({ key }) => only?.includes(key) ?? true,
  )
  const filled = await Promise.all(
    buckets.map(async ({ key, description }) => {
      const q = `${key}: ${description}`
      const found = await searchMemories(
        app,
        principal,
        { ...question, q, threshold: bucketThreshold },
        signal,
      )
      return [key, found.map(({ memory }) => memory.text)] as const
    }),
  )
  return Object.fromEntries(filled)
}
