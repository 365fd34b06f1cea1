import type { Command } from 'commander'
import { action } from '../action.ts'
import type { RemoteOptions } from '../remote.ts'
import { withServerOptions } from './server-options.ts'

export function addMemoryCommands(program: Command): void {
  const memories = program
    .command('memories')
    .description('memories, and why Reverie holds them')
    .helpCommand(false)
  withServerOptions(
    memories
      .command('show <id>')
      .description('show a memory, the passages it cites, and the decisions about it'),
  ).action(
    action(async (config, id: string, options: RemoteOptions) =>
      (await import('../memories.ts')).showMemoryCommand(config, id, options),
    ),
  )
  withServerOptions(
    memories.command('undo <id>').description('undo the last decision about a memory'),
  ).action(
    action(async (config, id: string, options: RemoteOptions) =>
      (await import('../memories.ts')).undoMemoryCommand(config, id, options),
    ),
  )
}
