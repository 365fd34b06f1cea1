import type { Command } from 'commander'
import { action } from '../action.ts'
import type { ReplayOptions } from '../erasures.ts'
import { parseSince } from '../parse-options.ts'

export function addErasureCommands(program: Command): void {
  const erasures = program
    .command('erasures')
    .description('manage the journal of deletions')
    .helpCommand(false)
  erasures
    .command('replay')
    .description('after a restore: delete again what was deleted since the backup, with its receipts')
    .option(
      '--since <time>',
      'only deletions of this day (UTC) and later ones: a date, a time, or a duration ago such as 7d (default: all)',
      parseSince,
    )
    .option('--files', 'also remove files without a document; only while no Reverie process runs')
    .option('--json', 'print JSON')
    .action(
      action(async (config, options: ReplayOptions) =>
        (await import('../erasures.ts')).replayErasuresCommand(config, options),
      ),
    )
}
