import { z } from 'zod'
import { plainText, richText } from './rich-text.ts'

/** Ids go into addresses. */
const id = z.string().regex(/^[\w-]{1,100}$/)

const parent = z.object({
  type: z.string(),
  page_id: id.optional(),
  data_source_id: id.optional(),
  database_id: id.optional(),
  block_id: id.optional(),
})
export type Parent = z.infer<typeof parent>

export const pageJson = z.object({
  object: z.literal('page'),
  id,
  created_time: z.string(),
  last_edited_time: z.string(),
  archived: z.boolean().optional(),
  in_trash: z.boolean().optional(),
  parent,
  properties: z.record(z.string(), z.unknown()),
  url: z.string().nullish(),
})
export type NotionPage = z.infer<typeof pageJson>

export const dataSourceJson = z.object({
  object: z.literal('data_source'),
  id,
  title: richText.catch([]),
  parent,
  /** Where the database is that the data source belongs to. */
  database_parent: parent.optional(),
  archived: z.boolean().optional(),
  in_trash: z.boolean().optional(),
})
export type DataSource = z.infer<typeof dataSourceJson>

/** What only has a parent: a database, or a block. */
export const placedJson = z.object({ parent })

/** Of a page that the integration sees only the name of, there is no content to read. */
export const anyObject = z.union([
  pageJson,
  dataSourceJson,
  z.object({ object: z.string(), id }).transform(({ id }) => ({ object: 'other' as const, id })),
])

export const isGone = ({ archived, in_trash }: Pick<NotionPage, 'archived' | 'in_trash'>): boolean =>
  archived === true || in_trash === true

export const isRow = ({ parent: { type } }: Pick<NotionPage, 'parent'>): boolean =>
  type === 'data_source_id' || type === 'database_id'

const titleProperty = z.object({ type: z.literal('title'), title: richText })

export function titleOf({ properties }: Pick<NotionPage, 'properties'>): string {
  for (const property of Object.values(properties)) {
    const title = titleProperty.safeParse(property)
    if (title.success) return plainText(title.data.title).trim() || 'Untitled'
  }
  return 'Untitled'
}

export const nameOf = ({ title }: DataSource): string => plainText(title).trim() || 'Untitled'
