import type { Command } from 'commander'
import { action } from '../action.ts'

export function addOrganizationCommands(program: Command): void {
  const organizations = program.command('org').description('manage organizations').helpCommand(false)
  organizations
    .command('list')
    .description('list organizations')
    .option('--json', 'print JSON')
    .action(
      action(async (config, options: { json?: boolean }) =>
        (await import('../organizations.ts')).listOrganizationsCommand(config, options),
      ),
    )
  organizations
    .command('create <name>')
    .description('create an organization')
    .option('--slug <slug>', 'short name for commands (default: derived from the name)')
    .option('--spread', 'spread its containers over all cells, for an organization too large for one cell')
    .action(
      action(async (config, name: string, options: { slug?: string; spread?: boolean }) =>
        (await import('../organizations.ts')).createOrganizationCommand(config, name, options),
      ),
    )
  organizations
    .command('quota <organization> <tokens>')
    .description('limit the tokens of all documents of an organization; "none" removes the limit')
    .action(
      action(async (config, slug: string, tokens: string) =>
        (await import('../organizations.ts')).setQuotaCommand(config, slug, tokens),
      ),
    )
  organizations
    .command('spend [organization]')
    .description('show the daily cost of language models in the last 31 days')
    .action(
      action(async (config, slug: string | undefined) =>
        (await import('../spend.ts')).spendCommand(config, slug),
      ),
    )
}
