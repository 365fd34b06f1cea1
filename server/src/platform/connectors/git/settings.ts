import { z } from 'zod'
import { globsSchema } from '../globs.ts'

export const gitSettings = z.strictObject({
  url: z.string().min(1).max(2_000).meta({
    title: 'Repository',
    description: 'Address of the repository. It begins with https://; ssh addresses are not possible.',
    example: 'https://github.com/ada/notes.git',
  }),
  branch: z
    .string()
    .max(200)
    .regex(/^(?![-./])(?!.*(\.\.|\/\/|@\{))[^\s~^:?*[\]\\]+(?<![./])$/, 'must be the name of a branch')
    .optional()
    .meta({
      title: 'Branch',
      description: 'Branch to read. Default: the main branch of the repository.',
      example: 'main',
    }),
  kinds: z
    .array(z.enum(['markdown', 'text', 'code']))
    .min(1)
    .default(['markdown', 'text', 'code'])
    .meta({
      title: 'Kinds of files',
      description: 'Kinds of files to read, by their names.',
      example: ['markdown'],
    }),
  include: globsSchema.default([]).meta({
    title: 'Only these files',
    description:
      'Only files that match one of these patterns. Empty: all files of these kinds. `*` and `?` match within a name, `**` any folders, `{a,b}` either; a pattern without a slash holds in every folder.',
    example: ['docs', '*.md'],
  }),
  exclude: globsSchema.default(['node_modules', 'vendor', 'dist', '*.min.*', '*.lock']).meta({
    title: 'Leave out',
    description: 'Files and folders to leave out.',
    example: ['node_modules', 'vendor'],
  }),
})
export type GitSettings = z.infer<typeof gitSettings>

export const gitCredentials = z.strictObject({
  username: z
    .string()
    .max(200)
    .optional()
    .describe('Name of the account. Most servers need only the token.')
    .meta({ title: 'User name' }),
  token: z
    .string()
    .max(2_000)
    .optional()
    .describe('Access token that may read the repository. Empty for a public one.')
    .meta({ title: 'Token', format: 'password' }),
})
export type GitCredentials = z.infer<typeof gitCredentials>

const commit = z.string().regex(/^[0-9a-f]{40,64}$/)

export const gitCheckpoint = z.object({
  /** Hash of the settings that choose files: with others, everything is compared again. */
  scope: z.string(),
  /** The commit that is stored, or being stored. Absent: the repository had no commit. */
  commit: commit.optional(),
  /** While it is being stored: the commit stored before, and the number of entries that are done. */
  from: commit.optional(),
  done: z.int().optional(),
})
export type GitCheckpoint = z.infer<typeof gitCheckpoint>
