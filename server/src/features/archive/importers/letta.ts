import { ArchiveError } from '../archive-error.ts'
import { limits } from '../format.ts'
import { splitJson } from '../importing/split-json.ts'
import { type ImportedMessage, type Importer, type ImportItem, withDates } from './importer.ts'
import { dateOf, type Fields, hashKey, isFields, listOf, textOf, toMetadata } from './read-values.ts'

/** An agent file of Letta (`.af`): memory blocks become texts, messages become a conversation for each agent. */
export const letta: Importer = {
  name: 'letta',
  label: 'Letta agent file (.af)',
  async *read(files) {
    for await (const { name, body } of files) {
      let isKnown = false
      const messages: ImportedMessage[] = []
      for await (const { key, value } of splitJson(body, limits.lineBytes)) {
        if (!isFields(value)) continue
        isKnown ||= ['agents', 'blocks', 'core_memory', 'messages'].includes(key ?? '')
        if (key === 'agents') yield* agentItems(value)
        else if (key === 'blocks' || key === 'core_memory') yield* blockText(value)
        // Files of the first version hold one agent, with its messages at the top.
        else if (key === 'messages') messages.push(...toMessage(value))
      }
      if (!isKnown) throw new ArchiveError('import.unrecognized', 'expected agents or blocks')
      if (messages.length > 0) yield conversation(name, hashKey(name, messages[0]!.text), messages)
    }
  },
}

function* agentItems(agent: Fields): Generator<ImportItem> {
  const messages = listOf(agent, 'messages', 'in_context_messages').flatMap(toMessage)
  const name = textOf(agent, 'name') ?? 'agent'
  if (messages.length > 0) yield conversation(name, textOf(agent, 'id') ?? hashKey(name), messages)
  for (const block of listOf(agent, 'blocks', 'core_memory', 'memory_blocks')) yield* blockText(block)
}

const conversation = (agent: string, key: string, messages: ImportedMessage[]): ImportItem => ({
  item: 'conversation',
  key: `agent:${key}`,
  date: messages.find(({ date }) => date)?.date,
  messages: withDates(messages, undefined),
  metadata: toMetadata({ agent }),
})

function* blockText(block: Fields): Generator<ImportItem> {
  const [content, label] = [textOf(block, 'value'), textOf(block, 'label')]
  if (content === undefined) return
  yield {
    item: 'text',
    key: `block:${textOf(block, 'id') ?? hashKey(label ?? '', content)}`,
    content,
    date: dateOf(block, 'updated_at', 'created_at'),
    metadata: toMetadata({ title: label, description: block.description }),
  }
}

function toMessage(message: Fields): ImportedMessage[] {
  const { role } = message
  if (role !== 'user' && role !== 'assistant') return []
  const parts = listOf(message, 'content').map(part => textOf(part, 'text') ?? '')
  const text = parts.length > 0 ? parts.join('\n') : (textOf(message, 'content', 'text') ?? '')
  const said = unwrap(text.trim())
  return said === '' ? [] : [{ role, text: said, date: dateOf(message, 'created_at', 'date') }]
}

/** Letta packs what a user says as JSON with a time. Heartbeats and log-ins are packed too, and nobody said those. */
function unwrap(text: string): string {
  if (!text.startsWith('{')) return text
  try {
    const packed = JSON.parse(text) as Fields
    if (typeof packed.type !== 'string') return text
    return packed.type === 'user_message' ? (textOf(packed, 'message') ?? '') : ''
  } catch {
    return text
  }
}
