import { z } from 'zod'
import { type Change, type Item, ItemError } from '../connector.ts'
import { type GithubApi, GraphqlError } from './api.ts'
import type { Repository } from './repositories.ts'
import type { GithubSource, PartBatch, RepositoryState } from './settings.ts'
import { type Post, ThreadText } from './thread-text.ts'

const author = z.object({ login: z.string() }).nullish()
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() })

const discussionJson = z.object({
  number: z.int(),
  title: z.string(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  author,
  category: z.object({ name: z.string() }).nullish(),
  answer: z.object({ id: z.string() }).nullish(),
})
type Discussion = z.infer<typeof discussionJson>

const head = 'number title url createdAt updatedAt author { login } category { name } answer { id }'

const listQuery = `query ($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    discussions(first: 100, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes { ${head} } pageInfo { hasNextPage endCursor }
    }
  }
}`
const listJson = z.object({
  repository: z.object({ discussions: z.object({ nodes: z.array(discussionJson), pageInfo }) }).nullable(),
})

/**
 * Discussions that changed since the last run. GitHub lists them from the newest change back, without a bound: a pass ends where the
 * last one began. Those that change during a pass are before its first one, and belong to the next pass.
 */
export async function* pullDiscussions(
  source: GithubSource,
  api: GithubApi,
  repository: Repository,
  state: RepositoryState['discussions'],
): AsyncGenerator<PartBatch<'discussions'>> {
  const since = state?.since
  let { until, cursor } = state ?? {}
  for (;;) {
    const page = await readPage(api, repository, cursor)
    if (page === 'bad cursor') {
      cursor = until = undefined
      continue
    }
    if (!page) return
    const fresh = page.nodes.filter(({ updatedAt }) => since === undefined || updatedAt >= since)
    until ??= page.nodes[0]?.updatedAt ?? since
    const changes = fresh.map(
      (node): Change => ({ kind: 'upsert', item: toItem(source, api, repository, node) }),
    )
    cursor =
      fresh.length === page.nodes.length && page.pageInfo.hasNextPage
        ? (page.pageInfo.endCursor ?? undefined)
        : undefined
    if (cursor === undefined) {
      yield { changes, state: { since: until } }
      return
    }
    yield { changes, state: { since, until, cursor } }
  }
}

type DiscussionPage = { nodes: Discussion[]; pageInfo: z.infer<typeof pageInfo> }

async function readPage(
  api: GithubApi,
  repository: Repository,
  after: string | undefined,
): Promise<DiscussionPage | 'bad cursor' | undefined> {
  if (!repository.hasDiscussions) return undefined
  try {
    const data = await api.graphql(listQuery, { ...namesOf(repository), after: after ?? null }, listJson)
    return data.repository?.discussions
  } catch (error) {
    if (error instanceof GraphqlError && after !== undefined && /cursor/i.test(error.type + error.message))
      return 'bad cursor'
    throw error
  }
}

function namesOf({ name }: Repository): { owner: string; name: string } {
  const [owner = '', short = ''] = name.split('/')
  return { owner, name: short }
}

export const discussionId = ({ id }: Repository, number: number): string => `${id}/discussions/${number}`

function toItem(
  { limits }: GithubSource,
  api: GithubApi,
  repository: Repository,
  discussion: Discussion,
): Item {
  const { number, title, url, category } = discussion
  return {
    externalId: discussionId(repository, number),
    version: discussion.updatedAt,
    title,
    url,
    createdAt: new Date(discussion.createdAt),
    updatedAt: new Date(discussion.updatedAt),
    metadata: {
      type: 'github_discussion',
      repository: repository.name,
      number,
      isAnswered: !!discussion.answer,
      ...(discussion.author && { author: discussion.author.login }),
      ...(category && { category: category.name }),
    },
    read: async () => ({
      kind: 'text',
      text: await readThread(api, repository, number, limits.maxTextBytes),
    }),
  }
}

const postFields = 'author { login } createdAt body'
const oneQuery = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    discussion(number: $number) {
      ${head} body
      comments(first: 50, after: $after) {
        nodes { ${postFields} replies(first: 50) { nodes { ${postFields} } } } pageInfo { hasNextPage endCursor }
      }
    }
  }
}`
const postJson = z.object({ author, createdAt: z.string(), body: z.string() })
const oneJson = z.object({
  repository: z
    .object({
      discussion: discussionJson
        .extend({
          body: z.string(),
          comments: z.object({
            nodes: z.array(postJson.extend({ replies: z.object({ nodes: z.array(postJson) }) })),
            pageInfo,
          }),
        })
        .nullable(),
    })
    .nullable(),
})

async function readOne(api: GithubApi, repository: Repository, number: number, after: string | undefined) {
  try {
    const data = await api.graphql(
      oneQuery,
      { ...namesOf(repository), number, after: after ?? null },
      oneJson,
    )
    return data.repository?.discussion ?? undefined
  } catch (error) {
    if (error instanceof GraphqlError && error.type === 'NOT_FOUND') return undefined
    throw error
  }
}

/** One discussion as it is now. Undefined: it was deleted or moved. */
export async function findDiscussion(
  source: GithubSource,
  api: GithubApi,
  repository: Repository,
  number: number,
): Promise<Item | undefined> {
  const found = await readOne(api, repository, number, undefined)
  return found?.number === number ? toItem(source, api, repository, found) : undefined
}

async function readThread(
  api: GithubApi,
  repository: Repository,
  number: number,
  maxBytes: number,
): Promise<string> {
  let text: ThreadText | undefined
  for (let after: string | undefined; ; ) {
    const found = await readOne(api, repository, number, after)
    if (!found) throw new ItemError('item_gone', 'The discussion was deleted.')
    text ??= new ThreadText(found.title, toPost(found), maxBytes)
    text.add(found.comments.nodes.flatMap(comment => [toPost(comment), ...comment.replies.nodes.map(toPost)]))
    if (text.isFull || !found.comments.pageInfo.hasNextPage) return text.write()
    after = found.comments.pageInfo.endCursor ?? undefined
  }
}

const toPost = ({ author, createdAt, body }: z.infer<typeof postJson>): Post => ({
  author: author?.login,
  at: createdAt,
  text: body,
})
