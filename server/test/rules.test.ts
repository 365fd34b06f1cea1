import { expect, test } from 'vitest'
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
