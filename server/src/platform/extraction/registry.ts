import {
  ExtractError,
  type Extraction,
  type FileExtractor,
  type SourceFile,
  type Workbench,
} from './extraction.ts'
import type { FileKind } from './kinds.ts'

/** Extractors by kind. Each is loaded on first use: a worker that sees only text never loads the PDF engine. */
const extractors: Partial<Record<FileKind, () => Promise<FileExtractor>>> = {
  text: async () => (await import('./formats/text.ts')).extractText,
  markdown: async () => (await import('./formats/markdown.ts')).extractMarkdown,
  html: async () => (await import('./formats/html.ts')).extractHtml,
  xml: async () => (await import('./formats/xml.ts')).extractXml,
  json: async () => (await import('./formats/json.ts')).extractJson,
  jsonl: async () => (await import('./formats/jsonl.ts')).extractJsonLines,
  csv: async () => (await import('./formats/csv.ts')).extractCsv,
  code: async () => (await import('./formats/code.ts')).extractCode,
  notebook: async () => (await import('./formats/notebook.ts')).extractNotebook,
  subtitles: async () => (await import('./formats/subtitles.ts')).extractSubtitles,
  pdf: async () => (await import('./formats/pdf.ts')).extractPdf,
  docx: async () => (await import('./formats/docx.ts')).extractDocx,
  pptx: async () => (await import('./formats/pptx.ts')).extractPptx,
  xlsx: async () => (await import('./formats/xlsx.ts')).extractXlsx,
  doc: async () => (await import('./formats/doc.ts')).extractDoc,
  ppt: async () => (await import('./formats/ppt.ts')).extractPpt,
  xls: async () => (await import('./formats/xls.ts')).extractXls,
  odt: async () => (await import('./formats/odf.ts')).extractOdf,
  odp: async () => (await import('./formats/odf.ts')).extractOdf,
  ods: async () => (await import('./formats/odf.ts')).extractOdf,
  rtf: async () => (await import('./formats/rtf.ts')).extractRtf,
  epub: async () => (await import('./formats/epub.ts')).extractEpub,
  eml: async () => (await import('./formats/eml.ts')).extractEml,
  mbox: async () => (await import('./formats/mbox.ts')).extractMbox,
  msg: async () => (await import('./formats/msg.ts')).extractMsg,
  image: async () => (await import('./formats/image.ts')).extractImage,
}

/** Extracts the text of a file, or throws the reason. Media are transcribed instead, see `media/`. */
export async function extractWith(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const load = extractors[file.kind]
  if (!load)
    throw new ExtractError('extract.unsupported_type', `Files of kind ${file.kind} cannot be read yet`)
  const extraction = await (await load())(file, bench)
  if (extraction.text.trim() === '') throw new ExtractError('extract.empty', 'The file contains no text')
  return extraction
}
