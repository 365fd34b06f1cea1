import { z } from 'zod'
import type { Source } from '../connector.ts'

export const settings = z.strictObject({
  host: z
    .string()
    .regex(/^[\w.:-]{1,253}$/, 'must be the name of a host')
    .describe('Name of the IMAP server.')
    .meta({ title: 'Server', example: 'imap.example.com' }),
  port: z.int().min(1).max(65_535).default(993).describe('Port. Default: 993.').meta({ title: 'Port' }),
  security: z
    .enum(['tls', 'starttls', 'none'])
    .default('tls')
    .describe(
      '`tls`: encrypted from the beginning. `starttls`: encrypted after a greeting (port 143). `none`: not encrypted; for a server on the same machine only.',
    )
    .meta({ title: 'Encryption' }),
  since: z.iso
    .date()
    .optional()
    .describe('Only messages that arrived on this day or later. Default: all.')
    .meta({ title: 'Since', example: '2026-01-01' }),
  attachments: z
    .boolean()
    .default(true)
    .describe('Also read the attachments of messages. Default: yes.')
    .meta({ title: 'Attachments' }),
})
export type ImapSettings = z.output<typeof settings>

export const credentials = z.strictObject({
  username: z
    .string()
    .min(1)
    .max(500)
    .describe('Name of the account, often the address.')
    .meta({ title: 'User name' }),
  password: z
    .string()
    .min(1)
    .max(2_000)
    .describe('Password. Providers with two factors need an app password.')
    .meta({ title: 'Password', format: 'password' }),
})
export type ImapCredentials = z.output<typeof credentials>

export type ImapSource = Source<ImapSettings, ImapCredentials>
