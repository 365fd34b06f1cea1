import { parseArgs } from 'node:util'

/** Options of a scenario, with their defaults. */
export type OptionValues = Record<string, number | string>

/** Takes a mechanism of Reverie away, to see a scenario fail: settings of its processes, and a file of SQL. */
export type Sabotage = { settings: Record<string, string>; sqlFile?: string }

/**
 * Reads a scenario's options, given their defaults: `{ workerKills: 10 }` reads `--worker-kills 3`. All take `--keep`
 * and `--name`, and for sabotage `--set SETTING=value` and `--sql FILE`.
 */
export function readOptions<Options extends OptionValues>(defaults: Options, args: string[]) {
  const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  const named = Object.keys(defaults).map(name => [kebab(name), { type: 'string' }] as const)
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(named),
      keep: { type: 'boolean', default: false },
      name: { type: 'string', default: 'chaos' },
      set: { type: 'string', multiple: true, default: [] },
      sql: { type: 'string' },
    },
  })
  const given = values as Record<string, unknown>
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, toValue(kebab(name), given[kebab(name)], value)]),
  ) as Options
  const sabotage: Sabotage = {
    settings: readSettings(given.set as string[]),
    ...(given.sql !== undefined && { sqlFile: String(given.sql) }),
  }
  return { options, keep: given.keep === true, name: String(given.name), sabotage }
}

function readSettings(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map(pair => {
      const [, name, value] = /^([^=]+)=(.*)$/.exec(pair) ?? []
      if (name === undefined || value === undefined) throw new Error('--set takes SETTING=value')
      return [name, value]
    }),
  )
}

function toValue(option: string, text: unknown, otherwise: number | string): number | string {
  if (text === undefined) return otherwise
  if (typeof otherwise === 'string') return String(text)
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${option} takes a number`)
  return value
}
