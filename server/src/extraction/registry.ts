import {
  ExtractError,
  type Extraction,
  type Extractor,
  type SourceFile,
  type Workbench,
} from './extraction.ts'
import type { Kind } from './kinds.ts'

/** How to read each kind of file. Loaded when first wanted: a worker that sees only text pays for no PDF engine. */
const extractors: Partial<Record<Kind, () => Promise<Extractor>>> = {}

/** The text of a file, or the reason there is none. Media are not here: their text is heard, see `media/`. */
export async function extractWith(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const load = extractors[file.kind]
  if (!load)
    throw new ExtractError('extract.unsupported_type', `Files of kind ${file.kind} cannot be read yet`)
  const extraction = await (await load())(file, bench)
  if (extraction.text.trim() === '') throw new ExtractError('extract.empty', 'The file holds no text')
  return extraction
}
