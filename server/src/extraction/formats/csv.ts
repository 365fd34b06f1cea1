import { parse } from 'csv-parse/sync'
import type { Extraction, SourceFile } from '../extraction.ts'
import { splitPlain } from '../text/split-plain.ts'
import { readWholeText } from '../text/whole-text.ts'
import { TextBuilder } from '../text-builder.ts'
import { writeTable } from '../write-table.ts'

const delimiters = [',', ';', '\t', '|'] as const

/** Rows of values between commas, or whatever these use in their place. */
export async function extractCsv(file: SourceFile): Promise<Extraction> {
  const text = readWholeText(file)
  const rows = readRows(text)
  if (!rows) return { text, blocks: [...splitPlain(text)], type: 'text' }
  const builder = new TextBuilder()
  writeTable(builder, rows)
  return { ...builder.finish(), type: 'text' }
}

/** Nothing when quotes are opened and never closed: then it is read as any text. */
function readRows(text: string): string[][] | undefined {
  try {
    return parse(text, {
      delimiter: findDelimiter(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch {
    return undefined
  }
}

/** The one that stands in most of the first lines, as often in each as in the others. */
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
