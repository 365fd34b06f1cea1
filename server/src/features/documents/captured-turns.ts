import type { Turn, TurnRole } from '../../platform/lib/turn.ts'
import type { MergeContent } from './add-document.ts'
import { storable } from './receive-document.ts'

/**
 * A form in which a coding agent's plugin writes the turns of a session. A turn reaches from its label to the next one,
 * without the marks in between, so words that no label claims belong to the speaker before them.
 */
type CaptureForm = {
  /** How such a text begins. Plain texts and `user: …` transcripts do not. */
  head: RegExp
  /** The label of a turn, with its role. Always at the start of a line. */
  label: RegExp
  /** A mark between the words of a turn and the next label: the end of a line, or a line of its own. */
  mark: RegExp
}

const forms: CaptureForm[] = [
  // Claude Code and Cursor: `<|turn_start|>2026-11-18T09:00:00Z`, then `<|start|>user<|message|>…<|end|>`.
  {
    head: /^\s*(?:<\|turn_start\|>[^\n]*\n\s*)?<\|start\|>\w{1,20}(?::\w{1,20})?<\|message\|>/,
    label: /(?<![^\n])<\|start\|>(\w{1,20}(?::\w{1,20})?)<\|message\|>/g,
    mark: /(?:<\|end\|>|<\|turn_end\|>|^<\|turn_start\|>.*)$/,
  },
  // OpenClaw: `[role: user]`, the words, `[user:end]`.
  {
    head: /^\s*\[role: ?(?:user|assistant)\]\s/,
    label: /(?<![^\n])\[role: ?(user|assistant|system|tool)\]\s/g,
    mark: /\[(?:user|assistant|system|tool):end\]$/,
  },
  // Codex: `[Session …]`, then `1. [user] …`.
  {
    head: /^\s*\[(?:Session|Conversation) [^\]\n]{1,120}\]\n\d{1,6}\. \[\w{1,20}\] /,
    label: /(?<![^\n])\d{1,6}\. \[(user|assistant|system|tool)\] /g,
    mark: /^\[(?:Session|Conversation) [^\]\n]{1,120}\]$/,
  },
]

/** `assistant:tool` and `assistant:tool_result` are what a tool was told and said, not the words of the assistant. */
const roles: Record<string, TurnRole> = { user: 'user', assistant: 'assistant', system: 'system' }

/** As many as a conversation may have. A text with more labels is not read as a capture: it took 200 ms for each MB. */
const maxTurns = 10_000

/** Reads the turns of a text that a plugin captured. Undefined for any other text. */
export function readCapturedTurns(text: string): Turn[] | undefined {
  const form = forms.find(({ head }) => head.test(text))
  if (!form) return undefined
  const labels = [...text.matchAll(form.label).take(maxTurns + 1)]
  if (labels.length > maxTurns) return undefined
  return labels.flatMap(({ 0: { length }, 1: role, index }, i) => {
    const start = index + length
    const said = withoutMarks(text.slice(start, labels[i + 1]?.index), form)
    return said === '' ? [] : [{ start, end: start + said.length, role: roles[role!] ?? 'tool' }]
  })
}

const longestMark = 200
/** Plugins write three at most. */
const maxMarks = 8

/** From the end, mark by mark: one expression over a long text would try each of its spaces. */
function withoutMarks(text: string, { mark }: CaptureForm): string {
  let said = text.trimEnd()
  for (let marks = 0; marks < maxMarks; marks++) {
    const end = said.slice(-longestMark)
    const found = mark.exec(end.slice(end.lastIndexOf('\n') + 1))?.[0].length ?? 0
    if (found === 0) return said
    said = said.slice(0, -found).trimEnd()
  }
  return said
}

const separator = '\n\n'

/**
 * Plugins send each turn of a session once, under the same customId. Each continues the transcript. A turn that the
 * stored text ends with was sent again, and a text that begins with the stored one replaces it. A stored text that is
 * no transcript is replaced, like any other document.
 */
function continueWith(captured: string): MergeContent {
  const turns = readCapturedTurns(captured) ?? []
  return stored => {
    if (captured.startsWith(stored.content)) return { content: captured, turns }
    const before = stored.turns ?? readCapturedTurns(stored.content)
    if (!before) return { content: captured, turns }
    if (stored.content.endsWith(separator + captured)) return { content: stored.content, turns: before }
    const from = stored.content.length + separator.length
    return {
      content: stored.content + separator + captured,
      turns: [...before, ...turns.map(turn => ({ ...turn, start: turn.start + from, end: turn.end + from }))],
    }
  }
}

/** How to store a text that a plugin captured: with its speakers, and after the turns before it. */
export function captureOptions(given: string): { turns: Turn[]; merge: MergeContent } | undefined {
  const content = storable(given)
  const turns = readCapturedTurns(content)
  return turns && { turns, merge: continueWith(content) }
}
