import { setTimeout as pause } from 'node:timers/promises'
import type { Reverie, SyncRun } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { lineOf } from './connections.ts'
import { ProgressLine } from './job-progress.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'

/** Often enough for a person who waits, rarely enough for the server. */
const pollMs = 500

/** Starts an import. With `wait` the command ends when the import has. */
export async function runConnectionCommand(
  config: Config,
  id: string,
  options: RemoteOptions & { wait?: boolean },
): Promise<void> {
  await withServer(config, options, async reverie => {
    const before = await reverie.connections.get(id)
    if (before.state === 'paused')
      throw new CommandError(`The connection is paused. Run "reverie connections resume ${id}" first.`)
    await reverie.connections.import(id)
    if (!options.wait) return console.log(`The import starts. See "reverie connections show ${id}".`)
    const run = await untilEnded(reverie, id, before.lastSyncRun?.id)
    if (options.json) console.log(JSON.stringify(run, null, 2))
    if (run.status === 'failed')
      throw new CommandError(`The import failed: ${printable(run.errorMessage ?? '')} (${run.error})`)
  })
}

/** A run that was under way is waited for too, and then the one that was asked for. */
async function untilEnded(reverie: Reverie, id: string, before: string | undefined): Promise<SyncRun> {
  const progress = new ProgressLine(true)
  for (;;) {
    const { lastSyncRun: run, isRunWaiting, state } = await reverie.connections.get(id)
    if (run && !isRunWaiting && run.status !== 'running' && run.id !== before) {
      progress.end(lineOf(run))
      return run
    }
    if (state !== 'active')
      throw new CommandError(`The import stopped: the state of the connection is ${state} now.`)
    if (run) progress.show(lineOf(run))
    await pause(pollMs)
  }
}
