import { parseArgs } from 'node:util'

/** Options of a scenario by their defaults: `{ workerKills: 10 }` reads `--worker-kills 3`. All take `--keep` and `--name`. */
export function readOptions<Options extends Record<string, number>>(defaults: Options, args: string[]) {
  const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  const numbers = Object.keys(defaults).map(name => [kebab(name), { type: 'string' }] as const)
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(numbers),
      keep: { type: 'boolean', default: false },
      name: { type: 'string', default: 'chaos' },
    },
  })
  const given = values as Record<string, unknown>
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, toNumber(kebab(name), given[kebab(name)], value)]),
  ) as Options
  return { options, keep: given.keep === true, name: String(given.name) }
}

function toNumber(option: string, text: unknown, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${option} takes a number`)
  return value
}
