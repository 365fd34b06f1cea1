import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Connector } from './connector.ts'
import { folder } from './folder.ts'
import { git } from './git.ts'
import { github, githubToken } from './github.ts'
import { granola } from './granola.ts'
import { notion, notionToken } from './notion.ts'
import { s3 } from './s3.ts'
import { slackToken } from './slack.ts'

const connectors: Connector[] = [
  ...[folder, git, github, githubToken, s3],
  ...[granola, notion, notionToken, slackToken],
]

test.each(connectors.map(connector => [connector.describe.provider, connector] as const))(
  'every field of the form of %s has a description',
  (_, { describe: { settings, credentials } }) => {
    const schemas = [settings, ...(credentials.kind === 'secret' ? [credentials.fields] : [])]
    for (const schema of schemas) {
      const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      for (const [name, field] of Object.entries(properties ?? {}))
        expect((field as { description?: string }).description, name).toMatch(/\.$/)
    }
  },
)
