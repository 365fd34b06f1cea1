import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Fixture, listFixtures } from '../eval/extract/fixtures.ts'
import { openBoxReader } from '../eval/extract/read-boxed.ts'
import { inParallel, type Reader } from '../eval/extract/reader.ts'
import { DataFolder } from '../eval/read-data.ts'
import { printFigures, say, secondsSinceStart } from '../measure/report.ts'

/**
 *   npm run bench -- extract               pages (files, sheets, slides) read per second in the box, by format
 *   --per 60   files of each format              --data FOLDER   default ../shared/data
 *
 * Compares PDFs with unpdf alone, on the same files, in the same run, with as many processes. The last line is one
 * JSON object; the exit code says whether 75 PDF pages a second and .8 of unpdf were reached.
 */
const { values } = parseArgs({
  options: { per: { type: 'string', default: '60' }, data: { type: 'string', default: '../shared/data' } },
})
const processes = 2
const data = new DataFolder(values.data)
const byFormat = chooseFixtures()
const reader = openBoxReader(processes)
const pagesPerSecond: Record<string, number> = {}
try {
  for (const [format, fixtures] of byFormat) {
    pagesPerSecond[format] = await measure(reader, fixtures)
    say(`${format.padEnd(5)} ${pagesPerSecond[format]} pages/s, ${fixtures.length} files`)
  }
} finally {
  await reader.close()
}
const pdfs = byFormat.get('pdf') ?? []
const [ours, bare] = await comparePdfs(pdfs)
const ratio = round(ours / bare)
const figures = { pagesPerSecond, pdfPagesPerSecond: ours, unpdfPagesPerSecond: bare, ratio }
printFigures({ ...figures, seconds: secondsSinceStart() }, ours >= 75 && ratio >= 0.8)
process.exitCode = ours >= 75 && ratio >= 0.8 ? 0 : 1

/**
 * Every nth file of each format. Pages without a text layer measure tesseract and not the engine, so they are left
 * out.
 */
function chooseFixtures(): Map<string, Fixture[]> {
  const readable = listFixtures(data).filter(
    ({ tags }) => !tags.some(tag => /no_text_layer|malformed|password|encrypted/.test(tag)),
  )
  const groups = Map.groupBy(readable, ({ extension }) => extension)
  return new Map(
    [...groups].map(([format, all]) => {
      const step = Math.max(1, Math.floor(all.length / Number(values.per)))
      return [format, all.filter((_, i) => i % step === 0).slice(0, Number(values.per))]
    }),
  )
}

async function measure(reader: Reader, fixtures: readonly Fixture[]): Promise<number> {
  await reader.read(toFile(fixtures[0]!))
  let pages = 0
  const startedAt = performance.now()
  await inParallel(fixtures, processes, async fixture => {
    const { extraction } = await reader.read(toFile(fixture))
    pages += extraction ? (extraction.pages ?? 1) : 0
  })
  return round((pages / (performance.now() - startedAt)) * 1000)
}

function toFile(fixture: Fixture) {
  return { bytes: fixture.bytes(), name: fixture.file, contentType: 'application/octet-stream' }
}

/** Alternates, so that other load on the machine affects both; takes the better of two rounds each. */
async function comparePdfs(fixtures: readonly Fixture[]): Promise<[number, number]> {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < 2; round++) {
    const reader = openBoxReader(processes)
    ours.push(await measure(reader, fixtures))
    await reader.close()
    bare.push(await readBare(fixtures))
  }
  say(`ours ${ours.join(', ')}, unpdf ${bare.join(', ')} pages/s`)
  return [Math.max(...ours), Math.max(...bare)]
}

async function readBare(fixtures: readonly Fixture[]): Promise<number> {
  const queue = fixtures.values()
  let pages = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: processes }, async () => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'bare/read-pdfs.ts')], {
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      for (const { file } of queue) {
        child.stdin.write(`${join(data.path, 'fixtures', file)}\n`)
        pages += Number((await answers.next()).value ?? 0)
      }
      child.stdin.end()
      await once(child, 'exit')
    }),
  )
  return round((pages / (performance.now() - startedAt)) * 1000)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
