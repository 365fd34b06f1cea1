import { ArchiveError } from '../archive-error.ts'
import { limits } from '../format.ts'
import { splitJson } from '../importing/split-json.ts'
import { type ImportedMessage, type Importer, type ImportItem, withDates } from './importer.ts'
import {
  baseName,
  dateOf,
  type Fields,
  firstFilled,
  hashKey,
  isFields,
  textOf,
  toMetadata,
} from './read-values.ts'

/** `conversations.json` of ChatGPT's data export, alone or in the zip. Large exports have `conversations-000.json` and so on. */
export const chatgpt: Importer = {
  name: 'chatgpt',
  label: 'ChatGPT data export',
  async *read(files) {
    for await (const { name, body, isWhole } of files) {
      if (!isWhole && !/^conversations[-_\d]*\.json$/i.test(baseName(name))) continue
      let [known, others] = [0, 0]
      for await (const { value } of splitJson(body, limits.lineBytes)) {
        // A conversation that was deleted may have no mapping any more.
        if (!isFields(value) || !isFields(value.mapping)) {
          others++
          continue
        }
        known++
        const item = toConversation(value, value.mapping)
        if (item) yield item
      }
      if (known === 0 && others > 0)
        throw new ArchiveError('import.unrecognized', 'a conversation of ChatGPT has a mapping')
    }
  },
}

function toConversation(conversation: Fields, mapping: Fields): ImportItem | undefined {
  const date = dateOf(conversation, 'create_time', 'update_time')
  const messages = withDates(
    currentBranch(conversation, mapping).flatMap(node => toMessage(node) ?? []),
    date,
  )
  if (messages.length === 0) return undefined
  const title = textOf(conversation, 'title')
  return {
    item: 'conversation',
    key: textOf(conversation, 'conversation_id', 'id') ?? hashKey(title ?? '', messages[0]!.text),
    date: messages[0]!.date ?? date,
    messages,
    metadata: toMetadata({ title }),
  }
}

/**
 * The messages that the person sees, oldest first: from `current_node` up through its parents. Answers that were generated again
 * and messages that were edited stay in the mapping as other branches, and never were the conversation.
 */
function currentBranch(conversation: Fields, mapping: Fields): Fields[] {
  const branch: Fields[] = []
  const seen = new Set<string>()
  const current = textOf(conversation, 'current_node')
  let id = current !== undefined && isFields(mapping[current]) ? current : lastLeaf(mapping)
  while (id !== undefined && !seen.has(id)) {
    seen.add(id)
    const node = mapping[id]
    if (!isFields(node)) break
    branch.push(node)
    id = textOf(node, 'parent')
  }
  return branch.reverse()
}

/** Without a current node, the message without replies that was written last. */
function lastLeaf(mapping: Fields): string | undefined {
  const leaves = Object.entries(mapping).filter(
    ([, node]) => isFields(node) && firstFilled(node, ['children']) === undefined && isFields(node.message),
  )
  const timeOf = (node: unknown) => dateOf((node as Fields).message as Fields, 'create_time')?.getTime() ?? 0
  return leaves.toSorted(([, a], [, b]) => timeOf(a) - timeOf(b)).at(-1)?.[0]
}

function toMessage({ message }: Fields): ImportedMessage | undefined {
  if (!isFields(message)) return undefined
  const { author, content, metadata, recipient = 'all' } = message
  const role = isFields(author) ? author.role : undefined
  if (role !== 'user' && role !== 'assistant') return undefined
  // Calls of tools are addressed to the tool, for example to `bio`, and the person does not see them.
  if (recipient !== 'all' && recipient !== null) return undefined
  if (isFields(metadata) && metadata.is_visually_hidden_from_conversation === true) return undefined
  const text = isFields(content) ? textOfContent(content) : ''
  return text === '' ? undefined : { role, text, date: dateOf(message, 'create_time', 'update_time') }
}

/** Parts are texts, or objects for images and audio with a transcript. Reasoning and tool calls are no part of what was said. */
function textOfContent(content: Fields): string {
  const type = content.content_type ?? 'text'
  if (type !== 'text' && type !== 'multimodal_text') return ''
  const parts = Array.isArray(content.parts) ? content.parts : [content.text]
  return parts
    .map(part => (typeof part === 'string' ? part : isFields(part) ? (textOf(part, 'text') ?? '') : ''))
    .filter(text => text.trim() !== '')
    .join('\n')
    .trim()
}
