import { once } from 'node:events'
import { createServer } from 'node:net'
import { CommandError } from './command-error.ts'

export type PortSetting = 'PORT' | 'WORKER_PORT' | 'METRICS_PORT'

/** Throws a CommandError unless this process can listen on the address. Leaves no socket open. */
export async function assertCanListen(host: string, port: number, setting: PortSetting): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ host, port })
    await once(probe, 'listening')
  } catch (error) {
    throw explainListening(error, { host, port, setting })
  }
  probe.close()
  await once(probe, 'close')
}

/** A refused listen address as a sentence. Any other error is returned unchanged. */
export function explainListening(
  error: unknown,
  { host, port, setting }: { host: string; port: number; setting: PortSetting },
): unknown {
  switch ((error as { code?: string } | null)?.code) {
    case 'EADDRINUSE':
      return new CommandError(
        `Port ${port} of ${host} is in use: another program listens there, perhaps another Reverie.\nStop it, or set ${setting} to a free port.`,
      )
    case 'EACCES':
      return new CommandError(
        `This user may not listen on port ${port}: ports below 1024 need root.\nSet ${setting} to a higher port, and let a proxy listen on ${port}.`,
      )
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return new CommandError(
        `HOST is "${host}", which is not an address of this machine.\nSet HOST to 127.0.0.1 for this machine only, or to 0.0.0.0 for all of its addresses.`,
      )
    default:
      return error
  }
}
