import { resolveDates } from '../../src/language/dates/resolve-dates.ts'
import type { Client } from '../installation.ts'
import type { DataFolder } from '../read-data.ts'
import { type DateItem, isDateRight, isWithin, locomoDates } from './locomo-dates.ts'
import { chosen, type Measured, type Part, type Run, share } from './part.ts'
import { recognizerCases } from './recognizers.ts'
import { type EntryJson, listMemories, remember, type Statement, type Telling } from './remember.ts'

export const dates: Part = {
  about:
    'LoCoMo turns whose question asks for a time, each added as one speaker’s turn with the date of its session. A ' +
    'turn is right if one of its memories has the expected date among its event dates or in its text. A memory ' +
    'without a date counts with the day of its session. The second figure leaves out turns without a memory of the ' +
    'words that name the date. The other figures test the date resolver alone, on the same turns and on the test ' +
    'cases of Recognizers-Text. These cases are dates and periods, with or without a time of day, and inputs ' +
    'without a date. Times of day alone, durations and recurring dates are left out. A case is right if beginning ' +
    'and end are equal; the last day of `from … to …` may be part of the period or not.',
  wanted: { atLeast: 0.9 },
  measure,
}

/** Names of the Recognizers-Text files, by language. */
const languages = {
  english: 'en',
  dutch: 'nl',
  spanish: 'es',
  german: 'de',
  french: 'fr',
  portuguese: 'pt',
  italian: 'it',
  japanese: 'ja',
  chinese: 'zh',
  turkish: 'tr',
  korean: 'ko',
  hindi: 'hi',
  arabic: 'ar',
}

type Judged = {
  item: DateItem
  memories: EntryJson[]
  isRight: boolean
  /** A memory was made of the sentence that names the date. */
  isKept: boolean
}

async function measure(run: Run): Promise<Measured> {
  const items = chosen(locomoDates(run.data), run)
  await remember(run.client, items.map(toTelling))
  const judged: Judged[] = []
  for (const item of items) judged.push(await judge(run.client, item))
  return {
    ...share(judged.map(({ isRight }) => isRight)),
    failures: judged.filter(({ isRight }) => !isRight).map(explain),
    groups: {
      'LoCoMo, turns with a memory of the date’s words': share(
        judged.filter(({ isKept }) => isKept).map(({ isRight }) => isRight),
      ),
      'LoCoMo, resolver alone': share(items.map(isDateRight)),
      ...recognized(run),
    },
  }
}

const containerOf = ({ qid }: DateItem) => `dates.${qid}`

const toTelling = (item: DateItem): Telling => ({
  container: containerOf(item),
  statements: [statementOf(item)],
})

type CitedJson = { citations: { spans: { text: string }[] }[] }

async function judge(client: Client, item: DateItem): Promise<Judged> {
  const memories = await listMemories(client, containerOf(item))
  const words = resolveDates(item.text, item.saidAt).dates.map(({ said }) => said)
  const cited = await Promise.all(memories.map(({ id }) => client.get<CitedJson>(`/v4/memories/${id}`)))
  const spans = cited.flatMap(({ citations }) => citations.flatMap(citation => citation.spans))
  const isKept = spans.some(({ text }) => words.some(word => text.includes(word)))
  return { item, memories, isKept, isRight: isRemembered(item, memories) }
}

function explain({ item, memories }: Judged): string {
  const shown = memories.map(
    ({ memory, temporalContext }) => `${memory} [${temporalContext?.eventDate ?? ''}]`,
  )
  return [`${item.gold} of: ${item.text}`, ...shown].join('\n  ')
}

const statementOf = ({ qid, speaker, text, saidAt }: DateItem): Statement => ({
  key: qid,
  content: `${speaker}: ${text.replaceAll('\n', ' ').trim()}`,
  documentDate: saidAt.toISOString(),
})

/** A memory is read at another time, when a `yesterday` left in it is wrong. */
const muchLater = new Date('2050-01-01')

function isRemembered({ gold }: DateItem, memories: readonly EntryJson[]): boolean {
  return memories.some(({ memory, temporalContext }) => {
    const events = temporalContext?.eventDate ?? []
    const written = resolveDates(memory, muchLater).dates
    if (events.length === 0 && written.length === 0)
      return temporalContext?.documentDate?.startsWith(gold) ?? false
    return (
      events.some(date => date.startsWith(gold)) || written.some(({ from, to }) => isWithin(gold, from, to))
    )
  })
}

function recognized({ data, half }: Run): NonNullable<Measured['groups']> {
  const figures: NonNullable<Measured['groups']> = {}
  for (const [name, language] of Object.entries(languages)) {
    const cases = casesOf(data, name, language, half)
    figures[`Recognizers, ${name}`] = share(cases.map(({ isRight }) => isRight))
    if (language !== 'en') continue
    figures['English, with the exact last day'] = share(
      cases.map(({ isRightToTheLetter }) => isRightToTheLetter),
    )
    for (const [type, members] of Map.groupBy(cases, one => one.type))
      figures[`English: ${type}`] = share(members.map(({ isRight }) => isRight))
  }
  return figures
}

function casesOf(data: DataFolder, name: string, language: string, half: Run['half']) {
  return recognizerCases(data, name, language).filter(one => half === 'all' || one.half === half)
}
