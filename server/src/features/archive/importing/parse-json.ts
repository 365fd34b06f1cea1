import type { JsonBounds } from '../../../platform/lib/json-bounds.ts'
import { JsonExcess, readJson } from '../../../platform/lib/read-json.ts'
import { ArchiveError } from '../archive-error.ts'
import { limits } from '../format.ts'
import { splitLines } from './split-lines.ts'

/** Longer texts are parsed in turns and within bounds. JSON.parse of 64 MB of brackets took 38 s and 2 GB. */
const longText = 1024 * 1024

/** A conversation of ChatGPT is one object with a field for each message. */
const importBounds: JsonBounds = { levels: 200, keys: 1_000_000, values: 2_000_000 }

/** Parses a JSON text. Throws JsonExcess if it has more structure than the bounds allow, and another error if it is no JSON. */
export async function parseJson(text: string, bounds: JsonBounds): Promise<unknown> {
  return text.length > longText ? readJson(Buffer.from(text), bounds) : JSON.parse(text)
}

/** Parses a part of an upload of another program. */
export async function parsePart(
  text: string,
  fault: 'import.malformed' | 'import.unrecognized' = 'import.malformed',
): Promise<unknown> {
  try {
    return await parseJson(text, importBounds)
  } catch (error) {
    if (error instanceof JsonExcess) throw new ArchiveError('import.entry_too_large')
    throw new ArchiveError(fault, `not JSON: ${text.slice(0, 40)}`)
  }
}

/** The values of a text with one JSON value in each line. If the first line is no JSON, the upload is something else. */
export async function* jsonLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  let isFirst = true
  for await (const line of splitLines(body, limits.lineBytes, 'import')) {
    if (line.trim() === '') continue
    yield await parsePart(line, isFirst ? 'import.unrecognized' : 'import.malformed')
    isFirst = false
  }
}
