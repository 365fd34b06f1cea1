import { connect } from 'node:net'

/** The ports in README.md. */
export const printedPorts = { postgres: 54329, api: 8787, ownPostgres: 5432 }

export function isTaken(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Returns the port of README.md, or another free port if it is taken, as on a developer's machine. */
export async function freePort(printed: number): Promise<number> {
  if (!(await isTaken(printed))) return printed
  let port = printed + 500
  while (await isTaken(port)) port++
  console.log(`(port ${printed} is taken: using ${port})`)
  return port
}
