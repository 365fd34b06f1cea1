import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runForText } from './run-for-text.ts'

/** Another program that reads such files. It is a reference for measurements, never part of the product. */
type Engine = { name: string; programs: readonly string[]; command(path: string): readonly string[] }

export type Reference = { engine: string; text: string }

const script = (name: string) => fileURLToPath(new URL(`./engines/${name}`, import.meta.url))

const libreOffice = (kind: 'fodt' | 'fods' | 'fodp'): Engine => ({
  name: 'LibreOffice',
  programs: ['soffice', 'python3'],
  command: path => ['python3', script('office_text.py'), path, kind],
})

const pandoc: Engine = {
  name: 'pandoc',
  programs: ['pandoc'],
  command: path => ['pandoc', '+RTS', '-M1g', '-RTS', '--to=plain', '--wrap=none', path],
}

const antiword: Engine = {
  name: 'antiword',
  programs: ['antiword'],
  command: path => ['antiword', '-m', 'UTF-8.txt', '-w', '0', path],
}

const xls2csv: Engine = {
  name: 'xls2csv',
  programs: ['xls2csv'],
  command: path => ['xls2csv', '-d', 'utf-8', path],
}

const pythonEmail: Engine = {
  name: 'Python email',
  programs: ['python3'],
  command: path => ['python3', script('mail_text.py'), path],
}

const msgconvert: Engine = { ...pythonEmail, name: 'msgconvert', programs: ['msgconvert', 'python3'] }

/** Engines by extension, the best known first. */
const engines: Record<string, readonly Engine[]> = {
  odt: [libreOffice('fodt'), pandoc],
  rtf: [libreOffice('fodt'), pandoc],
  doc: [libreOffice('fodt'), antiword],
  xls: [libreOffice('fods'), xls2csv],
  ods: [libreOffice('fods')],
  ppt: [libreOffice('fodp')],
  odp: [libreOffice('fodp')],
  epub: [pandoc],
  eml: [pythonEmail],
  mbox: [pythonEmail],
  msg: [msgconvert],
}

/** The text that another program reads in a file, which may be empty: the first installed one, if it can. */
export async function askEngine(extension: string, path: string): Promise<Reference | undefined> {
  const engine = engineFor(extension)
  const text = engine && (await runForText(engine.command(path)))
  // Soft hyphens, which only show at the end of a line, do not split a word; in a PDF they would be visible.
  return text === undefined ? undefined : { engine: engine!.name, text: text.replaceAll('\u00ad', '') }
}

/** The engine for files with this extension. */
export function engineFor(extension: string): Engine | undefined {
  return engines[extension]?.find(({ programs }) => programs.every(isInstalled))
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => isExecutable(join(folder, program)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
