import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Passage } from '../../src/language/english/fact.ts'
import { contentOf, findSets, readSet } from '../assistant/labelled-set.ts'
import type { Half } from '../data-set.ts'
import { additiveSets } from '../memory/additive-sets.ts'
import { locomoDates } from '../memory/locomo-dates.ts'
import { personas } from '../memory/persona-sets.ts'
import { updatePairs } from '../memory/update-pairs.ts'
import { DataFolder } from '../read-data.ts'
import { locomo } from '../sets/locomo.ts'

/** Everything that the rules are measured on: texts to read, questions that people ask, and sentences with dates. */
export type RuleTexts = { passages: Passage[]; questions: string[]; dated: { text: string; saidAt: Date }[] }

const ownSets = join(import.meta.dirname, '../assistant/sets/tuned')
const judgeData = join(import.meta.dirname, '../../judge')

/** Reads the sets at hand. Sealed sets are never read: a rule kept or deleted because of them would be tuned to them. */
export function readRuleTexts(data: string): RuleTexts {
  const shared = join(data, 'assistant')
  const lives = findSets([shared, ownSets].filter(existsSync)).map(readSet)
  const folder = existsSync(data) ? new DataFolder(data) : undefined
  return {
    passages: [
      ...lives.flatMap(({ items, container }) =>
        items.map(item => toPassage(contentOf(item), item.date, container?.entityContext)),
      ),
      ...readStatementTurns(),
      ...readPairTexts(),
      ...(folder ? readConversations(folder) : []),
    ],
    questions: lives.flatMap(({ questions }) => questions.map(({ q }) => q)),
    dated: folder ? readDated(folder) : [],
  }
}

/** People of PersonaMem, whose sessions are long. */
const mostPeople = 4

const toPassage = (text: string, date: string, entityContext?: string): Passage => ({
  text,
  from: 0,
  saidAt: new Date(date),
  origin: 'user',
  entityContext,
})

function readConversations(folder: DataFolder): Passage[] {
  const isTuned = ({ half }: { half: Half }) => half === 'tuned'
  return [
    ...locomo(folder).texts.map(({ content, documentDate }) => toPassage(content, documentDate!)),
    ...updatePairs(folder).flatMap(({ older, newer }) =>
      [older, newer].map(({ content, documentDate }) => toPassage(content, documentDate)),
    ),
    ...additiveSets(folder)
      .filter(isTuned)
      .flatMap(({ statements }) =>
        statements.map(({ content, documentDate }) => toPassage(content, documentDate)),
      ),
    ...personas(folder)
      .filter(isTuned)
      .slice(0, mostPeople)
      .flatMap(({ statements }) =>
        statements.map(({ content, documentDate }) => toPassage(content, documentDate)),
      ),
  ]
}

type RecognizerRow = { input: string; ref: string }

function readDated(folder: DataFolder): RuleTexts['dated'] {
  return [
    ...locomoDates(folder),
    ...folder
      .lines<RecognizerRow>('dates/recognizers_english.jsonl')
      .map(({ input, ref }) => ({ text: input, saidAt: new Date(`${ref.slice(0, 19)}Z`) })),
  ]
}

/** The turns of the statements that the judge is trained on: `@ 2026-01-09 user (Ada)`, then one line a sentence. */
function readStatementTurns(): Passage[] {
  return linesOf('statements').flatMap(lines => {
    const turns: { date: string; speaker: string; said: string[] }[] = []
    for (const line of lines) {
      const [, date, speaker] = /^@ (\S+) (.+)$/.exec(line) ?? []
      if (date) turns.push({ date, speaker: speaker!, said: [] })
      else if (/^(?:yes|no) /.test(line)) turns.at(-1)!.said.push(line.slice(line.indexOf(' | ') + 3))
    }
    return turns.map(({ date, speaker, said }) => toPassage(`${speaker}: ${said.join(' ')}`, date))
  })
}

function readPairTexts(): Passage[] {
  return linesOf('pairs').flatMap(lines =>
    lines.flatMap(line => {
      const [, date, earlier, later, statement] = line.split(' | ')
      if (statement === undefined) return []
      return [toPassage(`user: ${earlier}`, date!), toPassage(`user: ${statement}`, later!)]
    }),
  )
}

function linesOf(kind: 'statements' | 'pairs'): string[][] {
  const folder = join(judgeData, kind)
  return readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8').split('\n'))
}
