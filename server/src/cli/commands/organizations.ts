import type { Command } from 'commander'
import { action } from '../action.ts'

export function addOrganizationCommands(program: Command): void {
  const organizations = program.command('org').description('organizations').helpCommand(false)
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
    .option('--slug <slug>', 'short name; made from the name when absent')
    .option('--spread', 'place its containers over all cells; for an organization larger than one cell')
    .action(
      action(async (config, name: string, options: { slug?: string; spread?: boolean }) =>
        (await import('../organizations.ts')).createOrganizationCommand(config, name, options),
      ),
    )
  organizations
    .command('quota <organization> <tokens>')
    .description('limit how many tokens of documents the organization may keep; "none" lifts the limit')
    .action(
      action(async (config, slug: string, tokens: string) =>
        (await import('../organizations.ts')).setQuotaCommand(config, slug, tokens),
      ),
    )
  organizations
    .command('spend [organization]')
    .description('show the cost of language models in the last month, by the day')
    .action(
      action(async (config, slug: string | undefined) =>
        (await import('../spend.ts')).spendCommand(config, slug),
      ),
    )
}
