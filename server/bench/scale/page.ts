import { arithmeticTable } from './arithmetic.ts'
import { allCharts, hasPoints } from './charts.ts'
import type { ScaleFigures } from './figures.ts'
import { cellsTable, growthTable, soakTable } from './tables.ts'

const notMeasured = '*Not measured yet.*'
const block = /<!-- figures: ([\w-]+) -->[\s\S]*?<!-- end of figures -->/g

/** Tables and charts by the name of their place in the page. */
export function blocksOf(figures: ScaleFigures): Map<string, string> {
  const tables = {
    growth: growthTable(figures.sizes),
    cells: cellsTable(figures.sizes),
    soak: soakTable(figures.soak),
    arithmetic: arithmeticTable(figures.sizes),
  }
  const charts = Object.entries(allCharts(figures)).map(([name, chart]) => [
    `chart-${name}`,
    hasPoints(chart) ? `![${chart.title}](/scale/${name}.svg)` : `${chart.title}: ${notMeasured}`,
  ])
  const filled = Object.entries(tables).map(([name, table]) => [name, table === '' ? notMeasured : table])
  return new Map([...filled, ...charts] as [string, string][])
}

/** Writes the recorded figures into their places in the page. A place without figures says so. */
export function writePage(page: string, figures: ScaleFigures): string {
  const blocks = blocksOf(figures)
  return page.replaceAll(block, (_, name: string) => {
    const content = blocks.get(name)
    if (content === undefined) throw new Error(`There are no figures "${name}" for docs/scale.md`)
    return `<!-- figures: ${name} -->\n\n${content}\n\n<!-- end of figures -->`
  })
}
