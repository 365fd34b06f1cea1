import type { Note, Person, SpokenLine } from './api.ts'

/** A meeting as Markdown: when, who, the summary, and what was said. */
export function writeNote(note: Note, maxBytes: number): string {
  const { calendar_event, created_at, attendees, summary_markdown, summary_text } = note
  const people = (attendees ?? []).map(writePerson).filter(name => name !== '')
  const summary = (summary_markdown ?? summary_text ?? '').trim()
  const head = [
    `# ${titleOf(note)}`,
    [
      `Date: ${writeTime(calendar_event?.scheduled_start_time ?? created_at)}`,
      ...(people.length > 0 ? [`Attendees: ${people.join(', ')}`] : []),
    ].join('\n'),
    ...(summary === '' ? [] : [`## Summary\n\n${summary}`]),
  ]
  const said = writeTranscript(note.transcript ?? [])
  return cut([...head, ...(said.length > 0 ? ['## Transcript', ...said] : [])], maxBytes)
}

export const titleOf = ({ title }: Pick<Note, 'title'>): string => title?.trim() || 'Untitled meeting'

/** The email alone tells two people of one name apart. */
function writePerson({ name, email }: Person): string {
  if (!name) return email ?? ''
  return email ? `${name} (${email})` : name
}

function writeTime(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** What one person says without a pause for others is one paragraph. */
function writeTranscript(lines: readonly SpokenLine[]): string[] {
  const turns: { speaker: string; texts: string[] }[] = []
  for (const { speaker, text } of lines) {
    const name = nameOf(speaker)
    if (turns.at(-1)?.speaker === name) turns.at(-1)!.texts.push(text.trim())
    else turns.push({ speaker: name, texts: [text.trim()] })
  }
  return turns.map(({ speaker, texts }) => `**${speaker}:** ${texts.join(' ')}`)
}

function nameOf(speaker: SpokenLine['speaker']): string {
  const known = speaker?.name || speaker?.diarization_label
  if (known) return known
  const isMe = speaker?.attribution === 'me' || (!speaker?.attribution && speaker?.source === 'microphone')
  return isMe ? 'Me' : 'Them'
}

function cut(parts: readonly string[], maxBytes: number): string {
  const kept: string[] = []
  const end = '*The rest of the transcript is left out.*'
  let bytes = Buffer.byteLength(end) + 2
  for (const part of parts) {
    bytes += Buffer.byteLength(part) + 2
    if (bytes > maxBytes) return [...kept, end].join('\n\n')
    kept.push(part)
  }
  return kept.join('\n\n')
}
