import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { decodeText } from '../../extraction/decode-text.ts'
import { kindByName } from '../../extraction/sniffing/name-kind.ts'
import { type Content, ItemError } from '../connector.ts'
import { readNote } from '../read-note.ts'
import { openInside } from './open-root.ts'

export type ReadLimits = { maxFileBytes: number; maxTextBytes: number }

/** Reads a Markdown note with its front matter; other files are passed on as a stream. */
export async function readFile(root: string, path: string, limits: ReadLimits): Promise<Content> {
  const handle = await openInside(root, path)
  let isStreamed = false
  try {
    const { size } = await handle.stat()
    if (size > limits.maxFileBytes) throw tooLarge(limits)
    const fileName = basename(path)
    if (kindByName(fileName) === 'markdown' && size <= limits.maxTextBytes) {
      // A file that grows while it is read ends here.
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0)
      return toNote(decodeText(buffer.subarray(0, bytesRead)), fileName)
    }
    isStreamed = true
    return { kind: 'file', bytes: handle.createReadStream({ end: limits.maxFileBytes - 1 }), fileName }
  } finally {
    if (!isStreamed) await handle.close()
  }
}

export const tooLarge = ({ maxFileBytes }: Pick<ReadLimits, 'maxFileBytes'>): ItemError =>
  new ItemError('item_too_large', `The file is larger than ${maxFileBytes} bytes.`)

/** A note that has nothing but front matter says at least its title. */
export function toNote(note: string, fileName: string): Content {
  const { text, title, metadata } = readNote(note)
  const name = title ?? fileName.replace(/\.\w+$/, '')
  return { kind: 'text', text: text.trim() === '' ? `# ${name}` : text, title: name, metadata }
}

export async function hashFile(root: string, path: string): Promise<string> {
  const handle = await openInside(root, path)
  const hash = createHash('sha256')
  for await (const part of handle.createReadStream()) hash.update(part as Buffer)
  return hash.digest('hex').slice(0, 32)
}
