import type { Command } from 'commander'
import { action } from '../action.ts'
import type { RemoteOptions } from '../remote.ts'
import { withServerOptions } from './server-options.ts'

export function addMemoryCommands(program: Command): void {
  const memories = program.command('memories').description('inspect and correct memories').helpCommand(false)
  withServerOptions(
    memories
      .command('show <id>')
      .description('show a memory, the passages it cites, and the changes made to it'),
  ).action(
    action(async (config, id: string, options: RemoteOptions) =>
      (await import('../memories.ts')).showMemoryCommand(config, id, options),
    ),
  )
  withServerOptions(memories.command('undo <id>').description('undo the last change of a memory')).action(
    action(async (config, id: string, options: RemoteOptions) =>
      (await import('../memories.ts')).undoMemoryCommand(config, id, options),
    ),
  )
}
