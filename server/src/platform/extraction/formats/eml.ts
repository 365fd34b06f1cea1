import type { Extraction, SourceFile, Workbench } from '../extraction.ts'
import { extractMessage } from '../mail/message.ts'
import { readMime } from '../mail/read-mime.ts'

/** One message, with the text of its attachments. */
export async function extractEml(file: SourceFile, bench: Workbench): Promise<Extraction> {
  return extractMessage(await readMime(file.bytes), bench)
}
