import { type DataSet, everyOther, oneLine, type Question, transcript, worthOne } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'

type Message = { role: string; id: number; content: string }
type Batch = { turns: Message[][] }
type Probe = { question: string; source_chat_ids?: unknown }

const chats = Array.from({ length: 20 }, (_, i) => String(i + 1).padStart(2, '0'))

/** BEAM: twenty long chats of a person with an assistant, and 20 questions about each; a tenth cannot be answered. */
export function beam(data: DataFolder): DataSet {
  return {
    name: 'beam',
    about:
      'twenty long chats, one container each, with 360 questions that their messages answer and 40 without an answer',
    unit: 'turn',
    macro: true,
    tunedOn: 'the odd-numbered chats',
    texts: chats.flatMap(chat => toTexts(data, chat)),
    questions: chats.flatMap((chat, i) => toQuestions(data, chat, everyOther(i))),
  }
}

function toTexts(data: DataFolder, chat: string) {
  return data.json<Batch[]>(`beam_100k/${chat}.chat.json`).map(({ turns }, i) =>
    transcript(
      `${chat}.${i}`,
      `beam.${chat}`,
      turns.flat().map(({ role, id, content }) => ({ key: keyOf(chat, id), line: render(role, content) })),
    ),
  )
}

/** The person's messages end with a mark of the data's authors. */
const render = (role: string, content: string) =>
  `${role}: ${oneLine(content.replace(/ ->-> [\d,]+\s*$/, ''))}`

function toQuestions(data: DataFolder, chat: string, half: Question['half']): Question[] {
  return Object.entries(data.json<Record<string, Probe[]>>(`beam_100k/${chat}.questions.json`)).flatMap(
    ([group, probes]) =>
      probes.map(({ question, source_chat_ids }, i) => ({
        id: `${chat}.${group}.${i}`,
        container: `beam.${chat}`,
        text: question,
        relevant: worthOne(idsIn(source_chat_ids).map(id => keyOf(chat, id))),
        group,
        half,
      })),
  )
}

const keyOf = (chat: string, id: number) => `${chat}|${id}`

/** A list of message numbers, or lists of them by role. */
function idsIn(sources: unknown): number[] {
  if (typeof sources === 'number') return [sources]
  if (sources === null || typeof sources !== 'object') return []
  return Object.values(sources).flatMap(idsIn)
}
