import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Batch, Change, Connector, CredentialKind, Item, Resource } from './connector.ts'
import { SourceError } from './connector.ts'
import { asList, GithubApi, parse } from './github/api.ts'
import { findDiscussion, pullDiscussions } from './github/discussions.ts'
import { type FileTree, pullFiles, readHead, toChange } from './github/files.ts'
import { findIssue, pullIssues } from './github/issues.ts'
import {
  lostChange,
  namesOf,
  openRepositories,
  openRepository,
  type Repository,
} from './github/repositories.ts'
import {
  type GithubCheckpoint,
  type GithubCredentials,
  type GithubSettings,
  type GithubSource,
  githubCheckpoint,
  githubCredentials,
  githubSettings,
  type RepositoryState,
} from './github/settings.ts'
import { readEvent, subscribe, unsubscribe } from './github/webhooks.ts'

type GithubConnector = Connector<GithubSettings, GithubCredentials, GithubCheckpoint>

const summary = 'Text files, issues, pull requests and discussions of GitHub repositories.'

/** With the operator's own OAuth application. */
export const github: GithubConnector = withCredentials('github', 'GitHub', {
  kind: 'oauth',
  authorizeUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  scopes: ['repo', 'user:email', 'admin:repo_hook'],
})

/** With a personal access token, which needs no application and no public address. */
export const githubToken: GithubConnector = withCredentials('github-token', 'GitHub with a token', {
  kind: 'secret',
  fields: githubCredentials,
})

function withCredentials(
  provider: string,
  title: string,
  credentials: CredentialKind<GithubCredentials>,
): GithubConnector {
  return {
    describe: {
      provider,
      title,
      summary,
      settings: githubSettings,
      credentials,
      checkpoint: githubCheckpoint,
      everyMinutes: 240,
      requestsPerSecond: 10,
      withoutChoice: 'nothing',
    },
    check,
    resources,
    pull,
    fetch: fetchItems,
    webhook: async (source, event) => readEvent(source, event),
    subscribe,
    close: unsubscribe,
  }
}

async function check(source: GithubSource) {
  const { body } = await new GithubApi(source).ask('/user')
  const { login, email } = parse(z.object({ login: z.string(), email: z.string().nullish() }), body)
  return { account: email ?? login }
}

const resourceJson = z.object({
  id: z.int(),
  name: z.string(),
  full_name: z.string(),
  description: z.string().nullish(),
  private: z.boolean(),
  default_branch: z.string(),
  updated_at: z.string().nullish(),
})

async function resources(source: GithubSource, { page, perPage }: { page: number; perPage: number }) {
  const path = `/user/repos?sort=full_name&per_page=${Math.min(perPage, 100)}&page=${page}`
  const { body } = await new GithubApi(source).ask(path)
  const listed = asList(body).map((one): Resource => {
    const { id, full_name, description, updated_at, ...json } = parse(resourceJson, one)
    return {
      id: String(id),
      name: json.name,
      details: {
        full_name,
        description: description ?? null,
        private: json.private,
        default_branch: json.default_branch,
        updated_at: updated_at ?? null,
      },
    }
  })
  return { resources: listed }
}

/** Deletions reach us by events only. Without them, or if one is lost, they are found after this time. */
const compareEveryMs = 7 * 86_400_000

/** One repository after the other, part by part. The checkpoint says for each part where it is. */
async function* pull(
  source: GithubSource,
  checkpoint: GithubCheckpoint | undefined,
): AsyncGenerator<Batch<GithubCheckpoint>> {
  const api = new GithubApi(source)
  if (checkpoint) await checkAge(source, api, checkpoint)
  const names = namesOf(source)
  let state = checkpoint ?? beginning(source)
  let seen = 0
  for (const name of names.slice(Math.max(0, names.indexOf(state.at ?? '')))) {
    state = { ...state, at: name }
    const repository = await openRepository(api, name)
    if (!repository) yield { changes: [skip(name, state)], checkpoint: state }
    else
      for await (const { changes, part } of pullParts(
        source,
        api,
        repository,
        state.repositories[repository.id],
      )) {
        const repositories = { ...state.repositories }
        repositories[repository.id] = { ...repositories[repository.id], ...part }
        state = { ...state, repositories }
        seen += changes.length
        yield { changes, checkpoint: state, progress: { seen } }
      }
  }
  const { at: _, isFull: __, ...ended } = state
  yield { changes: [], checkpoint: ended, progress: { seen }, isLast: true }
}

function beginning(source: GithubSource): GithubCheckpoint {
  return { scope: scopeOf(source), fullAt: source.now().toISOString(), isFull: true, repositories: {} }
}

function scopeOf(source: GithubSource): string {
  const { apiUrl, content } = source.settings
  const scope = JSON.stringify([apiUrl, content.toSorted(), namesOf(source).toSorted()])
  return createHash('sha256').update(scope).digest('hex').slice(0, 16)
}

/** Not while a repository is hidden: its documents would be taken for deleted. */
async function checkAge(
  source: GithubSource,
  api: GithubApi,
  { scope, fullAt, isFull, at }: GithubCheckpoint,
): Promise<void> {
  if (scope !== scopeOf(source)) throw new SourceError('checkpoint_expired', 'The settings have changed.')
  const isDue = source.now().getTime() - Date.parse(fullAt) > compareEveryMs
  if (!isDue || isFull || at !== undefined) return
  const found = await openRepositories(source, api)
  if (found.length === namesOf(source).length)
    throw new SourceError('checkpoint_expired', 'Everything is compared once a week.')
}

/** After a reading from the beginning, what was not met is removed: a hidden repository must end it. */
function skip(name: string, { isFull }: GithubCheckpoint): Change {
  if (!isFull) return lostChange(name)
  throw new SourceError(
    'source_gone',
    `The repository ${name} was deleted, or the token may not read it. Remove it from the list.`,
  )
}

type Part = { changes: Change[]; part: RepositoryState }

async function* pullParts(
  source: GithubSource,
  api: GithubApi,
  repository: Repository,
  state: RepositoryState = {},
): AsyncGenerator<Part> {
  const { content } = source.settings
  if (content.includes('files'))
    for await (const { changes, state: files } of pullFiles(source, api, repository, state.files))
      yield { changes, part: { files } }
  if (content.includes('issues') || content.includes('pulls'))
    for await (const { changes, state: issues } of pullIssues(source, api, repository, state.issues))
      yield { changes, part: { issues } }
  if (content.includes('discussions'))
    for await (const { changes, state: discussions } of pullDiscussions(
      source,
      api,
      repository,
      state.discussions,
    ))
      yield { changes, part: { discussions } }
}

async function* fetchItems(source: GithubSource, externalIds: string[]): AsyncGenerator<Change> {
  const api = new GithubApi(source)
  const found = await openRepositories(source, api)
  const trees = new Map<number, Promise<FileTree>>()
  const treeOf = (repository: Repository): Promise<FileTree> => {
    const tree = trees.get(repository.id) ?? readHead(api, repository)
    trees.set(repository.id, tree)
    return tree
  }
  for (const externalId of externalIds) {
    const [, id, part = '', name = ''] = /^(\d+)\/(files|issues|discussions)\/(.+)$/s.exec(externalId) ?? []
    const repository = found.find(one => String(one.id) === id)
    // A repository that cannot be reached now is no reason to delete.
    if (repository && part === 'files')
      yield toChange(source, api, repository, name, (await treeOf(repository)).get(name))
    else if (repository) yield await refetch(source, api, repository, part, Number(name))
    else if (id === undefined) yield findLost(source, found, externalId)
  }
}

/** A repository that failed as a whole. One that can be read again, or is not wanted any more, is no failure now. */
function findLost(source: GithubSource, found: readonly Repository[], externalId: string): Change {
  const isFound = found.some(({ id, name }) =>
    [String(id), name.toLowerCase()].includes(externalId.toLowerCase()),
  )
  if (isFound || !namesOf(source).includes(externalId)) return { kind: 'deleted', externalId }
  return lostChange(externalId)
}

async function refetch(
  source: GithubSource,
  api: GithubApi,
  repository: Repository,
  part: string,
  number: number,
): Promise<Change> {
  const find = part === 'issues' ? findIssue : findDiscussion
  const item: Item | undefined = await find(source, api, repository, number)
  return item
    ? { kind: 'upsert', item }
    : { kind: 'deleted', externalId: `${repository.id}/${part}/${number}` }
}
