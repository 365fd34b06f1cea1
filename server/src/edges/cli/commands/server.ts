import type { Command } from 'commander'
import { action } from '../action.ts'
import { collectAddress, parseLookInterval } from '../parse-options.ts'
import type { TopOptions } from '../top/top.ts'

const supervise = `
Let your supervisor run "reverie start" or "node server/bin/reverie.js start" directly, not npm. SIGTERM or SIGINT
makes it finish its requests and documents, within SHUTDOWN_TIMEOUT_MS. A second signal ends it at once.`

/** Commands that run the server or maintain its databases. */
export function addServerCommands(program: Command): void {
  program
    .command('start')
    // The former name of `start`. Compose files and scripts may still use it.
    .alias('all')
    .description(
      'run API and worker in one process; migrates first, and creates the first organization and key',
    )
    .addHelpText('after', supervise)
    .action(action(async config => (await import('../start.ts')).startCommand(config), { warns: true }))
  program
    .command('serve')
    .description('run only the API')
    .addHelpText('after', supervise)
    .action(
      action(async config => (await import('../run.ts')).run(config, { api: true, worker: false }), {
        warns: true,
      }),
    )
  program
    .command('worker')
    .description('run only a worker, which processes documents and extracts memories')
    .addHelpText('after', supervise)
    .action(
      action(async config => (await import('../run.ts')).run(config, { api: false, worker: true }), {
        warns: true,
      }),
    )
  program
    .command('migrate')
    .description('apply new migrations to every database')
    .action(action(async config => (await import('../migrate.ts')).migrateCommand(config)))
  program
    .command('directory')
    .description('keep organizations, keys and people in a database of their own')
    .command('move')
    .description('move the directory from DATABASE_URL to DIRECTORY_URL; stop every process first')
    .action(action(async config => (await import('../move-directory.ts')).moveDirectoryCommand(config)))
  program
    .command('compact')
    .description('rewrite rows that older versions stored in a larger form')
    .option(
      '--pool-tokens',
      'keep at most 32 token vectors for each chunk; search finds a little less, and it cannot be undone',
    )
    .action(
      action(async (config, options: { poolTokens?: boolean }) =>
        (await import('../compact.ts')).compactCommand(config, options),
      ),
    )
  program
    .command('doctor')
    .description('check everything that Reverie needs, and say how to fix problems')
    .action(action(async config => (await import('../doctor/doctor.ts')).doctor(config), { warns: true }))
  addTopCommand(program)
  addPostgresCommand(program)
  addGenerateCommand(program)
}

function addPostgresCommand(program: Command): void {
  program
    .command('postgres')
    .description('start or stop a Postgres with pgvector on this machine (Debian)')
    .argument('<arguments...>', 'up, down, status, url, psql, pg_dump or pg_restore, with its options')
    // The script has its own options and its own help.
    .allowUnknownOption()
    .helpOption(false)
    .action(action(async (_config, args: string[]) => (await import('../postgres.ts')).postgresCommand(args)))
}

function addGenerateCommand(program: Command): void {
  program
    .command('generate', { hidden: true })
    .description('write the files that are generated from the code')
    .option('--check', 'write nothing; only report outdated files')
    .action(
      action(async (_config, options: { check?: boolean }) =>
        (await import('../generate.ts')).generate(options.check ?? false),
      ),
    )
}

function addTopCommand(program: Command): void {
  program
    .command('top')
    .description('show what the processes do now: backlog, throughput, gates, workers, pools and requests')
    .option(
      '--url <url>',
      'address of a process, or of its METRICS_PORT; repeat it for several (default: those of this machine)',
      collectAddress,
    )
    .option('--interval <seconds>', 'seconds between two looks, 1 to 60 (default: 2)', parseLookInterval)
    .option('--once', 'print one screen and end')
    .option('--json', 'print JSON, one line for each look')
    .addHelpText('after', '\nKeys: q quits, the space bar pauses.')
    .action(
      action(async (config, options: TopOptions) =>
        (await import('../top/top.ts')).topCommand(config, options),
      ),
    )
}
