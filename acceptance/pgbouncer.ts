import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** Where Debian installs it: not on the PATH of every user. PGBOUNCER names another one. */
const program = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'

/** PgBouncer refuses to run as root. Any other user will do. */
const nobody = 65_534

export type RunningPooler = { url: string; close(): Promise<void> }

/**
 * Starts PgBouncer in transaction mode in front of a database. It lends a few sessions of Postgres to all connections of the
 * server, so that two transactions of one connection rarely meet in one session.
 */
export async function startPgBouncer(
  database: string,
  more: Record<string, string | number> = {},
): Promise<RunningPooler> {
  const { hostname, port, pathname } = new URL(database)
  const name = pathname.slice(1)
  const folder = mkdtempSync(join(tmpdir(), 'reverie-pgbouncer-'))
  chmodSync(folder, 0o755)
  const own = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: 8,
    max_client_conn: 500,
    logfile: '',
    ...more,
  }
  const lines = Object.entries(settings).map(([setting, value]) => `${setting} = ${value}`)
  const ini = join(folder, 'pgbouncer.ini')
  writeFileSync(
    ini,
    `[databases]\n${name} = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  writeFileSync(settings.auth_file, `"postgres" ""\n"reverie_login_${name}" ""\n`)
  const child = spawn(program, [ini], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 && { uid: nobody, gid: nobody }),
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const log: string[] = []
  child.stderr.on('data', text => log.push(String(text)))
  await untilListening(child, own, log)
  const url = new URL(database)
  url.port = String(own)
  return {
    url: url.href,
    async close() {
      const closed = once(child, 'close')
      child.kill('SIGINT')
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilListening(child: ChildProcess, port: number, log: readonly string[]): Promise<void> {
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`${program} did not start (${error.message}). Install it: apt-get install pgbouncer`)
  })
  failed.catch(() => undefined)
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt++) {
    if (await Promise.race([answers(port), failed])) return
    await sleep(50)
  }
  throw new Error(`PgBouncer does not listen:\n${log.join('')}`)
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
