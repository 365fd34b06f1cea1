import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The user `nobody`, to whom the files of the servers belong. */
export const nobody = 65_534

export type RealServer = { folder: string; port: number; stop(): Promise<void> }

/** Starts a server of the machine with a configuration of ours, in a folder that is removed at the end. */
export async function startRealServer(
  name: string,
  command: (file: string, folder: string) => [string, ...string[]],
  configure: (folder: string, port: number) => string,
): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), `reverie-${name}-`))
  const data = join(folder, 'data')
  mkdirSync(data)
  for (const path of [folder, data]) chownSync(path, nobody, nobody)
  const port = await freePort()
  const file = join(folder, `${name}.conf`)
  writeFileSync(file, configure(folder, port))
  const [program, ...args] = command(file, folder)
  const child = spawn(program, args, { stdio: 'inherit' })
  await answers(port, child)
  return {
    folder,
    port,
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`)
    const isOpen = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await sleep(100)
  }
  throw new Error('It does not answer')
}
