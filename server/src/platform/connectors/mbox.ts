import type { Content } from './connector.ts'

/** A message of an mbox file: a line that begins with `From `, and such lines inside escaped. */
export function toMboxEntry(message: Buffer): Buffer {
  const text = message.toString('latin1').replace(/^(>*From )/gm, '>$1')
  return Buffer.from(`From MAILER-DAEMON Thu Jan  1 00:00:00 1970\n${text}\n\n`, 'latin1')
}

/**
 * A thread as a file in mbox format. The extractor reads it in the sandbox, with its limits. Without entries every message was
 * deleted since the list was made: the next run says so.
 */
export function toMbox(entries: readonly Buffer[], subject: string): Content {
  if (entries.length === 0) return { kind: 'text', text: '' }
  const name = subject.replace(/[/\\:*?"<>|]/g, ' ').slice(0, 100)
  return {
    kind: 'file',
    bytes: Buffer.concat(entries),
    fileName: `${name}.mbox`,
    mimeType: 'application/mbox',
  }
}
