import { z } from 'zod'
import { addressOf, link, markdownOf, plainText, richText } from './rich-text.ts'

export const blockJson = z.looseObject({
  id: z.string().regex(/^[\w-]{1,100}$/),
  type: z.string(),
  has_children: z.boolean().catch(false),
})
export type Block = z.infer<typeof blockJson>

const payload = z.looseObject({
  rich_text: richText.catch([]),
  caption: richText.catch([]),
  text: richText.catch([]),
})
type Payload = z.infer<typeof payload>

const payloadOf = (block: Block): Payload => payload.safeParse(block[block.type]).data ?? payload.parse({})

const listItems = new Set(['bulleted_list_item', 'numbered_list_item', 'to_do'])

export const isListItem = ({ type }: Block): boolean => listItems.has(type)

/** The children of these are other documents, or are read with the block itself. */
export const hasOwnChildren = ({ type, has_children }: Block): boolean =>
  has_children && !['child_page', 'child_database', 'table', 'link_to_page'].includes(type)

/** A block as Markdown, with its children that are Markdown already. Empty: nothing to say. */
export function writeBlock(block: Block, children: string, position: number): string {
  const own = writeOwn(block, position)
  if (isListItem(block)) return children === '' ? own : `${own}\n${indent(children, '    ')}`
  const whole = [own, children].filter(part => part !== '').join('\n\n')
  return block.type === 'quote' || block.type === 'callout' ? indent(whole, '> ', true) : whole
}

function writeOwn(block: Block, position: number): string {
  const { type } = block
  const data = payloadOf(block)
  const said = markdownOf(data.rich_text)
  if (type === 'numbered_list_item') return `${position}. ${said}`
  if (type === 'to_do') return `- [${data.checked === true ? 'x' : ' '}] ${said}`
  if (type === 'bulleted_list_item') return `- ${said}`
  const level = /^heading_([1-6])$/.exec(type)
  // The title of the page is the first heading.
  if (level) return said === '' ? '' : `${'#'.repeat(Math.min(6, Number(level[1]) + 1))} ${said}`
  return Object.hasOwn(writers, type) ? writers[type]!(data, block) : said
}

const writers: Record<string, (data: Payload, block: Block) => string> = {
  toggle: ({ rich_text }) => (rich_text.length > 0 ? `**${plainText(rich_text).trim()}**` : ''),
  code: writeCode,
  equation: ({ expression }) => (typeof expression === 'string' ? `$$\n${expression}\n$$` : ''),
  divider: () => '---',
  image: data => writeFile(data, 'Image', true),
  video: data => writeFile(data, 'Video'),
  audio: data => writeFile(data, 'Audio'),
  pdf: data => writeFile(data, 'PDF'),
  file: data => writeFile(data, 'File'),
  bookmark: writeLink,
  embed: writeLink,
  link_preview: writeLink,
  child_page: (data, block) => writeChild(data, block),
  child_database: (data, block) => writeChild(data, block),
  link_to_page: writeLinkToPage,
}

/** A fence that is longer than any in the code. */
function writeCode({ rich_text, caption, language }: Payload): string {
  const code = plainText(rich_text)
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const name =
    typeof language === 'string' && language !== 'plain text' ? language.replaceAll(/\s/g, '-') : ''
  const said = markdownOf(caption)
  return `${fence}${name}\n${code}\n${fence}${said === '' ? '' : `\n\n${said}`}`
}

const hosted = z.object({ url: z.string() })

/** Files of Notion itself have addresses that end after an hour: only their names are kept. */
function writeFile(data: Payload, kind: string, isImage = false): string {
  const said = markdownOf(data.caption)
  const external = hosted.safeParse(data.external)
  if (external.success) {
    const { url } = external.data
    if (isImage && /^https?:/i.test(url)) return `!${link(plainText(data.caption), url)}`
    return link(said || nameOf(url) || kind, url)
  }
  const file = hosted.safeParse(data.file)
  const name = typeof data.name === 'string' ? data.name : file.success ? nameOf(file.data.url) : ''
  const words = [name, said].filter(part => part !== '').join(': ')
  return words === '' ? '' : `*${kind}: ${words}*`
}

/** The last part of an address, without the signature after it. */
function nameOf(url: string): string {
  const part = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function writeLink({ url, caption }: Payload): string {
  if (typeof url !== 'string' || url === '') return ''
  return link(plainText(caption) || url, url)
}

function writeChild({ title }: Payload, { id }: Block): string {
  return link(typeof title === 'string' && title.trim() !== '' ? title : 'Untitled', addressOf(id))
}

function writeLinkToPage(data: Payload): string {
  const target = data.page_id ?? data.database_id ?? data.comment_id
  return typeof target === 'string' ? link('Linked page', addressOf(target)) : ''
}

const cells = z.object({ cells: z.array(richText) })

const maxColumns = 100

/** Rows of a table. Without a head of its own, it gets an empty one: Markdown has no tables without. */
export function writeTable(table: Block, rows: readonly Block[]): string {
  const read = rows.flatMap(row => {
    const parsed = cells.safeParse(row.table_row)
    return parsed.success ? [parsed.data.cells.slice(0, maxColumns).map(writeCell)] : []
  })
  const width = Math.max(0, ...read.map(row => row.length))
  if (width === 0) return ''
  const hasHead = payloadOf(table).has_column_header === true
  const [head, ...body] = hasHead ? read : [[], ...read]
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, i) => row[i] ?? '').join(' | ')} |`
  return [line(head ?? []), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n')
}

const writeCell = (cell: z.infer<typeof richText>): string =>
  markdownOf(cell)
    .replaceAll('|', '\\|')
    .split('\n')
    .map(line => line.trim())
    .join(' ')

const indent = (text: string, by: string, isAlsoEmpty = false): string =>
  text
    .split('\n')
    .map(line => (line === '' && !isAlsoEmpty ? '' : `${by}${line}`.trimEnd()))
    .join('\n')
