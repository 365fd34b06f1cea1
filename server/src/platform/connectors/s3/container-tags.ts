import { createContext, Script } from 'node:vm'
import { namePattern } from '../../lib/name-pattern.ts'
import { ItemError, SourceError } from '../connector.ts'

/** For a batch of 100 keys, of up to 1,024 bytes each. A usual pattern takes a millisecond. */
const timeoutMs = 200
const maxTagLength = 100

export type TagOf = (keys: readonly string[]) => (string | ItemError | undefined)[]

/**
 * Finds the container tags of keys by a pattern that a person wrote. V8 ends a pattern that backtracks for too long; only its
 * separate contexts offer that.
 */
export function compileContainerTags(pattern: string | undefined): TagOf {
  if (pattern === undefined) return keys => keys.map(() => undefined)
  const context = createContext({ pattern, keys: '[]' }, { codeGeneration: { strings: false, wasm: false } })
  const script = new Script(
    'JSON.stringify(JSON.parse(keys).map(key => new RegExp(pattern).exec(key)?.groups?.userId ?? null))',
  )
  return keys => {
    context.keys = JSON.stringify(keys)
    const found = JSON.parse(runWithin(script, context)) as (string | null)[]
    return found.map(tag => (tag === null ? undefined : checkTag(tag)))
  }
}

function runWithin(script: Script, context: object): string {
  try {
    return script.runInContext(context, { timeout: timeoutMs }) as string
  } catch (error) {
    throw new SourceError('settings_invalid', 'containerTagRegex takes too long. Use a simpler one.', {
      cause: error,
    })
  }
}

function checkTag(tag: string): string | ItemError {
  if (tag.length <= maxTagLength && namePattern.test(tag)) return tag
  return new ItemError(
    'item_unsupported',
    `"${tag.slice(0, 50)}", found by containerTagRegex, is no container tag.`,
  )
}
