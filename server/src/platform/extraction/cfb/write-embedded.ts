import { ExtractError, type Extraction, type Workbench } from '../extraction.ts'
import type { TextBuilder } from '../text-builder.ts'

/**
 * Writes the text of documents embedded in a document. One that cannot be read is left out: it is still shown as a
 * picture.
 */
export async function writeEmbedded(
  builder: TextBuilder,
  documents: Iterable<Uint8Array>,
  bench: Workbench,
): Promise<void> {
  for (const bytes of documents) {
    const extraction = await read(bytes, bench)
    if (extraction) builder.append(extraction, 1)
  }
}

async function read(bytes: Uint8Array, bench: Workbench): Promise<Extraction | undefined> {
  try {
    return await bench.readAttached({ bytes, name: '', contentType: '' })
  } catch (error) {
    // A parser may throw any kind of error on a damaged file.
    if (error instanceof ExtractError || error instanceof Error) return undefined
    throw error
  }
}
