import { z } from 'zod'
import { type Change, ItemError } from '../connector.ts'
import { type GithubApi, parse } from './api.ts'
import type { GithubSource } from './settings.ts'

export type Repository = { id: number; name: string; url: string; branch: string; hasDiscussions: boolean }

const repositoryJson = z
  .object({
    id: z.int(),
    full_name: z.string(),
    html_url: z.string(),
    default_branch: z.string(),
    has_discussions: z.boolean().optional(),
  })
  .transform(
    (json): Repository => ({
      id: json.id,
      name: json.full_name,
      url: json.html_url,
      branch: json.default_branch,
      hasDiscussions: json.has_discussions ?? true,
    }),
  )

/** A chosen repository is known by its number, which outlives a change of name or owner. */
const pathOf = (name: string): string => (/^\d+$/.test(name) ? `/repositories/${name}` : `/repos/${name}`)

/** The repositories of a connection: numbers of chosen ones, and names. */
export const namesOf = ({ settings, chosen }: GithubSource): string[] => [
  ...new Set([...(chosen ?? []), ...settings.repositories]),
]

/** Those that can be read now. */
export async function openRepositories(source: GithubSource, api: GithubApi): Promise<Repository[]> {
  const found = new Map<number, Repository>()
  for (const name of namesOf(source)) {
    const repository = await openRepository(api, name)
    if (repository) found.set(repository.id, repository)
  }
  return [...found.values()]
}

/** Undefined: it was deleted, or is hidden from the token. GitHub answers both alike. */
export async function openRepository(api: GithubApi, name: string): Promise<Repository | undefined> {
  try {
    const { body } = await api.ask(pathOf(name))
    return parse(repositoryJson, body)
  } catch (error) {
    if (error instanceof ItemError) return undefined
    throw error
  }
}

export const lostChange = (name: string): Change => ({
  kind: 'failed',
  externalId: name,
  code: 'item_gone',
  message:
    'The repository was deleted, or the token may no longer read it. Its documents are kept until it is removed from the list.',
})
