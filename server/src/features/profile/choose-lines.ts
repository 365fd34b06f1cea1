import { estimateTokens } from '../../platform/lib/tokens.ts'
import type { Candidate } from './candidate.ts'
import { leaveOutdated } from './leave-outdated.ts'
import { holdsNow, isToCome, type Place, placeMemory } from './place-memory.ts'
import { type ProfilePart, type Section, sections } from './sections.ts'

export type ProfileLine = { id: string; text: string; part: ProfilePart; section: string }

export type ProfileChoice = {
  lines: ProfileLine[]
  /** Whether a part could show more memories of the first turn than there were to choose from. */
  room: Record<ProfilePart, boolean>
}

export type ProfileBounds = {
  /** The most lines in all. */
  lines: number
  /** The most lines in each part. */
  linesOfPart: number
  tokens: number
  /** The time for which the profile is written. */
  at: Date
}

/**
 * Chooses the lines of a profile, in the order of its sections. Every section gets lines by its share, so none crowds out the
 * others; a line that says what another one says takes no place.
 */
export function chooseLines(candidates: readonly Candidate[], bounds: ProfileBounds): ProfileChoice {
  const chosen = new ChosenLines(bounds)
  const offers = byTurn(withoutDocuments(rankSections(leaveOutdated(candidates, bounds.at), bounds.at)))
  const firstOfLater = offers.findIndex(({ turn }) => turn > 1)
  const count = firstOfLater < 0 ? offers.length : firstOfLater
  chosen.offerAll(offers.slice(0, count))
  const room = { static: chosen.hasRoom('static'), dynamic: chosen.hasRoom('dynamic') }
  chosen.offerAll(offers.slice(count))
  return { lines: chosen.list(), room }
}

type Placed = Place & { candidate: Candidate; holdsNow: boolean }
type Offer = Placed & { rank: number }
type Chosen = Offer & { words: string; tokens: number }

function rankSections(candidates: readonly Candidate[], at: Date): Offer[] {
  const unique = new Map(candidates.map(candidate => [candidate.id, candidate]))
  const placed = [...unique.values()].flatMap((candidate): Placed | [] => {
    const place = placeMemory(candidate, at)
    return place ? { ...place, candidate, holdsNow: holdsNow.test(candidate.text) } : []
  })
  return [...Map.groupBy(placed, ({ section }) => section)].flatMap(([section, members]) => {
    const sorted = members.sort(
      (a, b) =>
        a.turn - b.turn || compare[section.order](a, b, at) || (a.candidate.id < b.candidate.id ? 1 : -1),
    )
    const ranked = section.part === 'static' ? firstOfEachKind(sorted) : sorted
    return ranked.map((member, rank) => ({ ...member, rank }))
  })
}

/** Twenty instructions do not come before the only line on what somebody may eat. */
function firstOfEachKind(sorted: readonly Placed[]): Placed[] {
  const kinds = new Set<string>()
  const [first, more]: [Placed[], Placed[]] = [[], []]
  for (const each of sorted) {
    const isFirst = each.turn === 1 && !kinds.has(each.candidate.kind)
    kinds.add(each.candidate.kind)
    ;(isFirst ? first : more).push(each)
  }
  return [...first, ...more]
}

const compare: Record<Section['order'], (a: Placed, b: Placed, at: Date) => number> = {
  subject: (a, b) =>
    a.candidate.subject - b.candidate.subject ||
    bySource(a, b) ||
    Number(b.holdsNow) - Number(a.holdsNow) ||
    certainty(b) - certainty(a),
  state: (a, b) => bySource(a, b) || Number(b.holdsNow) - Number(a.holdsNow),
  date: (a, b, at) =>
    timing(a, at) - timing(b, at) || bySource(a, b) || (timing(a, at) === 0 ? sooner(a, b) : 0),
  newest: (a, b) => bySource(a, b),
}

const bySource = (a: Placed, b: Placed): number => a.candidate.source - b.candidate.source

const sooner = (a: Placed, b: Placed): number =>
  a.candidate.eventAt!.getTime() - b.candidate.eventAt!.getTime()

/** 0: to come, 1: without a date, 2: past. */
function timing({ candidate: { eventAt } }: Placed, at: Date): number {
  if (!eventAt) return 1
  return isToCome(eventAt, at) ? 0 : 2
}

/** In tenths: a smaller difference says less than which of the two is newer. A memory that a caller stated is certain. */
const certainty = ({ candidate: { confidence } }: Placed): number => Math.round((confidence ?? 1) * 10)

/** A manual says nothing of the person who uploaded it. So documents are shown only where nobody has said anything. */
const withoutDocuments = (offers: readonly Offer[]): Offer[] =>
  offers.filter(({ section }) => section.name !== 'document' || !offers.some(each => each.section.turn === 1))

/** Line n of a section comes after n / share of the others' lines, and the first line of each before the second of any. */
function byTurn(offers: readonly Offer[]): Offer[] {
  const orderOf = new Map(sections.map((section, i) => [section, i]))
  return offers.toSorted(
    (a, b) =>
      a.turn - b.turn ||
      a.rank / a.section.share - b.rank / b.section.share ||
      orderOf.get(a.section)! - orderOf.get(b.section)!,
  )
}

/** The words of a text without case, quotation marks and punctuation, each between spaces. */
const foldWords = (text: string): string => {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return ` ${words || text} `
}

/** In tokens. With less room than this, hardly any line would fit. */
const shortLine = 10

/** A text of fewer words occurs in others that say something else. */
const leastWords = 3

const hasEnoughWords = (words: string): boolean => words.split(' ').length - 2 >= leastWords

/** Whether the shorter of two texts occurs in the other. */
const saysTheSame = (a: string, b: string): boolean =>
  a.length < b.length ? b.includes(a) && hasEnoughWords(a) : a === b || (a.includes(b) && hasEnoughWords(b))

class ChosenLines {
  readonly #bounds: ProfileBounds
  readonly #chosen: Chosen[] = []
  readonly #left: Record<ProfilePart, number>
  /** Shown if all lines are too long: one long memory says more than an empty profile. */
  #tooLong: Chosen | undefined
  #tokens = 0

  constructor(bounds: ProfileBounds) {
    this.#bounds = bounds
    this.#left = { static: bounds.linesOfPart, dynamic: bounds.linesOfPart }
  }

  get isFull(): boolean {
    return this.#chosen.length >= this.#bounds.lines
  }

  hasRoom(part: ProfilePart): boolean {
    return !this.isFull && this.#left[part] > 0 && this.#fits(shortLine)
  }

  offerAll(offers: readonly Offer[]): void {
    for (const each of offers) {
      if (this.isFull) return
      this.#offer(each)
    }
  }

  /** Takes the line if its part has room. A line with too many tokens is passed over, because a shorter one may still fit. */
  #offer(offer: Offer): void {
    const { text } = offer.candidate
    const line = { ...offer, words: foldWords(text), tokens: estimateTokens(text) }
    const twin = this.#chosen.findIndex(({ words }) => saysTheSame(words, line.words))
    if (twin >= 0) this.#replace(twin, line)
    else if (this.#left[line.section.part] > 0) this.#add(line)
  }

  #add(line: Chosen): void {
    if (!this.#fits(line.tokens)) {
      this.#tooLong ??= line
      return
    }
    this.#chosen.push(line)
    this.#left[line.section.part]--
    this.#tokens += line.tokens
  }

  /** Of two lines that say the same, the longer one says more. It takes the place of the other if it is as trustworthy. */
  #replace(twin: number, line: Chosen): void {
    const known = this.#chosen[twin]!
    const isFuller =
      line.words.length > known.words.length &&
      line.section.part === known.section.part &&
      line.turn === known.turn &&
      line.candidate.source === known.candidate.source
    const more = line.tokens - known.tokens
    if (!isFuller || !this.#fits(more)) return
    this.#chosen[twin] = { ...line, section: known.section, turn: known.turn, rank: known.rank }
    this.#tokens += more
  }

  #fits(tokens: number): boolean {
    return this.#tokens + tokens <= this.#bounds.tokens
  }

  /** In the order of sections, and in each section as its memories rank. */
  list(): ProfileLine[] {
    const lines = this.#chosen.length === 0 && this.#tooLong ? [this.#tooLong] : this.#chosen
    return sections.flatMap(section =>
      lines
        .filter(each => each.section === section)
        .sort((a, b) => a.rank - b.rank)
        .map(({ candidate: { id, text } }) => ({ id, text, part: section.part, section: section.name })),
    )
  }
}
