import { parseArgs } from 'node:util'
import { printFigures, say, secondsSinceStart } from '../measure/report.ts'
import { ask } from './ask.ts'
import { writeSection } from './evaluation-file.ts'
import { ingest } from './ingest.ts'
import { type Installation, openInstallation } from './installation.ts'
import { atThreshold, judge } from './judge.ts'
import { DataFolder } from './read-data.ts'
import { describeRetrieval, type SetFigures } from './retrieval-report.ts'
import { type RowName, rows } from './rows.ts'
import { dataSets } from './sets/registry.ts'

/**
 *   npm run eval -- retrieval --set locomo               measures search, and each of its arms alone
 *   npm run eval -- retrieval --set scifact --set xquad  several sets in one run
 *   npm run eval -- retrieval --all --write              every set, into docs/evaluation.md
 *   --rows default,lexical      only these rows   --half tuned|held-out|all    which questions (default: held-out)
 *   --database NAME             keeps the data for the next run                --data FOLDER  default ../shared/data
 *   --floor 0.5                 fails below this nDCG@10
 *
 * Adds every text through the public API, waits until it is processed, and asks through the public API. Needs a
 * Postgres like the tests. Ends with one line of JSON for the last set, with the product's defaults.
 */
const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: [] },
    all: { type: 'boolean', default: false },
    rows: { type: 'string' },
    half: { type: 'string', default: 'held-out' },
    database: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
    floor: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const names = values.all ? Object.keys(dataSets) : values.set
const wantedRows = (values.rows?.split(',') ?? Object.keys(rows)) as RowName[]
for (const name of names)
  if (!dataSets[name]) throw new Error(`No set is called ${name}: ${Object.keys(dataSets).join(', ')}`)
for (const row of wantedRows)
  if (!rows[row]) throw new Error(`No row is called ${row}: ${Object.keys(rows).join(', ')}`)
if (names.length === 0) throw new Error('Say which: --set locomo, or --all')

const data = new DataFolder(values.data)
const installation = await openInstallation(values.database)
const measured: SetFigures[] = []
try {
  for (const name of names) {
    measured.push(await measure(installation, name))
    // Written after each set, so that an interrupted run keeps its measurements.
    if (values.write)
      writeSection('retrieval', describeRetrieval(measured, installation.app.embedder.model.name))
  }
} finally {
  await installation.close()
}
const last = measured.at(-1)!
const figures = last.rows[wantedRows[0]!]!
const ok = values.floor === undefined || figures.ndcg10 >= Number(values.floor)
printFigures({ set: last.name, half: values.half, ...figures, seconds: secondsSinceStart() }, ok)
process.exit(ok ? 0 : 1)

async function measure({ app, client }: Installation, name: string): Promise<SetFigures> {
  const set = dataSets[name]!(data)
  say(`${name}: ${set.texts.length} texts, ${set.questions.length} questions`)
  const keysOf = await ingest(client, set)
  const questions = set.questions.filter(({ half }) => values.half === 'all' || half === values.half)
  const { about, tunedOn, macro, least = false } = set
  const figures: SetFigures = { name, about, tunedOn, macro, least, rows: {}, thresholds: {} }
  for (const row of wantedRows) {
    app.ranking = rows[row].ranking
    const asked = await ask(client, set, keysOf, questions, rows[row].request)
    const judgement = judge(set, asked)
    figures.rows[row] = judgement
    say(`${name}, ${row}: ${JSON.stringify(judgement)}`)
    if (row === 'default')
      for (const at of [0.3, 0.5, 0.6, 0.8]) figures.thresholds[at] = atThreshold(asked, at)
  }
  return figures
}
