import { strToU8, type Zippable, zipSync } from 'fflate'
import type { Extraction, FileExtractor, SourceFile } from '../src/platform/extraction/extraction.ts'
import type { FileKind } from '../src/platform/extraction/kinds.ts'
import { openWorkbench } from '../src/platform/extraction/workbench.ts'

/** Minimal files of office programs, with only what a test is about. */

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  `xmlns:r="${office}"`,
].join(' ')

const tools = { progress: () => undefined, readImage: async () => '' }

/** The bytes are part of a larger buffer, as they are when they come from another process. */
export function extract(extractor: FileExtractor, kind: FileKind, content: Uint8Array): Promise<Extraction> {
  const bytes = Buffer.concat([Buffer.alloc(8), content, Buffer.alloc(8)]).subarray(8, 8 + content.length)
  const file: SourceFile = { bytes, kind, name: `file.${kind}`, contentType: '' }
  return extractor(file, openWorkbench(tools))
}

export function zipOf(parts: Record<string, string | Uint8Array>): Uint8Array {
  const files: Zippable = {}
  for (const [name, content] of Object.entries(parts))
    files[name] = typeof content === 'string' ? strToU8(content) : content
  return zipSync(files)
}

/** Relationships from a part, by id: the last word of the type, and the target. */
export function relationships(targets: Record<string, readonly [type: string, target: string]>): string {
  const lines = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`
}

export function docxOf(body: string, parts: Record<string, string> = {}): Uint8Array {
  return zipOf({
    '_rels/.rels': relationships({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    ...parts,
  })
}

/** A paragraph of Word: its text and its properties. */
export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}
