import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parseSync, visitorKeys } from 'oxc-parser'
import { expect, test } from 'vitest'
import { datePhrases } from '../src/language/dates/find-dates.ts'
import { mayNameDate } from '../src/language/dates/rules/date-words.ts'
import { isMatch, readRuleFiles, readRules } from './all-rules.ts'

const files = await readRuleFiles()
const rules = await readRules()

test('every rule of the language matches its examples and rejects its counterexamples', () => {
  const missed = rules.flatMap(rule => [
    ...rule.matches.filter(text => !isMatch(rule, text)).map(text => `${rule.name} should match: ${text}`),
    ...rule.rejects.filter(text => isMatch(rule, text)).map(text => `${rule.name} should reject: ${text}`),
  ])
  expect(missed).toEqual([])
})

test('every rule of the language has a name of its own, an example and a counterexample', () => {
  const names = rules.map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect(rules.filter(({ matches, rejects }) => matches.length * rejects.length === 0)).toEqual([])
})

test('a file of rules exports rules and nothing else', () => {
  expect(files.filter(({ rules: own }) => own.length === 0)).toEqual([])
  expect(files.flatMap(({ path, others }) => others.map(name => `${path}: ${name}`))).toEqual([])
})

test('the hints by which phrases of dates are skipped match the examples of every phrase', () => {
  const skipped = datePhrases.flatMap(({ matches, needs }) =>
    matches.filter(text => !needs.test(text) || !isMatch(mayNameDate, text)),
  )
  expect(skipped).toEqual([])
})

/** Shorter expressions read forms: a tag, a mark, the end of a word. Longer ones judge a text, and need examples. */
const longestForm = 60

test('an expression that judges a text is a rule with examples', () => {
  const language = join(import.meta.dirname, '../src/language')
  const paths = globSync('{english,dates}/*.ts', { cwd: language }).filter(path => !path.endsWith('.test.ts'))
  const judging = paths.flatMap(path =>
    expressionsIn(readFileSync(join(language, path), 'utf8'), path)
      .filter(expression => expression.length > longestForm)
      .map(expression => `${path}: ${expression}`),
  )
  expect(judging).toEqual([])
})

function expressionsIn(text: string, path: string): string[] {
  const found: string[] = []
  const walk = (node: Node): void => {
    if (node.type === 'Literal' && 'regex' in node) found.push(text.slice(node.start, node.end))
    for (const key of visitorKeys[node.type] ?? [])
      for (const child of [(node as unknown as Record<string, Node | Node[] | null>)[key]].flat())
        if (child) walk(child)
  }
  walk(parseSync(path, text).program)
  return found
}
