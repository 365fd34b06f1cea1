import type { Config } from '../../platform/config.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'
import { style } from './style.ts'

/** Prints whom the key belongs to, how much is remembered, and what waits or failed. */
export async function statusCommand(config: Config, options: RemoteOptions): Promise<void> {
  await withServer(config, options, async (reverie, { url }) => {
    const [session, overview] = await Promise.all([reverie.session(), reverie.overview()])
    if (options.json) console.log(JSON.stringify({ url, session, overview }, null, 2))
    else {
      const { documents, pending, failed, memories, models } = overview
      console.log(`${style.bold(printable(session.org.name))} at ${url}`)
      console.log(`  ${count(memories, 'memory', 'memories')}, ${count(documents, 'document')}`)
      if (pending > 0) console.log(`  ${style.waiting(`${count(pending, 'document')} in work`)}`)
      if (failed > 0) console.log(`  ${style.bad(`${count(failed, 'document')} failed`)}: reverie retry`)
      console.log(`  embedding ${models.embedding}, memories by ${models.language ?? 'built-in rules'}`)
    }
  })
}

const count = (many: number, one: string, others = `${one}s`): string =>
  `${many} ${many === 1 ? one : others}`
