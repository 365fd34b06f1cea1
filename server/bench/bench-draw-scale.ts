import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../measure/report.ts'
import { drawAll } from './scale/charts.ts'
import { addOutput, type ScaleFigures } from './scale/figures.ts'
import { writePage } from './scale/page.ts'

/**
 *   npm run bench -- draw-scale FILE…    takes the output of runs of `growth` and `soak` into docs/public/scale/figures.json
 *   npm run bench -- draw-scale          only draws the charts and writes the tables of docs/scale.md from it
 */
const folder = join(import.meta.dirname, '../../docs/public/scale')
const path = join(folder, 'figures.json')
mkdirSync(folder, { recursive: true })
const known: ScaleFigures = existsSync(path)
  ? JSON.parse(readFileSync(path, 'utf8'))
  : { sizes: [], soak: undefined }
const figures = process.argv.slice(2).reduce((all, file) => addOutput(all, readFileSync(file, 'utf8')), known)
writeFileSync(path, `${JSON.stringify(figures, null, 2)}\n`)
for (const [name, svg] of drawAll(figures)) {
  writeFileSync(join(folder, name), svg)
  say(`drew docs/public/scale/${name}`)
}
const page = join(import.meta.dirname, '../../docs/scale.md')
writeFileSync(page, writePage(readFileSync(page, 'utf8'), figures))
