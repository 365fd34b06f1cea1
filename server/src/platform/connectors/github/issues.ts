import { z } from 'zod'
import type { Change, Item } from '../connector.ts'
import { asList, type GithubApi, parse } from './api.ts'
import type { Repository } from './repositories.ts'
import type { GithubSource, PartBatch, RepositoryState } from './settings.ts'
import { type Post, ThreadText } from './thread-text.ts'

const user = z.object({ login: z.string() }).nullish()
const issueJson = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  html_url: z.string(),
  repository_url: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  comments: z.int().default(0),
  user,
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])).default([]),
  assignees: z.array(z.object({ login: z.string() })).nullish(),
  milestone: z.object({ title: z.string() }).nullish(),
  pull_request: z.object({ merged_at: z.string().nullish() }).nullish(),
})
type Issue = z.infer<typeof issueJson>

const beginning = '1970-01-01T00:00:00Z'

/** Issues and pull requests that changed since the last run, each with its comments. */
export async function* pullIssues(
  source: GithubSource,
  api: GithubApi,
  repository: Repository,
  state: RepositoryState['issues'],
): AsyncGenerator<PartBatch<'issues'>> {
  for await (const { issues, ...at } of listIssues(api, repository, state ?? { since: beginning })) {
    const changes = issues
      .filter(issue => isWanted(source, issue))
      .map(
        (issue): Change => ({
          kind: 'upsert',
          item: toItem(source, api, repository, issue),
        }),
      )
    yield { changes, state: at }
  }
}

type IssuePage = { issues: Issue[]; since: string; etag?: string }

/**
 * Pages in the order of changes. The next page is asked for by the time of the last issue and not by its number: an issue that
 * changes meanwhile moves to the end, and one would be missed at each border of numbered pages. Only pages whose issues all have the
 * same second are followed by number.
 */
async function* listIssues(
  api: GithubApi,
  { id }: Repository,
  { since, etag }: { since: string; etag?: string | undefined },
): AsyncGenerator<IssuePage> {
  const pageFrom = (time: string) =>
    `/repositories/${id}/issues?state=all&sort=updated&direction=asc&per_page=100&since=${encodeURIComponent(time)}`
  let known = etag
  for (let path: string | undefined = pageFrom(since); path !== undefined; ) {
    // 410: issues are switched off.
    const answer = await api.ask(path, { etag: known, allow: [404, 410] })
    if (answer.status !== 200) return
    const issues = asList(answer.body).map(issue => parse(issueJson, issue))
    const last = issues.at(-1)?.updated_at ?? since
    const isFurther = Date.parse(last) > Date.parse(since)
    // The etag is of the list since that time: the next run asks for exactly this list.
    const etagNow = !isFurther && path === pageFrom(since) ? answer.headers.get('etag') : null
    if (isFurther) since = last
    yield { issues, since, ...(etagNow && { etag: etagNow }) }
    known = undefined
    path = answer.next === undefined ? undefined : isFurther ? pageFrom(since) : answer.next
  }
}

/** One issue as it is now. Undefined: it was deleted, or moved to another repository, to which GitHub redirects. */
export async function findIssue(
  source: GithubSource,
  api: GithubApi,
  repository: Repository,
  number: number,
): Promise<Item | undefined> {
  const { status, body } = await api.ask(`/repositories/${repository.id}/issues/${number}`, {
    allow: [404, 410],
  })
  if (status >= 400) return undefined
  const issue = parse(issueJson, body)
  const home = issue.repository_url?.split('/').slice(-2).join('/').toLowerCase()
  const isHere = issue.number === number && (home === undefined || home === repository.name.toLowerCase())
  return isHere && isWanted(source, issue) ? toItem(source, api, repository, issue) : undefined
}

const isWanted = ({ settings }: GithubSource, { pull_request }: Issue): boolean =>
  settings.content.includes(pull_request ? 'pulls' : 'issues')

/** Pull requests are issues too, under the same numbers. */
export const issueId = ({ id }: Repository, number: number): string => `${id}/issues/${number}`

function toItem({ limits }: GithubSource, api: GithubApi, repository: Repository, issue: Issue): Item {
  const labels = issue.labels
    .map(label => (typeof label === 'string' ? label : label.name))
    .filter(name => !!name)
  const assignees = issue.assignees?.map(({ login }) => login) ?? []
  return {
    externalId: issueId(repository, issue.number),
    // A deleted comment may leave the time as it was.
    version: `${issue.updated_at}/${issue.comments}`,
    title: issue.title,
    url: issue.html_url,
    createdAt: new Date(issue.created_at),
    updatedAt: new Date(issue.updated_at),
    metadata: {
      type: issue.pull_request ? 'github_pull_request' : 'github_issue',
      repository: repository.name,
      number: issue.number,
      state: issue.pull_request?.merged_at ? 'merged' : issue.state,
      ...(issue.user && { author: issue.user.login }),
      ...(labels.length > 0 && { labels: labels as string[] }),
      ...(assignees.length > 0 && { assignees }),
      ...(issue.milestone && { milestone: issue.milestone.title }),
    },
    read: async () => ({ kind: 'text', text: await readThread(api, repository, issue, limits.maxTextBytes) }),
  }
}

async function readThread(
  api: GithubApi,
  { id }: Repository,
  issue: Issue,
  maxBytes: number,
): Promise<string> {
  const { number } = issue
  const text = new ThreadText(issue.title, toPost({ ...issue, body: issue.body }), maxBytes)
  const lists = [
    ...(issue.comments > 0 ? [`/repositories/${id}/issues/${number}/comments?per_page=100`] : []),
    ...(issue.pull_request
      ? ['reviews', 'comments'].map(list => `/repositories/${id}/pulls/${number}/${list}?per_page=100`)
      : []),
  ]
  for (const list of lists) {
    for await (const page of api.pages(list)) {
      text.add(page.map(comment => toPost(parse(commentJson, comment))))
      if (text.isFull) break
    }
  }
  return text.write()
}

const commentJson = z.object({
  user,
  body: z.string().nullish(),
  created_at: z.string().optional(),
  /** Of a review. */
  submitted_at: z.string().nullish(),
  /** Of a comment on a line. */
  path: z.string().nullish(),
})

function toPost(comment: z.infer<typeof commentJson>): Post {
  return {
    author: comment.user?.login,
    at: comment.created_at ?? comment.submitted_at ?? undefined,
    text: comment.body ?? '',
    ...(comment.path && { about: comment.path }),
  }
}
