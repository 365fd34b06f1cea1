import { expect, test } from 'vitest'
import { z } from 'zod'
import { Connectors } from './registry.ts'

const connectors = await new Connectors().list()

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
