import { z } from 'zod'
import type { Source } from '../connector.ts'
import { documentExtensions } from '../document-extensions.ts'

export const oneDriveSettings = z.strictObject({
  accountType: z
    .enum(['any', 'personal', 'business'])
    .catch('any')
    .default('any')
    .describe(
      'Account that signs in: `personal` for a Microsoft account at home, `business` for work or school. Personal accounts have no SharePoint. Default: any.',
    )
    .meta({ title: 'Account' }),
  tenant: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/, 'must be an id or a domain of a tenant')
    .optional()
    .describe(
      'Id or domain of the tenant, if the application is registered for one tenant only. Default: any tenant.',
    )
    .meta({ title: 'Tenant', example: 'contoso.onmicrosoft.com' }),
  cloud: z
    .enum(['global', 'us-government', 'us-defense', 'china'])
    .default('global')
    .describe('Cloud of the account. Change it for a national cloud. Default: global.')
    .meta({ title: 'Cloud' }),
  extensions: z
    .array(z.string().regex(/^(?:\*|\w{1,16})$/, 'must be an extension without its dot, or *'))
    .max(100)
    .default(documentExtensions)
    .describe('Files with these extensions. `*` means all files. Default: formats of documents and text.')
    .meta({ title: 'Extensions', example: ['docx', 'pptx', 'pdf'] }),
})
export type OneDriveSettings = z.output<typeof oneDriveSettings>

export type OneDriveSource = Source<OneDriveSettings, undefined>

/** Where the reading of one drive is. */
export const driveState = z.object({
  /** Next page, or where the next changes begin. Absent: the drive is read from its beginning. */
  link: z.string().optional(),
  /** The drive is listed for the first time. */
  isFirst: z.boolean(),
  /** Folders with their names and the ids of the files in them, packed: about 25 bytes for a file. */
  table: z.string(),
  /** Folders that are new or have moved: what is in them is not in the feed of changes, and is listed. */
  todo: z.array(z.string()),
  /** Next page of the first of these folders. */
  next: z.string().optional(),
})
export type DriveState = z.infer<typeof driveState>

export const oneDriveCheckpoint = z.object({
  /** Hash of the settings and of what was chosen: with others, everything is compared again. */
  scope: z.string(),
  /** When the last reading from the beginning began, and whether it is still under way. */
  fullAt: z.string(),
  isFull: z.boolean().optional(),
  /** The drive that an unfinished run is at. */
  at: z.string().optional(),
  /** By id. */
  drives: z.record(z.string(), driveState),
})
export type OneDriveCheckpoint = z.infer<typeof oneDriveCheckpoint>

/** Whether files of this name are read. Lock files of Office and hidden files are not. */
export function isWantedName({ settings }: OneDriveSource, name: string): boolean {
  if (name.startsWith('.') || name.startsWith('~$')) return false
  if (settings.extensions.includes('*')) return true
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase()
  return extension !== undefined && settings.extensions.some(one => one.toLowerCase() === extension)
}
