import type { Candidate } from './candidate.ts'
import { findSection, type Section, sectionNamed } from './sections.ts'

/** A section, and when its lines are given to the memory: those of a later turn get the lines that earlier turns leave. */
export type Place = { section: Section; turn: number }

const dayMs = 86_400_000

/** A plan is of no use this long after its date: it was carried out, or it was not. */
const stalePlanMs = 30 * dayMs

/** What was said longer ago than this is not what is going on. */
const recentMs = 60 * dayMs

/** On the labelled lives, a tenth of the judged memories below it belong in a profile, and a third of those above. */
const doubtful = 0.7

/** The place of a memory in a profile of this time. Undefined: it has none. */
export function placeMemory(candidate: Candidate, at: Date): Place | undefined {
  const section = sectionOf(candidate, at)
  return section && { section, turn: isSecondary(candidate, section, at) ? 2 : section.turn }
}

function sectionOf(candidate: Candidate, at: Date): Section | undefined {
  const { kind, isLasting, lasts, eventAt } = candidate
  if (kind === 'plan') return sectionOfPlan(candidate, at)
  if (lasts === 'dated' && isToCome(eventAt, at)) return sectionNamed('plans')
  return findSection(kind, isLasting)
}

/** `Site meetings are on Wednesdays` is an arrangement. `Back on ships from 2 February` is a fact once that day has come. */
function sectionOfPlan({ eventAt, isLasting, text }: Candidate, at: Date): Section | undefined {
  if (!eventAt) return sectionNamed(isLasting ? 'decisions' : 'plans')
  if (at.getTime() - eventAt.getTime() <= stalePlanMs) return sectionNamed('plans')
  return beginsThen.test(text) ? sectionNamed('decisions') : undefined
}

/** Doubtful memories, and what passes and was said long ago, take no line from others. */
function isSecondary(candidate: Candidate, { part }: Section, at: Date): boolean {
  const { kind, source, confidence, saidAt, eventAt, lasts, text } = candidate
  if (kind === 'unjudged') return source > 0
  if (kind === 'document' || kind === 'guess') return false
  if (confidence !== null && confidence < doubtful) return true
  const mayPass = part === 'dynamic' || (lasts === 'dated' && !eventAt && !holdsNow.test(text))
  return mayPass && !isToCome(eventAt, at) && at.getTime() - saidAt.getTime() > recentMs
}

/** A date without a time is the start of its day, and an appointment of today is still to come. */
export const isToCome = (eventAt: Date | null, at: Date): boolean =>
  eventAt !== null && eventAt.getTime() >= at.getTime() - (at.getTime() % dayMs)

const date = String.raw`(?:\w+day )?(?:the )?(?:\d|January|February|March|April|May|June|July|August|September|October|November|December)`

const beginsThen = new RegExp(String.raw`\b(?:from|since|as of|starting|effective) ${date}`)

/**
 * Says that it holds now, or since a date: the latest word on its matter. On the labelled lives 4 % of such memories are out of
 * date or false, and 11 % of the others.
 */
export const holdsNow = new RegExp(
  String.raw`\b(?:(?:now|any ?more|no longer|again|instead|since|from today)\b|from ${date})`,
  'i',
)
