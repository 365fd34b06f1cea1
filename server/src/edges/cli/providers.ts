import type { Connector } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { printRows } from './print-rows.ts'
import { printable } from './printable.ts'
import { fieldsOf, type ProviderField } from './provider-fields.ts'
import { type RemoteOptions, withServer } from './remote.ts'
import { style } from './style.ts'

/** Lists the connectors of the server, or the fields of one. */
export async function providersCommand(
  config: Config,
  provider: string | undefined,
  options: RemoteOptions,
): Promise<void> {
  await withServer(config, options, async ({ connections }) => {
    const all = await connections.providers()
    if (provider === undefined) return printAll(all, options)
    const found = findProvider(all, provider)
    if (options.json) return console.log(JSON.stringify(found, null, 2))
    printOne(found)
  })
}

function printAll(all: readonly Connector[], { json }: RemoteOptions): void {
  if (json) console.log(JSON.stringify(all, null, 2))
  else
    printRows(
      all.map(each => ({
        provider: each.provider,
        needs: needsOf(each),
        title: each.title,
        summary: each.summary,
      })),
      {},
    )
}

/** `application`: the settings have no OAuth application for it yet. */
const needsOf = ({ credentials, isReady }: Connector): string => (isReady ? credentials : 'application')

function printOne({
  provider,
  title,
  summary,
  isReady,
  settingPrefix,
  callbackUrl,
  ...connector
}: Connector): void {
  console.log(style.bold(printable(title)))
  console.log(`  ${printable(summary)}`)
  if (!isReady)
    console.log(
      `  It needs an OAuth application of yours. Register one with the redirect URL ${callbackUrl}, and set ${settingPrefix}CustomKeyEnabled, ${settingPrefix}ClientId and ${settingPrefix}ClientSecret with PATCH /v3/settings or in the console.`,
    )
  printFields('Settings', fieldsOf(connector.settingsSchema))
  printFields('Credentials', fieldsOf(connector.credentialsSchema))
  console.log(`\n  reverie connections add ${provider} name=value … --tag <tag>`)
}

function printFields(title: string, fields: readonly ProviderField[]): void {
  if (fields.length === 0) return
  console.log(`\n  ${title}`)
  for (const { name, isRequired, description } of fields)
    console.log(`    ${style.bold(name)}${isRequired ? ' (required)' : ''}  ${printable(description)}`)
}

/** Returns the connector, or names those that there are. */
export function findProvider(all: readonly Connector[], provider: string): Connector {
  const found = all.find(each => each.provider === provider)
  if (found) return found
  const names = all.map(each => each.provider).join(', ')
  throw new CommandError(
    `The server has no connector "${provider}". It has ${printable(names)}.`,
    exitCodes.notFound,
  )
}
