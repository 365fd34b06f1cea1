import type { Command } from 'commander'
import { action } from '../action.ts'
import { parseLimit } from '../parse-options.ts'
import type { DrainOptions, MoveCommandOptions } from '../shards.ts'

export function addCellCommands(program: Command): void {
  const cells = program
    .command('cells')
    .description('manage the databases that data is spread over')
    .helpCommand(false)
  cells
    .command('list')
    .description('list the cells with their shards, organizations and size')
    .option('--json', 'print JSON')
    .action(
      action(async (config, options: { json?: boolean }) =>
        (await import('../cells.ts')).listCellsCommand(config, options),
      ),
    )
  cells
    .command('add <cell>')
    .description('create the tables of a cell of CELL_URLS and let it take shards')
    .action(
      action(async (config, name: string) => (await import('../cells.ts')).addCellCommand(config, name)),
    )
  withMoveOptions(
    cells
      .command('drain <cell>')
      .description('move all shards of a cell to the others; new organizations go elsewhere')
      .option('--to <cell>', 'move all of them to this cell (default: the cell with the fewest shards)')
      .option('--stop', 'let the cell take organizations and shards again'),
  ).action(
    action(async (config, name: string, options: DrainOptions) =>
      (await import('../cells.ts')).drainCellCommand(config, name, options),
    ),
  )
  cells
    .command('remove <cell>')
    .description('remove a cell without shards from the directory')
    .action(
      action(async (config, name: string) => (await import('../cells.ts')).removeCellCommand(config, name)),
    )
  addShardCommands(program)
}

function addShardCommands(program: Command): void {
  const shards = program
    .command('shards')
    .description('see where shards are and move them between cells, while they are read and written')
    .helpCommand(false)
  shards
    .command('list')
    .description('list the shards with organizations, and moves that are not finished')
    .option('--all', 'also shards without an organization, and finished moves')
    .option('--json', 'print JSON')
    .action(
      action(async (config, options: { all?: boolean; json?: boolean }) =>
        (await import('../shards.ts')).listShardsCommand(config, options),
      ),
    )
  withMoveOptions(
    shards
      .command('move <shards...>')
      .description('move shards (numbers, ranges such as 0-15, or organizations) to another cell')
      .requiredOption('--to <cell>', 'the cell that is to hold them'),
  ).action(
    action(async (config, names: string[], options: MoveCommandOptions & { to: string }) =>
      (await import('../shards.ts')).moveShardsCommand(config, names, options),
    ),
  )
  withMoveOptions(
    shards.command('resume').description('continue moves that were interrupted, to their end'),
  ).action(
    action(async (config, options: MoveCommandOptions) =>
      (await import('../shards.ts')).resumeMovesCommand(config, options),
    ),
  )
  shards
    .command('cancel [move]')
    .description('take back a move whose shards have not been handed over')
    .option('--without-target', 'leave the copied rows where they are, because the target is lost')
    .action(
      action(async (config, move: string | undefined, options: { withoutTarget?: boolean }) =>
        (await import('../shards.ts')).cancelMoveCommand(config, move, options),
      ),
    )
}

function withMoveOptions(command: Command): Command {
  return command
    .option(
      '--load <percent>',
      'share of the time to spend copying and deleting; less is slower and gentler',
      parseLoad,
      50,
    )
    .option(
      '--source-url <url>',
      'address of the source as the server of the target reaches it (default: the owner URL of the source)',
    )
}

/** Commander passes the default as the earlier value, so `parseLimit` would take it for a second one. */
const parseLoad = (value: string) => parseLimit(value)
