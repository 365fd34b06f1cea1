import type { Command } from 'commander'
import { action } from '../action.ts'
import type { ExportOptions } from '../export.ts'
import type { ImportOptions } from '../import.ts'
import { parseTag } from '../parse-options.ts'
import { withServerOptions } from './server-options.ts'

/** Commands that carry data out of a server and into one. */
export function addArchiveCommands(program: Command): void {
  withServerOptions(
    program.command('export <file|->').description('export a container or the whole organization to a file'),
  )
    .option('--tag <tag>', 'only this container tag', parseTag)
    .option('--format <format>', 'archive (can be imported again) or markdown (for people)', 'archive')
    .option('--vectors', 'add vectors, so that the importing server need not compute them')
    .option('--json', 'print the finished job as JSON')
    .action(
      action(async (config, file: string, options: ExportOptions) =>
        (await import('../export.ts')).exportCommand(config, file, options),
      ),
    )
  withServerOptions(
    program
      .command('import [file|folder|-]')
      .description('import an archive, or an export of another program'),
  )
    .option('--from <format>', 'format of the file, for example archive, chatgpt or mem0', 'archive')
    .option('--tag <tag>', 'container tag to import into', parseTag)
    .option('--source-url <url>', 'with --from supermemory: the server to read from')
    .option('--source-key <key>', 'with --from supermemory: its API key')
    .option('--source-tag <tag>', 'with --from supermemory: its container tag', parseTag)
    .option('--json', 'print the finished job as JSON')
    .action(
      action(async (config, what: string | undefined, options: ImportOptions) =>
        (await import('../import.ts')).importCommand(config, what, options),
      ),
    )
}
