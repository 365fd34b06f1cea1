import { z } from 'zod'
import type { Source } from '../connector.ts'
import { documentExtensions } from '../document-extensions.ts'

export const settings = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .describe('Address of a folder by WebDAV. In Nextcloud: Files, Files settings, WebDAV.')
    .meta({ title: 'Address', example: 'https://cloud.example.com/remote.php/dav/files/ada/' }),
  extensions: z
    .array(z.string().regex(/^(?:\*|\w{1,16})$/, 'must be an extension without its dot, or *'))
    .max(100)
    .default(documentExtensions)
    .describe('Files with these extensions. `*` means all files. Default: formats of documents and text.')
    .meta({ title: 'Extensions', example: ['md', 'pdf', 'docx'] }),
  exclude: z
    .array(z.string().min(1).max(500))
    .max(100)
    .default([])
    .describe('Folders and files to leave out, by their path below the address.')
    .meta({ title: 'Leave out', example: ['Photos', 'Projects/archive'] }),
})
export type WebdavSettings = z.output<typeof settings>

export const credentials = z.strictObject({
  username: z.string().min(1).max(500).describe('Name of the account.').meta({ title: 'User name' }),
  password: z
    .string()
    .min(1)
    .max(2_000)
    .describe('Password. In Nextcloud, make an app password: Personal settings, Security.')
    .meta({ title: 'Password', format: 'password' }),
})
export type WebdavCredentials = z.output<typeof credentials>

export type WebdavSource = Source<WebdavSettings, WebdavCredentials>

/** Whether a file or folder belongs to the connection. Hidden ones do not. */
export function isWanted({ settings }: WebdavSource, path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.startsWith('.') || name.startsWith('~$') || /\p{Cc}/u.test(path)) return false
  const excluded = settings.exclude.map(one => one.replace(/^\/+|\/+$/g, ''))
  if (excluded.some(one => path === one || path.startsWith(`${one}/`))) return false
  if (isFolder || settings.extensions.includes('*')) return true
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase()
  return extension !== undefined && settings.extensions.some(one => one.toLowerCase() === extension)
}
