import type { Command } from 'commander'
import { action } from '../action.ts'

export function addPeopleCommands(program: Command): void {
  const people = program
    .command('people')
    .description('help people who sign in to the console')
    .helpCommand(false)
  people
    .command('reset-link <email>')
    .description('print a link by which the person sets a new password; it works once, for an hour')
    .action(
      action(async (config, email: string) => (await import('../people.ts')).resetLinkCommand(config, email)),
    )
}
