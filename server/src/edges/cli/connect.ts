import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import type { Connector, NewConnection } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { fieldsOf, type GivenValue, type ProviderField, readPair, typedValue } from './provider-fields.ts'
import { findProvider } from './providers.ts'
import { type RemoteOptions, withServer } from './remote.ts'

export type ConnectOptions = RemoteOptions & { every?: number; limit?: number }

/** Connects a source. One that a person must authorize prints the link for it. */
export async function connectCommand(
  config: Config,
  provider: string,
  pairs: readonly string[],
  options: ConnectOptions,
): Promise<void> {
  const given = pairs.map(readPair)
  await withServer(config, options, async ({ connections }) => {
    const connector = findProvider(await connections.providers(), provider)
    const body = await bodyOf(connector, given, options)
    const started = await connections.create(provider, body)
    if (options.json) return console.log(JSON.stringify(started, null, 2))
    if (started.authLink !== null) {
      console.log(`${started.id}  waits for an authorization. Open this page within ${started.expiresIn}:\n`)
      return console.log(`  ${started.authLink}`)
    }
    console.log(
      `${started.id}  connected, and the first import starts. See "reverie connections show ${started.id}".`,
    )
  })
}

async function bodyOf(
  { settingsSchema, credentialsSchema }: Connector,
  given: readonly GivenValue[],
  { tag, every, limit }: ConnectOptions,
): Promise<NewConnection> {
  const [settings, secrets] = [fieldsOf(settingsSchema), fieldsOf(credentialsSchema)]
  refuseUnknown(given, [...settings, ...secrets])
  const read = await withStandardInput(given)
  const credentials = { ...valuesOf(secrets, read) }
  for (const field of secrets)
    if (field.isRequired && credentials[field.name] === undefined)
      credentials[field.name] = await askFor(field)
  return {
    settings: valuesOf(settings, read),
    ...(secrets.length > 0 && { credentials }),
    ...(tag && { containerTag: tag }),
    ...(every !== undefined && { everyMinutes: every }),
    ...(limit !== undefined && { documentLimit: limit }),
  }
}

function refuseUnknown(given: readonly GivenValue[], fields: readonly ProviderField[]): void {
  const unknown = given.find(({ name }) => !fields.some(field => field.name === name))
  if (!unknown) return
  const names = fields.map(({ name }) => name).join(', ')
  throw new CommandError(
    `"${unknown.name}" is no setting of this provider. It has ${names}.`,
    exitCodes.usage,
  )
}

const valuesOf = (fields: readonly ProviderField[], given: readonly GivenValue[]): Record<string, unknown> =>
  Object.fromEntries(
    given.flatMap(({ name, text }) => {
      const field = fields.find(each => each.name === name)
      return field ? [[name, typedValue(field, text)]] : []
    }),
  )

/** `-` stands for standard input, as of `add`. */
async function withStandardInput(given: readonly GivenValue[]): Promise<GivenValue[]> {
  const piped = given.filter(({ text }) => text === '-')
  if (piped.length === 0) return [...given]
  if (piped.length > 1)
    throw new CommandError('Only one value can be read from standard input.', exitCodes.usage)
  const read = (await readText(process.stdin)).replace(/\r?\n$/, '')
  return given.map(each => (each.text === '-' ? { ...each, text: read } : each))
}

/** Asks on the terminal. What is secret is not shown while it is typed. */
async function askFor({ name, isSecret }: ProviderField): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandError(
      `${name} is missing. Add ${name}=…, or ${name}=- to read it from standard input.`,
      exitCodes.usage,
    )
  process.stderr.write(`${name}: `)
  const output = isSecret ? new Writable({ write: (_, __, done) => done() }) : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (isSecret) process.stderr.write('\n')
  }
}
