import type { Command } from 'commander'
import { action } from '../action.ts'
import { parseLimit, parseTag } from '../parse-options.ts'
import type { RemoteOptions } from '../remote.ts'
import { withServerOptions } from './server-options.ts'

export function addMemoryCommands(program: Command): void {
  const memories = program.command('memories').description('inspect and correct memories').helpCommand(false)
  withServerOptions(
    memories
      .command('list')
      .argument('<tag>', 'container tag', (tag: string) => parseTag(tag))
      .description('list the memories of a container tag, the latest first'),
  )
    .option('--limit <count>', 'maximum number of memories, 1 to 100 (default: 20)', parseLimit)
    .option('--json', 'print JSON')
    .action(
      action(async (config, tag: string, options: RemoteOptions & { limit?: number }) =>
        (await import('../memories.ts')).listMemoriesCommand(config, tag, options),
      ),
    )
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
