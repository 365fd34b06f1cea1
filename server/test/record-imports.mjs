/** Preloaded with `--import`: writes the address of every module that a process loads to the file RECORD_IMPORTS names. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const file = process.env.RECORD_IMPORTS

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('node:')) appendFileSync(file, `${url}\n`)
    return nextLoad(url, context)
  },
})
