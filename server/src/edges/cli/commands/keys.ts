import type { Command } from 'commander'
import { action } from '../action.ts'
import type { CreateKeyOptions } from '../keys.ts'
import { parseExpiry, parseTag } from '../parse-options.ts'

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('manage API keys').helpCommand(false)
  keys
    .command('create <organization>')
    .description('create a key for the organization with this slug, and print it (only once)')
    .option('--name <name>', 'name of the key, such as its purpose', 'default')
    .option('--tag <tag>', 'limit the key to one container tag', parseTag)
    .option(
      '--expires <when>',
      'end of the key: a duration such as 12h, 30d or 1y, or a date such as 2027-01-31',
      parseExpiry,
    )
    .action(
      action(async (config, slug: string, options: CreateKeyOptions) =>
        (await import('../keys.ts')).createKeyCommand(config, slug, options),
      ),
    )
  keys
    .command('list [organization]')
    .description('list keys, without their values')
    .option('--json', 'print JSON')
    .action(
      action(async (config, slug: string | undefined, options: { json?: boolean }) =>
        (await import('../keys.ts')).listKeysCommand(config, slug, options),
      ),
    )
  keys
    .command('disable <id>')
    .description('disable a key')
    .action(action(async (config, id: string) => (await import('../keys.ts')).disableKeyCommand(config, id)))
}
