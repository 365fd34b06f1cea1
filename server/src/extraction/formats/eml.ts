import type { Extraction, SourceFile } from '../extraction.ts'
import { extractMessage } from '../mail/message.ts'
import { readMime } from '../mail/read-mime.ts'

/** One message. */
export async function extractEml(file: SourceFile): Promise<Extraction> {
  return extractMessage(await readMime(file.bytes))
}
