import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestServer } from './harness.ts'
import type { SyncChild } from './sync-child.ts'

export type RunningChild = { child: ChildProcess; until(word: string): Promise<void> }

/** Starts a worker process. `until` resolves when it prints the word. */
export function startSyncChild(
  { config, client, app }: TestServer,
  given: Pick<SyncChild, 'connections' | 'hasOwn' | 'folders'>,
): RunningChild {
  const { DATABASE_URL, SECRETS_KEY, DATA_DIR, MAX_FILE_BYTES } = config
  const whole = {
    ...given,
    env: {
      DATABASE_URL,
      SECRETS_KEY,
      DATA_DIR,
      MAX_FILE_BYTES: `${MAX_FILE_BYTES}`,
      FETCH_ALLOW: '127.0.0.1',
    },
    org: client.organization.id,
    model: app.embedder.model,
  } satisfies SyncChild
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sync-child.ts')], {
    env: { PATH: process.env.PATH, SYNC_CHILD: JSON.stringify(whole) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const words = new Set<string>()
  const waiting = new Map<string, () => void>()
  createInterface({ input: child.stdout! }).on('line', line => {
    words.add(line)
    waiting.get(line)?.()
  })
  const until = (word: string) =>
    words.has(word) ? Promise.resolve() : new Promise<void>(resolve => waiting.set(word, resolve))
  return { child, until }
}
