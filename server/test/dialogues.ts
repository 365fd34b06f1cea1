import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The words of two friends, a question about a time, and the dates that answer it: `2023`, `2023-05` or `2023-05-07`. */
export type Dialogue = {
  group: string
  saidAt: Date
  question: string
  turns: string[]
  golds: string[]
  /** True when the date is known to be missed. */
  isMissed: boolean
}

/**
 * Reads invented dialogues, in blocks: `## group`, `@ the day it was said`, and for each `? the question`, the turns,
 * and `= the date`, or `~ the date` where it is missed. Equally good dates are separated by `|`.
 */
export function readDialogues(name: string): Dialogue[] {
  const lines = readFileSync(join(import.meta.dirname, 'dialogues', `${name}.txt`), 'utf8').split('\n')
  const read: Dialogue[] = []
  let [group, saidAt, question, turns] = ['', new Date(0), '', [] as string[]]
  for (const line of lines) {
    const said = line.slice(2)
    if (line.startsWith('##')) group = said.trim()
    else if (line.startsWith('@')) saidAt = new Date(`${said}T14:00:00Z`)
    else if (line.startsWith('?')) [question, turns] = [said, []]
    else if (/^[=~]/.test(line))
      read.push({ group, saidAt, question, turns, golds: said.split('|'), isMissed: line.startsWith('~') })
    else if (line !== '') turns.push(line)
  }
  return read
}

/** A single turn is used as it is. Two speakers have greeted each other before. */
export function transcriptOf({ turns }: Dialogue): string {
  const [a, b] = new Set(turns.map(turn => turn.split(':')[0]))
  return b === undefined ? turns.join('\n') : [`${a}: Hi ${b}!`, `${b}: Hi ${a}!`, ...turns].join('\n')
}
