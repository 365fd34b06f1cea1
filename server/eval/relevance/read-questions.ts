import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Item, type LabelledSet, prepareSet } from '../assistant/labelled-set.ts'

const questions = join(import.meta.dirname, 'questions')
const statements = join(import.meta.dirname, '../../judge/statements')

/** The questions were written after reading this many lines of a domain: a later line may answer an unanswerable one. */
const linesRead = 118

/**
 * The beginnings of conversations in `server/judge/statements`, with questions written for them. A line is `question | expect +
 * expect | wrong`, or `question | -` if nothing answers it. The judge has learned from most of these sentences, so how
 * well they are remembered says nothing; which of the memories answers a question does not depend on it.
 */
export function readQuestionSets(): LabelledSet[] {
  return globSync('*.txt', { cwd: questions })
    .toSorted()
    .map(file => {
      const lines = readFileSync(join(questions, file), 'utf8').split('\n').filter(Boolean)
      const set = file.replace('.txt', '')
      return prepareSet({ set, items: readItems(set), facts: [], questions: lines.map(toQuestion) })
    })
}

function toQuestion(line: string, i: number) {
  const [q, expect, wrong] = line.split(' | ') as [string, string, string?]
  const isAnswerable = expect.trim() !== '-'
  return {
    id: `q${i + 1}`,
    q,
    answerable: isAnswerable,
    ...(isAnswerable && { expect: expect.trim().split(' + ') }),
    ...(wrong && { wrong: [wrong.trim()] }),
  }
}

/** Each message or conversation of a domain, which an empty line ends. */
function readItems(domain: string): Item[] {
  const lines = readFileSync(join(statements, `${domain}.txt`), 'utf8')
    .split('\n')
    .slice(0, linesRead)
  return lines
    .filter(line => !/^[#=]/.test(line))
    .join('\n')
    .split('\n\n')
    .filter(block => block.trim() !== '')
    .map((block, i) => toItem(`m${i + 1}`, block.trim().split('\n')))
}

function toItem(id: string, lines: readonly string[]): Item {
  const turns: { role: string; content: string; name?: string }[] = []
  let date = ''
  for (const line of lines) {
    const [, day, role, name] = /^@ (\S+) (\S+)(?: \((.*)\))?/.exec(line) ?? []
    if (day && role) {
      date ||= new Date(day).toISOString()
      turns.push({ role, content: '', ...(name && { name }) })
      continue
    }
    const turn = turns.at(-1)!
    turn.content = `${turn.content}\n${line.replace(/^.*? \| /, '')}`.trim()
  }
  return { id, date, turns }
}
