import type { Command } from 'commander'
import { action } from '../action.ts'
import type { CreateKeyOptions } from '../keys.ts'
import { parseExpiry, parseTag } from '../parse-options.ts'

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys of organizations').helpCommand(false)
  keys
    .command('create <organization>')
    .description('create a key for the organization with this slug, and print it once')
    .option('--name <name>', 'what it is for', 'default')
    .option('--tag <tag>', 'scope it to one container tag: it can reach nothing else', parseTag)
    .option('--expires <when>', 'a span such as 12h, 30d or 1y, or a date such as 2027-01-31', parseExpiry)
    .action(
      action(async (config, slug: string, options: CreateKeyOptions) =>
        (await import('../keys.ts')).createKeyCommand(config, slug, options),
      ),
    )
  keys
    .command('list [organization]')
    .description('list keys; their values are never shown again')
    .option('--json', 'print JSON')
    .action(
      action(async (config, slug: string | undefined, options: { json?: boolean }) =>
        (await import('../keys.ts')).listKeysCommand(config, slug, options),
      ),
    )
  keys
    .command('disable <id>')
    .description('stop a key from working')
    .action(action(async (config, id: string) => (await import('../keys.ts')).disableKeyCommand(config, id)))
}
