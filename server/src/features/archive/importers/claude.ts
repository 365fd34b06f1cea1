import { ArchiveError } from '../archive-error.ts'
import { limits } from '../format.ts'
import { splitJson } from '../importing/split-json.ts'
import type { ImportedMessage, Importer, ImportItem } from './importer.ts'
import { baseName, dateOf, type Fields, hashKey, isFields, listOf, textOf } from './read-values.ts'

/** `conversations.json` and `projects.json` of the data export of Claude.ai, alone or in the zip. */
export const claude: Importer = {
  name: 'claude',
  label: 'Claude.ai data export',
  async *read(files) {
    for await (const { name, body } of files) {
      if (!/^(conversations|projects|upload)[-_\w]*(\.json)?$/i.test(baseName(name))) continue
      for await (const { value } of splitJson(body, limits.lineBytes)) {
        if (!isFields(value)) throw unrecognized()
        if (Array.isArray(value.chat_messages)) yield* toConversation(value)
        else if (Array.isArray(value.docs)) yield* projectTexts(value)
        else throw unrecognized()
      }
    }
  },
}

const unrecognized = () =>
  new ArchiveError('import.unrecognized', 'a conversation of Claude.ai has chat_messages')

function* toConversation(conversation: Fields): Generator<ImportItem> {
  const date = dateOf(conversation, 'created_at', 'updated_at')
  const messages = listOf(conversation, 'chat_messages').flatMap(each => toMessage(each, date) ?? [])
  if (messages.length === 0) return
  const title = textOf(conversation, 'name')
  yield {
    item: 'conversation',
    key: textOf(conversation, 'uuid') ?? hashKey(title ?? '', messages[0]!.text),
    date: messages[0]!.date ?? date,
    messages,
    ...(title !== undefined && { metadata: { title } }),
  }
}

/** `text` of newer exports is empty where `content` has the blocks. Thinking and tools are no part of what was said. */
function toMessage(message: Fields, fallback: Date | undefined): ImportedMessage | undefined {
  const sender = message.sender ?? message.role
  const role =
    sender === 'human' || sender === 'user' ? 'user' : sender === 'assistant' ? 'assistant' : undefined
  const blocks = listOf(message, 'content').filter(({ type }) => type === 'text' || type === undefined)
  const text = blocks.map(block => textOf(block, 'text') ?? '').filter(part => part !== '')
  const said = (text.length > 0 ? text.join('\n') : (textOf(message, 'text') ?? '')).trim()
  if (role === undefined || said === '') return undefined
  return { role, text: said, date: dateOf(message, 'created_at', 'updated_at') ?? fallback }
}

function* projectTexts(project: Fields): Generator<ImportItem> {
  const title = textOf(project, 'name')
  for (const doc of listOf(project, 'docs')) {
    const content = textOf(doc, 'content')
    const file = textOf(doc, 'filename')
    if (content === undefined) continue
    yield {
      item: 'text',
      key: textOf(doc, 'uuid') ?? hashKey(title ?? '', file ?? '', content),
      content,
      date: dateOf(doc, 'created_at') ?? dateOf(project, 'created_at'),
      metadata: { ...(title && { project: title }), ...(file && { title: file }) },
    }
  }
}
