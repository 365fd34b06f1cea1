import { z } from 'zod'
import { configSchema } from './config.ts'

type Setting = { name: string; description: string; fallback: string; limits: string }

/** The machine's own home directory must not end up in a committed file. */
const shownDefaults: Record<string, string> = {
  MODEL_DIR: '~/.cache/reverie/models',
  DATA_DIR: '~/.local/share/reverie',
}

function settings(): Setting[] {
  const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const {
      description = '',
      default: fallback,
      minimum,
      maximum,
      enum: values,
    } = property as Record<string, never>
    return {
      name,
      description: String(description),
      fallback: shownDefaults[name] ?? String(fallback ?? ''),
      limits: values
        ? (values as string[]).map(value => `\`${value}\``).join(', ')
        : limitsOf(minimum, maximum),
    }
  })
}

function limitsOf(minimum: number | undefined, maximum: number | undefined): string {
  return minimum === undefined || maximum === undefined
    ? ''
    : `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`
}

export function describeConfig(): string {
  const rows = settings().map(
    ({ name, description, fallback, limits }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${limits} | ${description} |`,
  )
  return `# Configuration

Generated from \`server/src/config.ts\` by \`npm run generate\`; do not edit.

Settings are environment variables; a file \`.env\` in the working directory fills those that are not set.

| Setting | Default | Values | What it does |
|---|---|---|---|
${rows.join('\n')}
`
}

export function exampleEnv(): string {
  const blocks = settings().map(
    ({ name, description, fallback }) => `# ${description}\n#${name}=${fallback}\n`,
  )
  return `# Generated from server/src/config.ts by \`npm run generate\`. Copy to .env and uncomment what you change.\n\n${blocks.join('\n')}`
}
