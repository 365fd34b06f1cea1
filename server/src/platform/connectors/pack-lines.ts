import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** No checkpoint is larger when unpacked. Reached by no connector: 100,000 lines of 100 characters are 10 MB. */
const maxBytes = 64 * 1024 * 1024

/** Lines are joined in parts of this size, so that those of a large table are never in memory together. */
const partChars = 64 * 1024

/**
 * Packs the lines of a table into one string for a checkpoint. Tables of paths and ids shrink to about a fifth, so the
 * checkpoint of a large source stays below a few megabytes. A line must not contain a newline.
 */
export function packLines(lines: Iterable<string>): string {
  const parts: Buffer[] = []
  let part = ''
  let separator = ''
  for (const line of lines) {
    part += separator + line
    separator = '\n'
    if (part.length < partChars) continue
    parts.push(Buffer.from(part))
    part = ''
  }
  if (separator === '') return ''
  return deflateRawSync(Buffer.concat([...parts, Buffer.from(part)])).toString('base64')
}

export function unpackLines(packed: string): string[] {
  if (packed === '') return []
  return inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: maxBytes })
    .toString('utf8')
    .split('\n')
}
