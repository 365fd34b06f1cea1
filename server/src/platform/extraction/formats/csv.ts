import { parse } from 'csv-parse/sync'
import type { Extraction, SourceFile } from '../extraction.ts'
import { readWholeText } from '../text/read-whole-text.ts'
import { splitPlain } from '../text/split-plain.ts'
import { TextBuilder } from '../text-builder.ts'
import { writeTable } from '../write-table.ts'

/** Excel's own first line, which names the delimiter and is no row. */
const statedDelimiter = /^"?sep=([^\n"])"?\n/i

const delimiters = [',', ';', '\t', '|'] as const

/** Rows of values separated by commas or another delimiter. */
export async function extractCsv(file: SourceFile): Promise<Extraction> {
  const text = readWholeText(file)
  const rows = readRows(text)
  if (!rows) return { text, blocks: [...splitPlain(text)], type: 'text' }
  const builder = new TextBuilder()
  writeTable(builder, rows)
  return { ...builder.finish(), type: 'text' }
}

/** Undefined when a quote is never closed; the file is then read as plain text. */
function readRows(text: string): string[][] | undefined {
  const [line, stated] = statedDelimiter.exec(text) ?? ['', undefined]
  const values = text.slice(line.length)
  try {
    return parse(values, {
      delimiter: stated ?? findDelimiter(values),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch {
    return undefined
  }
}

/** The delimiter that occurs in most of the first lines, equally often in each. */
function findDelimiter(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(0, 20)
  const scored = delimiters.map(delimiter => {
    const counts = lines.map(line => line.split(delimiter).length - 1)
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
    const alike = counts.filter(count => count === usual).length
    return { delimiter, score: usual === 0 ? 0 : alike * 100 + Math.min(usual, 99) }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}
