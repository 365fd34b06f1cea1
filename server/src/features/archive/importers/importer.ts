import type { UploadFile } from '../importing/upload-files.ts'

export type ImportedMessage = { role: 'user' | 'assistant'; text: string; date?: Date | undefined }

/** Messages without a time get that of the message before, the first ones that of the conversation. */
export function withDates(
  messages: readonly ImportedMessage[],
  fallback: Date | undefined,
): ImportedMessage[] {
  let last = fallback
  return messages.map(message => {
    last = message.date ?? last
    return { ...message, date: last }
  })
}

type Common = {
  /** The id at the source. Together with the format, it makes a second import find what the first one added. */
  key: string
  /** When it was said or written. "Yesterday" is the day before it. */
  date?: Date | undefined
  metadata?: Record<string, string | number | boolean | string[]> | undefined
}

/** What importers find, in the words of Reverie. */
export type ImportItem =
  | (Common & { item: 'conversation'; messages: ImportedMessage[] })
  /** `isMemory: false` is only searched, because the source brings the facts that were read from it. */
  | (Common & { item: 'text'; content: string; filepath?: string | undefined; isMemory?: boolean })
  | (Common & { item: 'statement'; content: string; isStatic?: boolean; until?: Date | undefined })

export type Importer = {
  /** The format in requests and on the command line. */
  name: string
  /** For people: where the files come from. */
  label: string
  read(files: AsyncIterable<UploadFile>): AsyncGenerator<ImportItem>
}
