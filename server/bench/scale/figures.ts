import type { SizeFigures } from '../growth/figures.ts'
import type { SoakMinute } from '../soak/figures.ts'

/** All that docs/scale.md draws, as recorded by runs of `growth` and `soak`. */
export type ScaleFigures = {
  sizes: SizeFigures[]
  soak: { run: Record<string, unknown>; minutes: SoakMinute[] } | undefined
}

type Line = { bench?: unknown }

/** Takes the output of a run in: sizes replace those of the same size and number of cells, a soak replaces the one before. */
export function addOutput(figures: ScaleFigures, output: string): ScaleFigures {
  const lines = output
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Line)
  const sizes = lines.filter(({ bench }) => bench === 'growth-size') as SizeFigures[]
  const minutes = lines.filter(({ bench }) => bench === 'soak-minute') as SoakMinute[]
  const summary = lines.find(({ bench }) => Array.isArray(bench) && bench[0] === 'soak')
  return {
    sizes: replaceSizes(figures.sizes, sizes),
    soak: minutes.length > 0 ? { run: { ...summary }, minutes } : figures.soak,
  }
}

const nameOf = ({ cells, wanted }: SizeFigures) => `${cells} ${wanted}`

function replaceSizes(known: readonly SizeFigures[], added: readonly SizeFigures[]): SizeFigures[] {
  const all = new Map([...known, ...added].map(size => [nameOf(size), size]))
  return [...all.values()].toSorted((a, b) => a.cells - b.cells || a.wanted - b.wanted)
}
