import { z } from 'zod'
import { topics } from '../../platform/config/schema.ts'

type Setting = { name: string; description: string; fallback: string; limits: string }

/** Keeps this machine's home directory out of the generated files, which are committed. */
const shownDefaults: Record<string, string> = {
  MODEL_DIR: '~/.cache/reverie/models',
  DATA_DIR: '~/.local/share/reverie',
  REVERIE_CONFIG_DIR: '~/.config/reverie',
}

function settingsOf(topic: z.core.$ZodShape): Setting[] {
  const schema = z.object(topic)
  // Read from a parsed empty object, because JSON Schema omits the defaults of booleans.
  const defaults: Record<string, unknown> = schema.parse({})
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', minimum, maximum, enum: values } = property as Record<string, never>
    const isFlag = typeof defaults[name] === 'boolean'
    return {
      name,
      description: String(description),
      fallback: shownDefaults[name] ?? String(defaults[name] ?? ''),
      limits: isFlag ? listed(['true', 'false']) : values ? listed(values) : limitsOf(minimum, maximum),
    }
  })
}

const listed = (values: readonly string[]) => values.map(value => `\`${value}\``).join(', ')

function limitsOf(minimum: number | undefined, maximum: number | undefined): string {
  return minimum === undefined || maximum === undefined
    ? ''
    : `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`
}

export function describeConfig(): string {
  return `# Configuration

Generated from \`server/src/platform/config/\` by \`npm run generate\`; do not edit.

Settings are environment variables. A file \`.env\` in the working directory supplies the ones that are not set. At the
start, Reverie refuses values that are not valid and settings that contradict each other, and says what to set.

${Object.entries(topics).map(describeTopic).join('\n')}`
}

function describeTopic([title, topic]: [string, z.core.$ZodShape]): string {
  const rows = settingsOf(topic).map(
    ({ name, description, fallback, limits }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${limits} | ${description} |`,
  )
  return `## ${title}

| Setting | Default | Values | Meaning |
|---|---|---|---|
${rows.join('\n')}
`
}

export function exampleEnv(): string {
  const head = `# Generated from server/src/platform/config/ by \`npm run generate\`.
# Copy this file to .env, and uncomment the settings that you change.
`
  const blocks = Object.entries(topics).map(([title, topic]) => {
    const settings = settingsOf(topic).map(
      ({ name, description, fallback }) => `${commented(description)}\n#${name}=${fallback}\n`,
    )
    return `## ${title}\n\n${settings.join('\n')}`
  })
  return [head, ...blocks].join('\n')
}

const lineLength = 110

/** The text as comment lines, wrapped between words. */
function commented(text: string): string {
  const lines = ['#']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (longer.length <= lineLength) lines[lines.length - 1] = longer
    else lines.push(`# ${word}`)
  }
  return lines.join('\n')
}
