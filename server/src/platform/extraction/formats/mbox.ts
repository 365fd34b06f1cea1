import type { Extraction, SourceFile, Workbench } from '../extraction.ts'
import { writeMessage } from '../mail/message.ts'
import { readMime, withoutMark } from '../mail/read-mime.ts'
import { TextBuilder } from '../text-builder.ts'

const newline = 0x0a
const fromLine = Buffer.from('From ')

/** A mailbox; each message is a page. */
export async function extractMbox(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const bytes = withoutMark(file.bytes)
  const messages = splitMailbox(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const builder = new TextBuilder()
  for (const [i, message] of messages.entries()) {
    builder.page(i + 1)
    await writeMessage(builder, await readMime(message), bench)
    bench.progress(i + 1, messages.length)
  }
  return { ...builder.finish(), type: 'text', pages: messages.length }
}

/** Splits at lines that begin with `From ` after an empty line; inside messages such lines are escaped as `>From `. */
function splitMailbox(file: Buffer): Uint8Array[] {
  const starts: number[] = []
  for (let at = file.indexOf(fromLine); at >= 0; at = file.indexOf(fromLine, at + 1))
    if (at === 0 || isAfterEmptyLine(file, at)) starts.push(at)
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? file.length
    const lineEnd = file.indexOf(newline, start)
    const body = file.subarray(lineEnd < 0 ? end : Math.min(lineEnd + 1, end), end)
    return Buffer.from(body.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1')
  })
}

function isAfterEmptyLine(file: Buffer, at: number): boolean {
  if (file[at - 1] !== newline) return false
  const before = file[at - 2] === 0x0d ? at - 3 : at - 2
  return before < 0 || file[before] === newline
}
