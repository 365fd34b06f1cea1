import { everyOther, type Half, oneLine } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'
import type { Statement } from './remember.ts'

/** Two statements about the same thing, and a question about it. */
export type UpdatePair = {
  id: string
  set: 'longmemeval' | 'beam'
  /** The statement that answers the question. */
  wants: 'latest' | 'previous' | 'both'
  question: string
  older: Statement
  newer: Statement
  half: Half
}

export function updatePairs(data: DataFolder): UpdatePair[] {
  return [...longmemeval(data), ...beam(data)]
}

type PairRow = {
  qid: string
  question: string
  wants: UpdatePair['wants']
  statements: { date: string; text: string }[]
}

function longmemeval(data: DataFolder): UpdatePair[] {
  return data
    .lines<PairRow>('longmemeval/knowledge_update_pairs.jsonl')
    .map(({ qid, question, wants, statements }, i) => {
      const [older, newer] = statements
        .map(({ date, text }) => ({ content: `user: ${oneLine(text)}`, documentDate: sessionDate(date) }))
        .sort((a, b) => (a.documentDate < b.documentDate ? -1 : 1))
      return {
        id: `lme-${qid}`,
        set: 'longmemeval' as const,
        wants,
        question,
        older: { key: 'older', ...older! },
        newer: { key: 'newer', ...newer! },
        half: everyOther(i),
      }
    })
}

/** `2023/05/25 (Thu) 20:21` */
export function sessionDate(written: string): string {
  const [, date, time] = /^(\S+) \(\w+\) (\S+)$/.exec(written)!
  return `${date!.replaceAll('/', '-')}T${time}:00Z`
}

type Message = { role: string; id: number; content: string; time_anchor?: string }
type Batch = { turns: Message[][] }
type Update = { question: string; source_chat_ids?: { original_info?: number[]; updated_info?: number[] } }

const chats = Array.from({ length: 20 }, (_, i) => String(i + 1).padStart(2, '0'))

/** BEAM: the messages that its question names, dated by the last date the chat gives before them. */
function beam(data: DataFolder): UpdatePair[] {
  return chats.flatMap((chat, c) => {
    const messages = datedMessages(data.json<Batch[]>(`beam_100k/${chat}.chat.json`))
    const { knowledge_update } = data.json<{ knowledge_update: Update[] }>(`beam_100k/${chat}.questions.json`)
    return knowledge_update.flatMap(({ question, source_chat_ids }, i) => {
      const older = statement('older', messages, source_chat_ids?.original_info)
      const newer = statement('newer', messages, source_chat_ids?.updated_info)
      if (!older || !newer) return []
      return {
        id: `beam-${chat}-${i}`,
        set: 'beam' as const,
        wants: 'latest' as const,
        question,
        older,
        newer,
        half: everyOther(c),
      }
    })
  })
}

type Dated = { content: string; at: number }

function datedMessages(batches: readonly Batch[]): Map<number, Dated> {
  let anchor = 0
  const dated = new Map<number, Dated>()
  for (const { id, role, content, time_anchor } of batches.flatMap(({ turns }) => turns.flat())) {
    if (time_anchor) anchor = Date.parse(`${time_anchor.replaceAll('-', ' ')} UTC`)
    // The person's messages end with a mark of the data's authors. One minute per message keeps them in order.
    const text = oneLine(content.replace(/ ->-> [\d,]+\s*$/, ''))
    dated.set(id, { content: `${role}: ${text}`, at: anchor + id * 60_000 })
  }
  return dated
}

function statement(
  key: string,
  messages: ReadonlyMap<number, Dated>,
  ids: readonly number[] = [],
): Statement | undefined {
  const said = ids.map(id => messages.get(id)).filter(message => message !== undefined)
  if (said.length === 0) return undefined
  return {
    key,
    content: said.map(({ content }) => content).join('\n'),
    documentDate: new Date(said[0]!.at).toISOString(),
  }
}
