import type { Command } from 'commander'
import { action } from '../action.ts'

const supervise = `
Supervise this process itself ("reverie start" or "node server/bin/reverie.js start"), not npm. SIGTERM or SIGINT
lets it finish its requests and documents, for SHUTDOWN_TIMEOUT_MS at most; a second signal ends it at once.`

/** Commands that run the server or look after its databases. */
export function addServerCommands(program: Command): void {
  program
    .command('start')
    // Its name before it was called "start"; compose files and scripts may still say it.
    .alias('all')
    .description('migrate, create the first organization and key, and run API and worker in one process')
    .addHelpText('after', supervise)
    .action(action(async config => (await import('../start.ts')).startCommand(config)))
  program
    .command('serve')
    .description('run the API alone')
    .addHelpText('after', supervise)
    .action(action(async config => (await import('../run.ts')).run(config, { api: true, worker: false })))
  program
    .command('worker')
    .description('run a worker alone: it processes documents and forms memories')
    .addHelpText('after', supervise)
    .action(action(async config => (await import('../run.ts')).run(config, { api: false, worker: true })))
  program
    .command('migrate')
    .description('bring every database up to date')
    .action(action(async config => (await import('../migrate.ts')).migrateCommand(config)))
  program
    .command('doctor')
    .description('check everything Reverie needs, and say what to do')
    .action(action(async config => (await import('../doctor/doctor.ts')).doctor(config)))
  program
    .command('generate', { hidden: true })
    .description('write the files that are generated from the code')
    .option('--check', 'only say whether they are up to date')
    .action(
      action(async (_config, options: { check?: boolean }) =>
        (await import('../generate.ts')).generate(options.check ?? false),
      ),
    )
}
