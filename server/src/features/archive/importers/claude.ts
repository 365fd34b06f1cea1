import { ArchiveError } from '../archive-error.ts'
import { limits } from '../format.ts'
import { splitJson } from '../importing/split-json.ts'
import { type ImportedMessage, type Importer, type ImportItem, withDates } from './importer.ts'
import {
  baseName,
  dateOf,
  type Fields,
  hashKey,
  isFields,
  listOf,
  textOf,
  toMetadata,
} from './read-values.ts'

/** `conversations.json` and `projects.json` of the data export of Claude.ai, alone or in the zip. */
export const claude: Importer = {
  name: 'claude',
  label: 'Claude.ai data export',
  async *read(files) {
    for await (const { name, body, isWhole } of files) {
      if (!isWhole && !/^(conversations|projects)[-_\w]*\.json$/i.test(baseName(name))) continue
      let [known, others] = [0, 0]
      for await (const { value } of splitJson(body, limits.lineBytes)) {
        const hasMessages = isFields(value) && Array.isArray(value.chat_messages)
        const hasDocs = isFields(value) && Array.isArray(value.docs)
        if (hasMessages) yield* toConversation(value)
        else if (hasDocs) yield* projectTexts(value)
        if (hasMessages || hasDocs) known++
        else others++
      }
      if (known === 0 && others > 0)
        throw new ArchiveError('import.unrecognized', 'a conversation of Claude.ai has chat_messages')
    }
  },
}

function* toConversation(conversation: Fields): Generator<ImportItem> {
  const date = dateOf(conversation, 'created_at', 'updated_at')
  const messages = withDates(
    listOf(conversation, 'chat_messages').flatMap(each => toMessage(each) ?? []),
    date,
  )
  if (messages.length === 0) return
  const title = textOf(conversation, 'name')
  yield {
    item: 'conversation',
    key: textOf(conversation, 'uuid') ?? hashKey(title ?? '', messages[0]!.text),
    date: messages[0]!.date ?? date,
    messages,
    metadata: toMetadata({ title }),
  }
}

/** `text` of newer exports is empty where `content` has the blocks. Thinking and tools are no part of what was said. */
function toMessage(message: Fields): ImportedMessage | undefined {
  const sender = message.sender ?? message.role
  const role =
    sender === 'human' || sender === 'user' ? 'user' : sender === 'assistant' ? 'assistant' : undefined
  const blocks = listOf(message, 'content').filter(({ type }) => type === 'text' || type === undefined)
  const text = blocks.map(block => textOf(block, 'text') ?? '').filter(part => part !== '')
  const said = (text.length > 0 ? text.join('\n') : (textOf(message, 'text') ?? '')).trim()
  if (role === undefined || said === '') return undefined
  return { role, text: said, date: dateOf(message, 'created_at', 'updated_at') }
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
      metadata: toMetadata({ project: title, title: file }),
    }
  }
}
