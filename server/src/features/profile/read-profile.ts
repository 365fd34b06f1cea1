import type { Principal } from '../../platform/access/principal.ts'
import { readInScope, readOnceInScope } from '../../platform/db/tx.ts'
import { placeContainer } from '../containers/place-container.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { type MemoryHit, searchMemories } from '../memories/search-memories.ts'
import { SearchRequest } from '../recall/search-request.ts'
import { chooseLines, type ProfileBounds, type ProfileLine } from './choose-lines.ts'
import { fillBuckets, type ProfileApp } from './fill-buckets.ts'
import type { ProfileBody } from './schema.ts'
import { comingRead, type ProfilePart, sections, usualLines, usualTokens } from './sections.ts'
import { listCandidates } from './store.ts'

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
    readLines(app, principal, body, parts),
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

async function readLines(
  { cells }: ProfileApp,
  principal: Principal,
  body: ProfileBody,
  include: readonly string[],
): Promise<ProfileLine[]> {
  const parts = partsOf(include)
  if (parts.length === 0) return []
  const { organization } = principal
  const tag = tagOf(body)
  const shard = placeContainer(organization, tag)
  const { filters, asOf } = body
  const at = asOf ?? new Date()
  const bounds = boundsOf(body, at)
  const coming = parts.includes('dynamic') ? comingRead : 0
  const takes = takesOf(parts, Math.max(1, bounds.linesOfPart / usualLines))
  // Without a filter the statement is always the same, so its plan is kept.
  const read = filters ? readOnceInScope : readInScope
  const candidates = await read(cells.of(shard), { org: organization.id }, db =>
    listCandidates(db, { shard, org: organization.id, tag }, { takes, coming, at, filters, asOf }),
  )
  return chooseLines(candidates, bounds).filter(({ part }) => parts.includes(part))
}

/** `lines` alone asks for those of both parts. */
function partsOf(include: readonly string[]): ProfilePart[] {
  const named = listedParts.filter(part => include.includes(part))
  return named.length === 0 && include.includes('lines') ? [...listedParts] : named
}

const listedParts: readonly ProfilePart[] = ['static', 'dynamic']

/** A caller who gives a limit for each part knows how much they have room for. */
function boundsOf({ limit, maxTokens }: ProfileBody, at: Date): ProfileBounds {
  if (limit === undefined)
    return { at, lines: usualLines, linesOfPart: usualLines, tokens: maxTokens ?? usualTokens }
  return { at, lines: 2 * limit, linesOfPart: limit, tokens: maxTokens ?? Number.POSITIVE_INFINITY }
}

function takesOf(parts: readonly ProfilePart[], scale: number) {
  return sections
    .filter(({ part }) => parts.includes(part))
    .flatMap(({ takes }) => takes)
    .flatMap(({ kinds, isLasting, read }) =>
      kinds.flatMap(kind =>
        [true, false]
          .filter(lasts => (isLasting ?? lasts) === lasts)
          .map(lasts => ({ kind, isLasting: lasts, read: Math.ceil(read * scale) })),
      ),
    )
}
