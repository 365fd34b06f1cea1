import type { Principal } from '../../platform/access/principal.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { type MemoryHit, searchMemories } from '../memories/search-memories.ts'
import { SearchRequest } from '../recall/search-request.ts'
import type { ProfileLine } from './choose-lines.ts'
import { fillBuckets, type ProfileApp } from './fill-buckets.ts'
import { readLines } from './read-lines.ts'
import type { ProfileBody } from './schema.ts'
import type { ProfilePart } from './sections.ts'

export type Profile = {
  /** The lines of both parts with their memories and sections, on request. */
  lines: ProfileLine[] | undefined
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
  const { filters, asOf, limit = usualLimit } = body
  const q = body.q?.trim() || undefined
  // Checks the tag before any part starts: a part that fails while none is awaited would end the process.
  const request = new SearchRequest({ app, principal, containerTags: [tag], signal })
  const [lines, buckets, found] = await Promise.all([
    readLines(app.cells, principal, body, parts),
    parts.includes('buckets')
      ? fillBuckets(app, principal, tag, { filters, limit, asOf, only: body.buckets })
      : undefined,
    q === undefined
      ? undefined
      : searchMemories(request, { q, filters, limit, asOf, threshold: body.threshold }),
  ])
  const textsOf = (part: ProfilePart) =>
    lines.filter(line => line.part === part && parts.includes(part)).map(({ text }) => text)
  return {
    ...{ static: textsOf('static'), dynamic: textsOf('dynamic'), buckets, found },
    lines: parts.includes('lines') ? lines : undefined,
  }
}

/** The most memories of a bucket and of the search, unless the caller asks for another number. */
const usualLimit = 50
