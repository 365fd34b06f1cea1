/** Roles of the speakers in a conversation. */
export const turnRoles = ['user', 'assistant', 'system', 'tool'] as const
export type TurnRole = (typeof turnRoles)[number]

/** One message of a conversation: its range in the text, in UTF-16 units, without the label before it. */
export type Turn = { start: number; end: number; role: TurnRole; name?: string }

/** A label exactly as messages are rendered: at the start of a line (after `\n`), in lower case, with nothing before the role. */
const label = new RegExp(`(?<![^\\n])(${turnRoles.join('|')})(?: \\(([^()\\n]{1,255})\\))?: `, 'g')

/**
 * Reads the turns of a conversation that was stored before turns were stored next to the text. At that time, lines of a message
 * that looked like a label were indented, so a label of this exact form is genuine. Text before the first label is by the user
 * who added the document.
 */
export function readRenderedTurns(text: string): Turn[] {
  const labels = Array.from(text.matchAll(label), ({ 0: { length }, 1: role, 2: name, index }) => ({
    index,
    start: index + length,
    role: role as TurnRole,
    ...(name !== undefined && { name }),
  }))
  const turns = labels.map(({ index: _, ...turn }, i) => ({
    ...turn,
    end: labels[i + 1] === undefined ? text.length : labels[i + 1]!.index - 1,
  }))
  const first = labels[0]?.index ?? text.length
  return text.slice(0, first).trim() === '' ? turns : [{ start: 0, end: first, role: 'user' }, ...turns]
}
