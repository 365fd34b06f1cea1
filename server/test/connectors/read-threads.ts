import type { Shelf } from './drive-connector.ts'

/** The plain texts of the messages in mbox files that are stored, by thread. */
export function readThreads(shelf: Shelf): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(shelf.texts())
      .map(([id, mbox]) => [id, textsOf(mbox)] as const)
      .sort(),
  )
}

/** The first text of each message. A message without any has an empty one. */
export function textsOf(mbox: string): string[] {
  return mbox
    .split(/^From MAILER-DAEMON .*\n/m)
    .slice(1)
    .map(message => {
      const body = /Content-Transfer-Encoding: 8bit\r\n\r\n([\s\S]*?)\r\n--part-/.exec(message)?.[1]
      return (body ?? '').replace(/^>(>*From )/gm, '$1')
    })
}
