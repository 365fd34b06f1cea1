import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { type Tag, tagSlug } from './api/read-openapi.ts'

type Item = DefaultTheme.SidebarItem

export const navigation: DefaultTheme.NavItem[] = [
  { text: 'Start', link: '/start/debian', activeMatch: '^/start/' },
  { text: 'Guides', link: '/guides/search', activeMatch: '^/guides/' },
  { text: 'Deployment', link: '/deploy/compose', activeMatch: '^/deploy/' },
  { text: 'API', link: '/api/', activeMatch: '^/api/' },
  { text: 'Reference', link: '/configuration' },
]

/** One sidebar for every page: a reader sees at a glance what there is. */
export function sidebar(docs: string, tags: Tag[]): Item[] {
  return [
    section('About', [
      ['Introduction', '/introduction'],
      ['Concepts', '/concepts'],
      ['Comparison', '/comparison'],
      ['Proof', '/proof'],
      ['Glossary', '/glossary'],
    ]),
    section('Start', [
      ['On Debian', '/start/debian'],
      ['With npx', '/start/npx'],
      ['With Docker', '/start/docker'],
      ['With your own Postgres', '/start/own-postgres'],
      ['From TypeScript', '/start/typescript'],
      ['From Python and others', '/start/http'],
      ['With existing clients', '/start/existing-clients'],
    ]),
    section('Guides', [
      ['The console', '/guides/console'],
      ['MCP: memory for agents', '/guides/mcp'],
      ['Which search when', '/guides/search'],
      ['Scores and thresholds', '/guides/thresholds'],
      ['Filters', '/guides/filters'],
      ['Files and links', '/guides/files-and-links'],
      ['Conversations', '/guides/conversations'],
      ['The memory router', '/guides/memory-router'],
      ['Waiting for results', '/guides/waiting'],
      ['Repeat a request safely', '/guides/repeating'],
      ['Retry and reprocess', '/guides/retry'],
      ['Connectors', '/guides/connectors'],
      ['Webhooks', '/guides/webhooks'],
      ['Forgetting and undo', '/guides/forgetting'],
      ['Export and import', '/guides/export-import'],
      ['Language models', '/guides/language-models'],
      ['Languages', '/guides/languages'],
      ['Changing the embedding model', '/embedding-sets'],
      ['Scoped keys', '/guides/scoped-keys'],
      ['Audio and video', '/media'],
    ]),
    section('Connectors', [
      ['Folder or Obsidian vault', '/connectors/folder'],
      ['Git repository', '/connectors/git'],
      ['GitHub', '/connectors/github'],
      ['Gmail', '/connectors/gmail'],
      ['Google Drive', '/connectors/google-drive'],
      ['Granola', '/connectors/granola'],
      ['Notion', '/connectors/notion'],
      ['S3 bucket', '/connectors/s3'],
      ['Slack', '/connectors/slack'],
    ]),
    section('Integrations', [
      ['Overview', '/integrations/'],
      ['Coding agents', '/integrations/plugins'],
      ['AI SDK', '/integrations/ai-sdk'],
      ['LangGraph', '/integrations/langgraph'],
      ['OpenAI Agents SDK', '/integrations/openai-agents'],
      ['Mastra', '/integrations/mastra'],
      ['Python', '/integrations/python'],
    ]),
    section('Deployment', [
      ['Docker Compose', '/deploy/compose'],
      ['Kubernetes', '/deploy/kubernetes'],
      ['systemd', '/deploy/systemd'],
      ['Releases', '/deploy/releases'],
      ['TLS and reverse proxy', '/deploy/proxy'],
      ['Sign-in with OpenID Connect', '/deploy/oidc'],
      ['Several processes', '/deploy/processes'],
      ['Several databases', '/deploy/cells'],
      ['Connection pooler', '/deploy/pooler'],
      ['Read replicas', '/deploy/replicas'],
      ['Sizing', '/deploy/sizing'],
      ['Growth', '/scale'],
      ['Monitoring', '/deploy/monitoring'],
      ['Runbooks', '/deploy/runbooks'],
      ['Backup and upgrade', '/deploy/backup'],
      ['Failover of Postgres', '/deploy/failover'],
      ['Troubleshooting', '/deploy/troubleshooting'],
      ['Security', '/deploy/security'],
      ['Threat model', '/security'],
      ['Privacy', '/privacy'],
    ]),
    { text: 'API', collapsed: true, items: [{ text: 'Overview', link: '/api/' }, ...tags.map(toItem)] },
    section('Reference', [
      ['Configuration', '/configuration'],
      ['Command line', '/cli'],
      ['Error codes', '/errors'],
      ['Archive format', '/archive'],
      ['Metrics', '/metrics'],
      ['Compatibility', '/compatibility'],
    ]),
    {
      text: 'Internals',
      collapsed: true,
      items: [
        { text: 'API rules (SPEC)', link: '/SPEC' },
        { text: 'Evaluation', link: '/evaluation' },
        { text: 'Testing', link: '/testing' },
        { text: 'Decisions', link: '/decisions/', collapsed: true, items: readDecisions(docs) },
      ],
    },
  ]
}

function section(text: string, pages: [string, string][]): Item {
  return { text, collapsed: false, items: pages.map(([name, link]) => ({ text: name, link })) }
}

function toItem({ name }: Tag): Item {
  return { text: name, link: `/api/${tagSlug(name)}` }
}

/** The records, by number. Their index and their journals are pages too, but are reached by links. */
function readDecisions(docs: string): Item[] {
  return globSync('decisions/[0-9]*.md', { cwd: docs })
    .sort()
    .map(path => ({
      text: /^# (.*)$/m.exec(readFileSync(join(docs, path), 'utf8'))?.[1]?.replaceAll('`', '') ?? path,
      link: `/decisions/${basename(path, '.md')}`,
    }))
}
