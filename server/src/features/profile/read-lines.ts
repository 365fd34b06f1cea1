import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { freshCell } from '../../platform/db/fresh-cell.ts'
import { readInScope, readOnceInScope } from '../../platform/db/tx.ts'
import { placeContainer } from '../containers/place-container.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import type { Candidate } from './candidate.ts'
import { chooseLines, type ProfileBounds, type ProfileChoice, type ProfileLine } from './choose-lines.ts'
import type { ProfileBody } from './schema.ts'
import { comingRead, type ProfilePart, sections, usualLines, usualTokens } from './sections.ts'
import { type CandidateQuestion, listCandidates } from './store.ts'

/** The lines of the parts that the caller asks for. */
export async function readLines(
  cells: Cells,
  principal: Principal,
  body: ProfileBody,
  include: readonly string[],
): Promise<ProfileLine[]> {
  const parts = partsOf(include)
  if (parts.length === 0) return []
  const { organization } = principal
  const tag = tagOf(body)
  const key = { shard: placeContainer(organization, tag), org: organization.id, tag }
  const { filters, asOf } = body
  const bounds = boundsOf(body, asOf ?? new Date())
  const ask = { at: bounds.at, filters, asOf }
  const first = firstTakes(parts, bounds, filters !== undefined)
  const coming = parts.includes('dynamic') ? comingRead : 0
  // Without a filter the statement is always the same, so its plan is kept.
  const read = filters ? readOnceInScope : readInScope
  const place = { org: key.org, shards: [key.shard], tags: [tag] }
  const cell = await freshCell(cells.of(key.shard), place)
  return read(cell, { org: key.org }, async db => {
    const found = await listCandidates(db, key, { ...ask, takes: first, coming })
    const choice = chooseLines(found, bounds)
    const takes = furtherTakes(parts, first, found, bounds, choice)
    if (takes.length === 0) return choice.lines
    const more = await listCandidates(db, key, { ...ask, takes, coming: 0 })
    return chooseLines([...found, ...more], bounds).lines
  }).then(lines => lines.filter(({ part }) => parts.includes(part)))
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

type Take = CandidateQuestion['takes'][number] & { part: ProfilePart; turn: number }

const everyTake: readonly Take[] = sections.flatMap(({ takes, part, turn }) =>
  takes.flatMap(({ kinds, isLasting, read }) =>
    kinds.flatMap(kind =>
      [true, false]
        .filter(lasts => (isLasting ?? lasts) === lasts)
        .map(lasts => ({ kind, isLasting: lasts, read, part, turn })),
    ),
  ),
)

/**
 * A few memories of each kind. In a full container they fill the profile, and nothing else is read. With a filter each statement
 * is planned for itself, which costs more than to read four times as many at once.
 */
function firstTakes(
  parts: readonly ProfilePart[],
  { linesOfPart }: ProfileBounds,
  isFiltered: boolean,
): Take[] {
  const scale = Math.max(1, linesOfPart / usualLines) * (isFiltered ? 4 : 1)
  return everyTake
    .filter(({ part, kind }) => parts.includes(part) && (isFiltered || kind !== 'document'))
    .map(take => ({ ...take, read: Math.ceil(take.read * scale) }))
}

/** Kinds of which there is more, if lines are left or all that was read is shown. Documents if people have said nothing. */
function furtherTakes(
  parts: readonly ProfilePart[],
  first: readonly Take[],
  found: readonly Candidate[],
  { linesOfPart: read }: ProfileBounds,
  { room, lines }: ProfileChoice,
): Take[] {
  const shown = new Set(lines.map(({ id }) => id))
  const isCutOff = ({ kind, isLasting, part, read: count }: Take) => {
    const known = found.filter(each => each.kind === kind && each.isLasting === isLasting)
    return count < read && known.length >= count && (room[part] || known.every(({ id }) => shown.has(id)))
  }
  const cutOff = first.filter(isCutOff).map(take => ({ ...take, read }))
  if (found.some(({ kind }) => kind !== 'document' && kind !== 'guess')) return cutOff
  return [...cutOff, ...documentTakes(parts, read)]
}

/** Looks for documents in the parts that were asked for, and for words of people in the other part: they leave documents out. */
const documentTakes = (parts: readonly ProfilePart[], read: number): Take[] =>
  everyTake.flatMap(take => {
    if (parts.includes(take.part)) return take.kind === 'document' ? { ...take, read } : []
    return take.turn === 1 ? { ...take, read: 1 } : []
  })
