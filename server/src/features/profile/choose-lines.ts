import { estimateTokens } from '../../platform/lib/tokens.ts'
import { findSection, type ProfilePart, plans, type Section, sections } from './sections.ts'

/** A memory that the profile may show. */
export type Candidate = {
  id: string
  text: string
  kind: string
  isLasting: boolean
  /** 0: the words of people, 1: of an assistant, a document or a tool, 2: inferred and not approved. */
  source: number
  /** 0: about the owner, 1: a person, 2: a thing, 3: nobody in particular. */
  subject: number
  confidence: number | null
  /** The first date of the event, if it has one. */
  eventAt: Date | null
}

export type ProfileLine = { id: string; text: string; part: ProfilePart; section: string }

export type ProfileBounds = {
  /** The most lines in all. */
  lines: number
  /** The most lines in each part. */
  linesOfPart: number
  tokens: number
  /** The time for which the profile is written. */
  at: Date
}

/** A plan is of no use this long after its date: it was carried out, or it was not. */
const stalePlanMs = 30 * 86_400_000

/**
 * Chooses the lines of a profile, in the order of its sections. Every section gets lines by its share, so none crowds out the
 * others; a line that says what another one says takes no place.
 */
export function chooseLines(candidates: readonly Candidate[], bounds: ProfileBounds): ProfileLine[] {
  const chosen = new ChosenLines(bounds)
  for (const each of byTurn(rankSections(candidates, bounds.at))) {
    if (chosen.isFull) break
    chosen.offer(each)
  }
  return chosen.list()
}

type Offer = { candidate: Candidate; section: Section; place: number }
type Chosen = Offer & { words: string; tokens: number }

function rankSections(candidates: readonly Candidate[], at: Date): Map<Section, Candidate[]> {
  const bySection = new Map<Section, Candidate[]>()
  for (const each of new Map(candidates.map(candidate => [candidate.id, candidate])).values()) {
    const section = sectionOf(each, at)
    if (!section) continue
    const members = bySection.get(section)
    if (members) members.push(each)
    else bySection.set(section, [each])
  }
  for (const [section, members] of bySection)
    members.sort((a, b) => compare[section.order](a, b, at) || (a.id < b.id ? 1 : -1))
  return bySection
}

function sectionOf(candidate: Candidate, at: Date): Section | undefined {
  const section = findSection(candidate.kind, candidate.isLasting)
  if (section?.order !== 'date' || !candidate.eventAt) return section
  if (candidate.eventAt >= startOfDay(at)) return plans
  const isStale = at.getTime() - candidate.eventAt.getTime() > stalePlanMs
  return section === plans && isStale ? undefined : section
}

/** A date without a time is the start of its day, and an appointment of today is still to come. */
const startOfDay = (at: Date) => new Date(at.toISOString().slice(0, 10))

const compare: Record<Section['order'], (a: Candidate, b: Candidate, at: Date) => number> = {
  subject: (a, b) => a.subject - b.subject || a.source - b.source || certainty(b) - certainty(a),
  date: (a, b, at) =>
    timing(a, at) - timing(b, at) ||
    a.source - b.source ||
    (timing(a, at) === 0 ? a.eventAt!.getTime() - b.eventAt!.getTime() : 0),
  newest: (a, b) => a.source - b.source,
}

/** 0: to come, 1: without a date, 2: past. */
function timing({ eventAt }: Candidate, at: Date): number {
  if (!eventAt) return 1
  return eventAt >= startOfDay(at) ? 0 : 2
}

/** In tenths: a smaller difference says less than which of the two is newer. A memory that a caller stated is certain. */
const certainty = ({ confidence }: Candidate): number => Math.round((confidence ?? 1) * 10)

/** Line n of a section comes after n / share of the others' lines, and the first line of each before the second of any. */
function byTurn(bySection: ReadonlyMap<Section, readonly Candidate[]>): Offer[] {
  const offers = [...bySection].flatMap(([section, members]) =>
    members.map((candidate, place) => ({ candidate, section, place })),
  )
  const orderOf = new Map(sections.map((section, i) => [section, i]))
  return offers.sort(
    (a, b) =>
      a.section.turn - b.section.turn ||
      a.place / a.section.share - b.place / b.section.share ||
      orderOf.get(a.section)! - orderOf.get(b.section)!,
  )
}

/** The words of a text without case, quotation marks and punctuation, each between spaces. */
const foldWords = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? text
  } `

/** A text of fewer words occurs in others that say something else. */
const leastWords = 3

const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || (outer.includes(inner) && inner.split(' ').length - 2 >= leastWords)

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

  /** Takes the line if its part has room. A line with too many tokens is passed over, because a shorter one may still fit. */
  offer(offer: Offer): void {
    const { text } = offer.candidate
    const line = { ...offer, words: foldWords(text), tokens: estimateTokens(text) }
    const twin = this.#chosen.findIndex(
      ({ words }) => isWithin(line.words, words) || isWithin(words, line.words),
    )
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
      line.section.turn === known.section.turn &&
      line.candidate.source === known.candidate.source
    const more = line.tokens - known.tokens
    if (!isFuller || !this.#fits(more)) return
    this.#chosen[twin] = { ...line, section: known.section, place: known.place }
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
        .sort((a, b) => a.place - b.place)
        .map(({ candidate: { id, text } }) => ({ id, text, part: section.part, section: section.name })),
    )
  }
}
