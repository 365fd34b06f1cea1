import type { Config } from '../../platform/config.ts'
import { type RemoteOptions, withServer } from './remote.ts'

export type RetryOptions = RemoteOptions & { code?: string[]; since?: Date }

/** Retries the failed documents of the key's organization, and prints how many there were. */
export async function retryCommand(config: Config, options: RetryOptions): Promise<void> {
  const { code, since, tag } = options
  await withServer(config, options, async reverie => {
    const count = await reverie.documents.retryFailed({
      ...(code && { codes: code }),
      ...(since && { since: since.toISOString() }),
      ...(tag && { containerTags: [tag] }),
    })
    if (options.json) return console.log(JSON.stringify({ count }, null, 2))
    console.log(count === 1 ? '1 document is queued again' : `${count} documents are queued again`)
  })
}
