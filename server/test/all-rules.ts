import { globSync } from 'node:fs'
import { join } from 'node:path'
import { rules as combinationRules, dateMark, timeMark } from '../src/language/dates/combination-rules.ts'
import { datePhrases } from '../src/language/dates/find-dates.ts'
import type { Rule } from '../src/language/rules/rule.ts'

/** The rules of a file, and its other exports, of which there should be none but types. */
export type RuleFile = { path: string; rules: Rule[]; others: string[] }

const language = join(import.meta.dirname, '../src/language')

/** Every rule of the files in `language/…/rules`: a new rule or file needs no entry anywhere. */
export async function readRuleFiles(): Promise<RuleFile[]> {
  const paths = globSync('{english,dates}/rules/*.ts', { cwd: language }).toSorted()
  return Promise.all(
    paths.map(async path => {
      const exports: [string, unknown][] = Object.entries(await import(join(language, path)))
      const isOfRules = ([, value]: [string, unknown]) => [value].flat().every(isRule)
      return {
        path,
        rules: exports.filter(isOfRules).flatMap(([, value]) => [value].flat() as Rule[]),
        others: exports.filter(each => !isOfRules(each)).map(([name]) => name),
      }
    }),
  )
}

/** Every rule of the language. */
export async function readRules(): Promise<Rule[]> {
  const files = await readRuleFiles()
  return [...files.flatMap(({ rules }) => rules), ...dateRules()]
}

/** The rules that lie beside the meaning they give a date, in the order in which they are tried. */
const dateRules = (): Rule[] => [...datePhrases, ...combinationRules.map(withMarks)]

/** Examples of combinations write ◆ for a date and ◷ for a time of day. */
const withMarks = (rule: Rule): Rule => {
  const marked = (text: string) => text.replaceAll('◆', dateMark).replaceAll('◷', timeMark)
  const [[match, ...matches], [reject, ...rejects]] = [rule.matches, rule.rejects]
  return {
    ...rule,
    matches: [marked(match), ...matches.map(marked)],
    rejects: [marked(reject), ...rejects.map(marked)],
  }
}

const isRule = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value as Partial<Rule>).expression instanceof RegExp

/** Whether a rule matches anywhere in a text. Unlike `test`, `search` ignores where the last match ended. */
export const isMatch = ({ expression }: Rule, text: string): boolean => text.search(expression) >= 0
