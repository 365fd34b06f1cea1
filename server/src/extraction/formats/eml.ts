import type { Extraction, SourceFile } from '../extraction.ts'
import { toIsoDate } from '../iso-date.ts'
import { refuseSealed, writeMessage } from '../mail/message.ts'
import { readMime } from '../mail/read-mime.ts'
import { TextBuilder } from '../text-builder.ts'

/** One message. */
export async function extractEml(file: SourceFile): Promise<Extraction> {
  const message = await readMime(file.bytes)
  refuseSealed(message)
  const builder = new TextBuilder()
  writeMessage(builder, message)
  const date = toIsoDate(message.date)
  return {
    ...builder.finish(),
    type: 'text',
    ...(message.subject && { title: message.subject }),
    ...(message.from && { author: message.from }),
    ...(date && { date }),
  }
}
