import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const path = 'docs/evaluation.md'
const beginning = (section: string) => `<!-- ${section}: generated -->`
const end = (section: string) => `<!-- ${section}: end -->`

/** Replaces one section of the file: each evaluation writes its own. */
export function writeSection(section: string, text: string): void {
  const file = existsSync(path) ? readFileSync(path, 'utf8') : '# How well it works\n'
  const part = `${beginning(section)}\n${text.trim()}\n${end(section)}`
  const from = file.indexOf(beginning(section))
  const to = file.indexOf(end(section))
  const changed =
    from < 0 || to < 0
      ? `${file.trimEnd()}\n\n${part}\n`
      : file.slice(0, from) + part + file.slice(to + end(section).length)
  writeFileSync(path, changed)
}
