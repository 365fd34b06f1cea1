import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { printFigures, say, sayEvery, secondsSinceStart } from '../measure/report.ts'
import { resolveDates } from '../src/language/dates/resolve-dates.ts'
import { complementsIn } from '../src/language/english/complements.ts'
import { extractLocally } from '../src/language/english/extract-locally.ts'
import type { Passage } from '../src/language/english/fact.ts'
import { judgedBy } from '../src/language/english/judged.ts'
import { questionsOf } from '../src/language/english/questions-of.ts'
import { namesIn, readQuestion } from '../src/language/english/read-question.ts'
import { readWords } from '../src/language/english/words.ts'
import {
  attributes,
  durations,
  type StatementJudgement,
  stances,
  subjects,
} from '../src/platform/lib/judgement.ts'
import { readRules } from '../test/all-rules.ts'
import { countMatches } from './rules/count-matches.ts'
import { readRuleTexts } from './rules/texts.ts'

/**
 *   npm run eval -- rules                  how often each rule of the language fires over the sets, and which never do
 *   npm run eval -- rules --all            prints the count of every rule
 *   --data FOLDER                          default ../shared/data
 *
 * Reads every text twice: with rules alone, and as if the judge kept every sentence, so that the rules behind the judge
 * are counted without its model. The last line is one JSON object; `ok` says whether every rule that never fires names
 * its reason (`keptFor`).
 */
const { values } = parseArgs({
  options: { data: { type: 'string', default: '../shared/data' }, all: { type: 'boolean', default: false } },
})

const certain = <Label extends string>(labels: readonly Label[], sure: Label) =>
  Object.fromEntries(labels.map(label => [label, label === sure ? 1 : 0])) as Record<Label, number>

const kept: StatementJudgement = {
  keep: 1,
  stance: certain(stances, 'asserted'),
  about: certain(subjects, 'owner'),
  attribute: certain(attributes, 'other'),
  lasts: certain(durations, 'lasting'),
}

if (!existsSync(values.data))
  say(`No data in ${values.data}: more rules than usual will never fire. Say where it is with --data`)

const rules = await readRules()
const counted = rules.map(rule => ({ rule, count: countMatches(rule) }))
const { passages, questions, dated } = readRuleTexts(values.data)
let read = 0
const progress = sayEvery(10, () => `${read} of ${passages.length} texts`)
for (const passage of passages) {
  readBothWays(passage)
  if (++read % 50 === 0) await new Promise(setImmediate)
}
progress.stop()
questions.forEach(readQuestion)
for (const { text, saidAt } of dated) resolveDates(text, saidAt)

const silent = counted.filter(({ count }) => count.matches === 0).map(({ rule }) => rule)
const needless = silent.filter(({ keptFor }) => keptFor === undefined)
if (values.all)
  for (const { rule, count } of counted.toSorted((a, b) => a.count.matches - b.count.matches))
    say(`${String(count.matches).padStart(8)}  ${rule.name}`)
for (const { name, keptFor } of silent) say(`never fires: ${name}${keptFor ? ` (${keptFor})` : ''}`)
printFigures(
  {
    rules: rules.length,
    texts: passages.length + questions.length + dated.length,
    silent: silent.length,
    needless: needless.map(({ name }) => name),
    seconds: secondsSinceStart(),
  },
  needless.length === 0,
)
if (needless.length > 0) process.exitCode = 1

function readBothWays(passage: Passage): void {
  const asked = questionsOf(passage)
  const judgements = asked.map(() => kept)
  const facts = [...extractLocally(passage), ...extractLocally(passage, judgedBy(asked, judgements))]
  // As facts are read when they are compared and searched.
  for (const { text } of facts) {
    complementsIn(readWords(text))
    namesIn(text, { withFirst: true })
  }
}
