import { z } from 'zod'

const dated = z.object({ start: z.string(), end: z.string().nullish() })

const mention = z.object({
  type: z.string(),
  user: z.object({ name: z.string().nullish() }).nullish(),
  date: dated.nullish(),
  page: z.object({ id: z.string() }).nullish(),
  database: z.object({ id: z.string() }).nullish(),
  data_source: z.object({ id: z.string() }).nullish(),
})

const piece = z.object({
  type: z.string().catch('text'),
  plain_text: z.string().catch(''),
  href: z.string().nullish(),
  annotations: z
    .object({
      bold: z.boolean().optional(),
      italic: z.boolean().optional(),
      strikethrough: z.boolean().optional(),
      code: z.boolean().optional(),
    })
    .nullish(),
  mention: mention.nullish().catch(undefined),
  equation: z.object({ expression: z.string() }).nullish().catch(undefined),
})
type Piece = z.infer<typeof piece>

export const richText = z.array(piece)
export type RichText = z.infer<typeof richText>

/** Titles, cells of properties and code, where marks would be noise. */
export const plainText = (text: RichText): string => text.map(say).join('')

export const markdownOf = (text: RichText): string => text.map(write).join('')

/** A day, a time, or a span: as Notion stores it, and not in the language of a reader. */
export const writeDate = ({ start, end }: z.infer<typeof dated>): string =>
  end ? `${writeTime(start)} to ${writeTime(end)}` : writeTime(start)

/** `2026-11-18T09:30:00.000+01:00` as `2026-11-18 09:30 +01:00`. */
const writeTime = (time: string): string =>
  time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(.*)$/, (_, day, at, zone) =>
    `${day} ${at} ${zone === 'Z' ? 'UTC' : zone}`.trim(),
  )

/** The address of a page in the application. */
export const addressOf = (id: string): string => `https://www.notion.so/${id.replaceAll('-', '')}`

function say({ plain_text, mention, equation }: Piece): string {
  if (equation) return `$${equation.expression}$`
  if (mention?.date) return writeDate(mention.date)
  if (mention?.user?.name) return `@${mention.user.name.replace(/^@/, '')}`
  return plain_text
}

function write(text: Piece): string {
  const said = say(text)
  const { mention, href, annotations, equation } = text
  const target = mention?.page ?? mention?.database ?? mention?.data_source
  if (target) return link(said || 'Untitled', addressOf(target.id))
  if (equation) return said
  const marked = mark(said, annotations ?? {})
  return href && !mention?.user
    ? link(marked, href.startsWith('/') ? `https://www.notion.so${href}` : href)
    : marked
}

export function link(text: string, address: string): string {
  if (!/^https?:/i.test(address)) return text
  const escaped = address.replace(/[\s<>()]/g, escapeSign)
  return `[${text.replace(/[[\]]/g, '\\$&')}](${escaped})`
}

const escapeSign = (sign: string): string =>
  sign === '(' ? '%28' : sign === ')' ? '%29' : encodeURIComponent(sign)

/** Marks go around the words: Markdown does not see them beside a space. */
function mark(said: string, annotations: NonNullable<Piece['annotations']>): string {
  const words = said.trim()
  if (words === '') return said
  const before = said.slice(0, said.length - said.trimStart().length)
  const after = said.slice(said.trimEnd().length)
  const { bold, italic, strikethrough, code } = annotations
  let marked = code && !words.includes('`') ? `\`${words}\`` : words
  if (bold) marked = `**${marked}**`
  if (italic) marked = `*${marked}*`
  if (strikethrough) marked = `~~${marked}~~`
  return before + marked + after
}
