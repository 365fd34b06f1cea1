import { readdirSync, readFileSync } from 'node:fs'
import type {
  Attribute,
  Duration,
  PairQuestion,
  PairRelation,
  Stance,
  StatementQuestion,
  Subject,
} from '../../src/platform/lib/judgement.ts'

export type LabelledStatement = {
  domain: string
  question: StatementQuestion
  keep: boolean
  stance: Stance
  about: Subject
  /** The name after `person=` or `thing=`, else empty. */
  subject: string
  attribute: Attribute
  lasts: Duration
  /** The facts of a sentence with several, in the third person. */
  facts: string[]
}

export type LabelledPair = { domain: string; question: PairQuestion; relation: PairRelation }

/** Domains that training never sees, so that the figures are those of people and matters new to the model. */
export const heldOutDomains = ['nurse', 'household-money', 'teenager', 'isp-desk']

export function readStatements(): LabelledStatement[] {
  return domains('statements').flatMap(({ domain, lines }) => readDomain(domain, lines))
}

export function readPairs(): LabelledPair[] {
  return domains('pairs').flatMap(({ domain, lines }) =>
    lines.flatMap(line => {
      if (line === '' || line.startsWith('#')) return []
      const [relation, , earlier, , later] = line.split(' | ') as [PairRelation, ...string[]]
      return [{ domain, relation, question: { earlier: earlier!, later: later! } }]
    }),
  )
}

function readDomain(domain: string, lines: readonly string[]): LabelledStatement[] {
  const statements: LabelledStatement[] = []
  let speaker = 'user'
  let before: string[] = []
  let turn: LabelledStatement[] = []
  for (const line of lines) {
    if (line.startsWith('#')) continue
    if (line === '') before = []
    if (line === '' || line.startsWith('@')) turn = []
    if (line.startsWith('@')) speaker = readSpeaker(line)
    else if (line.startsWith('= ')) statements.at(-1)!.facts.push(line.slice(2))
    else if (line !== '') {
      const statement = readStatement(domain, line, { speaker, before: before.slice(-2) })
      if (turn.length > 0) turn.at(-1)!.question.after = statement.question.sentence
      before.push(statement.question.sentence)
      turn.push(statement)
      statements.push(statement)
    }
  }
  return statements
}

function readSpeaker(line: string): string {
  const [, role, name] = line.match(/^@ \S+ (\S+)(?: \((.*)\))?/)!
  return name ?? role!
}

function readStatement(
  domain: string,
  line: string,
  place: Pick<StatementQuestion, 'speaker' | 'before'>,
): LabelledStatement {
  const found = line.match(/^(\S+) (\S+) (?:"([^"]*)"|(\S+)) (\S+) (\S+) \| (.*)$/)
  if (!found) throw new Error(`${domain}: not a statement: ${line}`)
  const [, keep, stance, quoted, plain, attribute, lasts, sentence] = found
  const [about, ...subject] = (quoted ?? plain!).split('=')
  return {
    domain,
    question: { ...place, sentence: sentence!, after: '' },
    keep: keep === 'yes',
    stance: stance as Stance,
    about: about as Subject,
    subject: subject.join('='),
    attribute: attribute as Attribute,
    lasts: lasts as Duration,
    facts: [],
  }
}

function domains(kind: 'statements' | 'pairs'): { domain: string; lines: string[] }[] {
  const directory = new URL(`../${kind}/`, import.meta.url)
  return readdirSync(directory)
    .sort()
    .map(file => ({
      domain: file.replace(/\.txt$/, ''),
      lines: readFileSync(new URL(file, directory), 'utf8').trim().split('\n'),
    }))
}
