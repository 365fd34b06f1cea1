import { z } from 'zod'
import type { Change, Source } from '../connector.ts'

export const contents = ['files', 'issues', 'pulls', 'discussions'] as const

export const githubSettings = z.strictObject({
  repositories: z
    .array(z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/, 'must look like owner/name'))
    .max(200)
    .default([])
    .meta({
      title: 'Repositories',
      description: 'Repositories to read, in addition to those chosen from the list.',
      example: ['ada/notes'],
    }),
  content: z
    .array(z.enum(contents))
    .min(1)
    .default([...contents])
    .meta({
      title: 'Contents',
      description:
        'What to read: text files (Markdown and similar), issues and pull requests with their comments, discussions.',
      example: ['files', 'issues'],
    }),
  apiUrl: z
    .url({ protocol: /^https?$/ })
    .default('https://api.github.com')
    .meta({
      title: 'API address',
      description: 'Address of the API. Change it for GitHub Enterprise Server.',
      example: 'https://github.example.org/api/v3',
    }),
})
export type GithubSettings = z.infer<typeof githubSettings>

export const githubCredentials = z.strictObject({
  token: z
    .string()
    .min(1)
    .max(1_000)
    .describe(
      'Personal access token. It needs to read contents, issues, pull requests and discussions; to register webhooks also to write webhooks.',
    )
    .meta({ title: 'Token', format: 'password' }),
  webhookSecret: z
    .string()
    .max(200)
    .optional()
    .describe('Secret of a webhook that you registered at GitHub yourself. Usually empty.')
    .meta({ title: 'Secret of a webhook', format: 'password' }),
})
/** With OAuth there are none: the token comes from `accessToken`. */
export type GithubCredentials = z.infer<typeof githubCredentials> | undefined

export type GithubSource = Source<GithubSettings, GithubCredentials>

const commit = z.string().regex(/^[0-9a-f]{40,64}$/)

/** Where each part of a repository is. A part without an entry is read from the beginning. */
export const repositoryState = z.object({
  /** The stored commit; while it is being stored also the one before, and how many changes are done. */
  files: z.object({ commit, from: commit.optional(), done: z.int().optional() }).optional(),
  /** Time of the last issue, and the etag of the list from there on. */
  issues: z.object({ since: z.string(), etag: z.string().optional() }).optional(),
  /** `since` is stored. A pass from the newest one back to it is at `cursor`, and began at `until`. */
  discussions: z
    .object({ since: z.string().optional(), until: z.string().optional(), cursor: z.string().optional() })
    .optional(),
})
export type RepositoryState = z.infer<typeof repositoryState>

export const githubCheckpoint = z.object({
  /** Hash of what was chosen: with another choice, everything is compared again. */
  scope: z.string(),
  /** When the last reading from the beginning began, and whether it is still under way. */
  fullAt: z.string(),
  isFull: z.boolean().optional(),
  /** The repository that an unfinished run is at. */
  at: z.string().optional(),
  /** By number. */
  repositories: z.record(z.string(), repositoryState),
})
export type GithubCheckpoint = z.infer<typeof githubCheckpoint>

export type PartBatch<Part extends keyof RepositoryState> = {
  changes: Change[]
  state: RepositoryState[Part]
}
