import { ExtractError, type Extraction, type Workbench } from '../extraction.ts'
import type { TextBuilder } from '../text-builder.ts'

/** Writes what documents inside a document say; they are shown in it as pictures. One that cannot be read is only that. */
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
    // Damage shows in many ways, all of which a parser may throw.
    if (error instanceof ExtractError || error instanceof Error) return undefined
    throw error
  }
}
