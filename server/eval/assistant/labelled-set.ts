import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compile, foldText, matchesAll, matchesAny } from './patterns.ts'

type Turn = { role: string; content: string; name?: string }

/** A message or a conversation. */
export type Item = { id: string; date: string } & (
  | { text: string; turns?: never }
  | { text?: never; turns: Turn[] }
)

/** `current`: true at the end of the set. `superseded`: it was true. `never`: irony, guesses, facts of others. */
type FactState = 'current' | 'superseded' | 'never'

type FactLabel = {
  id: string
  state: FactState
  /** The fact in one plain sentence. */
  says: string
  match: string[]
  mustNotMatch?: string[]
  from?: string[]
  profile?: boolean
  kind?: string
}

type QuestionLabel = {
  id: string
  q: string
  expect?: string[]
  wrong?: string[]
  from?: string[]
  answerable?: boolean
}

type SetFile = {
  set: string
  container?: { entityContext?: string }
  items: Item[]
  facts: FactLabel[]
  questions: QuestionLabel[]
}

export type Fact = FactLabel & { all: RegExp[]; none: RegExp[] }
export type Question = QuestionLabel & { right: RegExp[]; bad: RegExp[] }
export type LabelledSet = Omit<SetFile, 'facts' | 'questions'> & { facts: Fact[]; questions: Question[] }

/** Files of the sets, by folder or by file. Folders inside a folder are not searched: `sealed` has to be named. */
export function findSets(paths: readonly string[]): string[] {
  return paths.flatMap(path => {
    if (!existsSync(path)) throw new Error(`No set in ${path}: name a folder or a file with --data`)
    if (!statSync(path).isDirectory()) return [path]
    const files = globSync('*.json', { cwd: path }).toSorted()
    if (files.length === 0) throw new Error(`No set in ${path}: it has no .json file`)
    return files.map(file => join(path, file))
  })
}

/** A parse error of Node quotes the file, and nobody is to read sealed sets. */
export function readSet(file: string): LabelledSet {
  const text = readFileSync(file, 'utf8')
  try {
    return prepareSet(JSON.parse(text) as SetFile)
  } catch (error) {
    throw new Error(
      error instanceof SyntaxError ? `${file} is not JSON` : `${file}: ${(error as Error).message}`,
    )
  }
}

export function prepareSet(set: SetFile): LabelledSet {
  return {
    ...set,
    facts: set.facts.map(fact => ({
      ...fact,
      all: compile(fact.id, fact.match),
      none: compile(fact.id, fact.mustNotMatch),
    })),
    questions: set.questions.map(question => ({
      ...question,
      right: compile(question.id, question.expect),
      bad: compile(question.id, question.wrong),
    })),
  }
}

export function says({ all, none }: Fact, text: string): boolean {
  const folded = foldText(text)
  return matchesAll(all, folded) && !matchesAny(none, folded)
}

export const answers = ({ right }: Question, text: string): boolean => matchesAll(right, foldText(text))

/** Out of date, or about somebody else. A text may be so and answer the question as well. */
export const isWrong = ({ bad }: Question, text: string): boolean => matchesAny(bad, foldText(text))

export const isAnswerable = ({ answerable }: Question): boolean => answerable !== false

/** A conversation in the form in which `POST /v4/conversations` stores one. That route takes no date. */
export const contentOf = ({ text, turns }: Item): string =>
  text ??
  turns.map(({ role, name, content }) => `${name ? `${role} (${name})` : role}: ${content}`).join('\n')
