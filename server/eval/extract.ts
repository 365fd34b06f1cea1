import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printFigures, say, sayEvery, secondsSinceStart } from '../measure/report.ts'
import { writeSection } from './evaluation-file.ts'
import { describeExtraction, type WebFigures } from './extract/describe.ts'
import { familyOf } from './extract/families.ts'
import { findTranscriber } from './extract/find-transcriber.ts'
import { listArticles, listFixtures } from './extract/fixtures.ts'
import { openBoxReader } from './extract/read-boxed.ts'
import { openDirectReader } from './extract/read-directly.ts'
import { inParallel, type Reader } from './extract/reader.ts'
import { References } from './extract/references.ts'
import { type Judged, judgeReading, type Row, round, tally } from './extract/tally.ts'
import { compareArticles, f1Of } from './extract/text-measures.ts'
import { DataFolder } from './read-data.ts'

/**
 *   npm run eval -- extract                every fixture through the box, and the pages with a marked article
 *   npm run eval -- extract --write        the same, into docs/evaluation.md
 *   --ext pdf --ext docx    only these extensions      --web           only the pages
 *   --sample 10             every tenth file           --worst 20      prints those with the lowest recall
 *   --direct                in this process, without the box           --data FOLDER  default ../shared/data
 *   --references FOLDER     stores the readings of other programs; default in the temporary folder
 *   --hear                  recordings too, given a model: without it they end with extract.tool_missing
 *
 * The last line is one JSON object; the exit code says whether the goals were met (for a whole run only).
 */
const { values } = parseArgs({
  options: {
    ext: { type: 'string', multiple: true, default: [] },
    web: { type: 'boolean', default: false },
    sample: { type: 'string', default: '1' },
    worst: { type: 'string', default: '0' },
    direct: { type: 'boolean', default: false },
    data: { type: 'string', default: '../shared/data' },
    hear: { type: 'boolean', default: false },
    references: { type: 'string', default: join(tmpdir(), 'reverie-references') },
    write: { type: 'boolean', default: false },
  },
})
const data = new DataFolder(values.data)
const references = new References(values.references)
const isWhole = values.ext.length === 0 && !values.web && values.sample === '1'
const width = values.direct ? 1 : 2
const reader = values.direct
  ? openDirectReader()
  : openBoxReader(width, values.hear ? await findTranscriber() : undefined)
try {
  const judged = values.web ? [] : await readFixtures(reader)
  const web = values.web || isWhole ? await readArticles(reader) : undefined
  report(judged, web)
} finally {
  await reader.close()
}

async function readFixtures(reader: Reader): Promise<Judged[]> {
  const fixtures = listFixtures(data)
    .filter(({ extension }) => values.ext.length === 0 || values.ext.includes(extension))
    .filter((_, i) => i % Number(values.sample) === 0)
  const judged: Judged[] = []
  const progress = sayEvery(10, () => `${judged.length} of ${fixtures.length} files`)
  await inParallel(fixtures, width, async fixture => {
    const file = { bytes: fixture.bytes(), name: fixture.file, contentType: 'application/octet-stream' }
    const reading = await reader.read(file)
    judged.push(judgeReading(fixture, reading, await references.of(fixture)))
  })
  progress.stop()
  return judged
}

async function readArticles(reader: Reader): Promise<WebFigures> {
  const articles = listArticles(data)
  const agreements: { precision: number; recall: number }[] = []
  let seconds = 0
  for (const { id, url, body, html } of articles) {
    const reading = await reader.read({ bytes: html(), name: `${id}.html`, contentType: 'text/html', url })
    agreements.push(compareArticles(body, reading.extraction?.text ?? ''))
    seconds += reading.seconds
  }
  const mean = (pick: 'precision' | 'recall') =>
    agreements.reduce((sum, each) => sum + each[pick], 0) / agreements.length
  const agreement = { precision: mean('precision'), recall: mean('recall') }
  return {
    pages: articles.length,
    precision: round(agreement.precision),
    recall: round(agreement.recall),
    f1: round(f1Of(agreement)),
    pagesPerSecond: round(articles.length / seconds, 1),
  }
}

function report(judged: Judged[], web: WebFigures | undefined): void {
  printWorst(judged)
  const byFamily = [...Map.groupBy(judged, ({ extension }) => familyOf(extension))].map(([name, each]) =>
    tally(name, each),
  )
  const byExtension = [...Map.groupBy(judged, ({ extension }) => extension)]
    .map(([name, each]) => tally(name, each))
    .sort((a, b) => b.files - a.files)
  for (const row of byExtension) say(JSON.stringify(row))
  if (web) say(JSON.stringify(web))
  if (values.write && isWhole) writeSection('extraction', describeExtraction(byExtension, byFamily, web!))
  const family = (name: string) => byFamily.find(row => row.name === name)
  const counted = (code: string) => judged.filter(each => each.code === code).length
  const locked = judged.filter(({ tags }) => tags.includes('needs_password'))
  const figures = {
    files: judged.length,
    withText: judged.filter(({ code }) => code === undefined).length,
    hangs: counted('extract.timeout'),
    crashes: counted('extract.crashed'),
    pdfRecall: family('pdf')?.recall ?? null,
    pdfShare95: family('pdf')?.share95 ?? null,
    officeRecall: family('office')?.recall ?? null,
    officeRecallPlain: family('office')?.plainRecall ?? null,
    officePrecision: family('office')?.precision ?? null,
    officeRecalls: recallsOf(byExtension.filter(({ name }) => familyOf(name) === 'office')),
    imageRecall: family('image')?.recall ?? null,
    mediaWithText: family('media')?.withText ?? null,
    webF1: web?.f1 ?? null,
    locked: locked.length,
    lockedTold: locked.filter(({ code }) => code === 'extract.encrypted').length,
    seconds: secondsSinceStart(),
  }
  const ok =
    !isWhole ||
    (figures.hangs === 0 &&
      figures.crashes === 0 &&
      figures.pdfRecall! >= 0.93 &&
      figures.pdfShare95! >= 0.86 &&
      figures.officeRecall! >= 0.97 &&
      figures.webF1! >= 0.958 &&
      figures.lockedTold === figures.locked)
  printFigures(figures, ok)
  process.exitCode = ok ? 0 : 1
}

function recallsOf(rows: readonly Row[]): Record<string, number> {
  return Object.fromEntries(rows.flatMap(({ name, recall }) => (recall === null ? [] : [[name, recall]])))
}

function printWorst(judged: readonly Judged[]): void {
  const worst = judged
    .filter(({ recall }) => recall !== undefined)
    .sort((a, b) => a.recall! - b.recall!)
    .slice(0, Number(values.worst))
  for (const { file, recall, precision, engine, code, message } of worst)
    say(
      `${recall!.toFixed(3)} ${precision?.toFixed(3) ?? '     '}  ${file}  ${engine}  ${code ?? ''} ${message?.split('\n')[0] ?? ''}`,
    )
  if (Number(values.worst) === 0) return
  for (const { file, code, message, recall } of judged)
    if (code !== undefined && recall === undefined) say(`${code}  ${file}  ${message?.split('\n')[0] ?? ''}`)
}
