import type { Command } from 'commander'
import { action } from '../action.ts'

export function addPeopleCommands(program: Command): void {
  const people = program
    .command('people')
    .description('help people who sign in to the console')
    .helpCommand(false)
  people
    .command('setup-link')
    .description('print the link that makes whoever opens it the owner, while nobody can sign in yet')
    .action(action(async config => (await import('../setup-link.ts')).setupLinkCommand(config)))
  people
    .command('reset-link <email>')
    .description('print a link by which the person sets a new password; it works once, for an hour')
    .action(
      action(async (config, email: string) => (await import('../people.ts')).resetLinkCommand(config, email)),
    )
}
