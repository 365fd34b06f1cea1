import { stripVTControlCharacters } from 'node:util'
import { type Block, ExtractError, type Extraction, type SourceFile } from '../extraction.ts'
import { parseJson } from '../json/parse-json.ts'
import { firstHeading } from '../text/first-heading.ts'
import { readWholeText } from '../text/read-whole-text.ts'
import { writeMarkdown } from '../text/write-markdown.ts'
import { TextBuilder } from '../text-builder.ts'

/** Longer output of a cell only serves its author while the notebook runs. */
const maxOutputChars = 2_000

type NotebookCell = { cell_type?: unknown; source?: unknown; input?: unknown; outputs?: unknown }
type Notebook = {
  cells?: unknown
  worksheets?: { cells?: unknown }[]
  metadata?: { title?: unknown; language_info?: { name?: unknown }; kernelspec?: { language?: unknown } }
}

/** A Jupyter notebook: its prose, its code, and the printed output. */
export async function extractNotebook(file: SourceFile): Promise<Extraction> {
  const notebook = parseJson(readWholeText(file))?.value as Notebook | undefined
  const cells = notebook?.cells ?? notebook?.worksheets?.[0]?.cells
  if (!Array.isArray(cells)) throw new ExtractError('extract.malformed', 'The notebook has no cells')
  const { metadata } = notebook!
  const language = asText(metadata?.language_info?.name ?? metadata?.kernelspec?.language)
  const builder = new TextBuilder()
  for (const cell of cells) if (typeof cell === 'object' && cell !== null) writeCell(builder, cell, language)
  const built = builder.finish()
  const title = asText(metadata?.title) || firstHeading(built.text, built.blocks.filter(isEarly))
  return { ...built, type: 'text', ...(title && { title }) }
}

/** A heading further down is that of a section. */
function isEarly({ start }: Block): boolean {
  return start < 5_000
}

function writeCell(builder: TextBuilder, cell: NotebookCell, language: string): void {
  const source = asText(cell.source ?? cell.input)
  if (cell.cell_type === 'markdown') writeMarkdown(builder, source)
  else if (cell.cell_type === 'code') {
    builder.code(source, language)
    if (Array.isArray(cell.outputs)) for (const output of cell.outputs) builder.code(outputOf(output))
  } else builder.paragraph(source)
}

function outputOf(output: unknown): string {
  if (typeof output !== 'object' || output === null) return ''
  const { text, data, ename, evalue } = output as Record<string, unknown>
  const plain = (data as Record<string, unknown> | undefined)?.['text/plain']
  const shown = ename === undefined ? asText(text ?? plain) : `${asText(ename)}: ${asText(evalue)}`
  return stripVTControlCharacters(shown).slice(0, maxOutputChars)
}

/** Notebooks store texts as lists of lines. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return value.filter(line => typeof line === 'string').join('')
  return typeof value === 'string' ? value : ''
}
