import { z } from 'zod'
import type { Batch, Change, Connector, CredentialKind, Item, Resource } from './connector.ts'
import { SourceError } from './connector.ts'
import { asList, GithubApi, parse } from './github/api.ts'
import { findDiscussion, listDiscussionIds, pullDiscussions } from './github/discussions.ts'
import { type FileTree, fileId, pullFiles, readHead, toChange } from './github/files.ts'
import { findIssue, listIssueIds, pullIssues } from './github/issues.ts'
import { isNothingChosen, lostChange, openRepositories, type Repository } from './github/repositories.ts'
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
    },
    check,
    resources,
    pull,
    fetch: fetchItems,
    ids,
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

/** One repository after the other, part by part. The checkpoint says for each part where it is. */
async function* pull(
  source: GithubSource,
  checkpoint: GithubCheckpoint | undefined,
): AsyncGenerator<Batch<GithubCheckpoint>> {
  const states = { ...checkpoint?.repositories }
  const api = new GithubApi(source)
  const { found, lost } = await openRepositories(source, api)
  if (found.length === 0 && lost.length > 0)
    throw new SourceError(
      'source_gone',
      'All repositories were deleted, or the token may no longer read them.',
    )
  let seen = 0
  for (const repository of found)
    for await (const { changes, part } of pullParts(source, api, repository, states[repository.id] ?? {})) {
      states[repository.id] = { ...states[repository.id], ...part }
      seen += changes.length
      yield { changes, checkpoint: { repositories: { ...states } }, progress: { seen } }
    }
  // A repository that is chosen again later is read from its beginning.
  const kept = Object.entries(states).filter(([id]) => found.some(repository => String(repository.id) === id))
  yield {
    changes: lost.map(lostChange),
    checkpoint: { repositories: Object.fromEntries(kept) },
    progress: { seen },
  }
}

type Part = { changes: Change[]; part: RepositoryState }

async function* pullParts(
  source: GithubSource,
  api: GithubApi,
  repository: Repository,
  state: RepositoryState,
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

async function* ids(source: GithubSource): AsyncGenerator<string[]> {
  const api = new GithubApi(source)
  const { content } = source.settings
  const { found, lost } = await openRepositories(source, api)
  // It may be hidden for a while only: nothing may be taken for deleted.
  if (lost.length > 0)
    throw new SourceError('source_gone', `Not found, or hidden from the token: ${lost.join(', ')}`)
  for (const repository of found) {
    if (content.includes('files')) {
      const tree = await readHead(api, repository)
      yield [...tree.keys()].map(path => fileId(repository, path))
    }
    if (content.includes('issues') || content.includes('pulls')) yield* listIssueIds(source, api, repository)
    if (content.includes('discussions')) yield* listDiscussionIds(api, repository)
  }
}

async function* fetchItems(source: GithubSource, externalIds: string[]): AsyncGenerator<Change> {
  if (isNothingChosen(source)) return
  const api = new GithubApi(source)
  const { found } = await openRepositories(source, api)
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
  }
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
