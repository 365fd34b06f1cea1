import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Language, Parser } from 'web-tree-sitter'
import { extensionOf } from '../sniffing/name-kind.ts'

/** File extensions by grammar. Files of other languages are cut at empty lines. */
const grammars: Record<string, string> = {
  bash: 'sh bash zsh',
  'c-sharp': 'cs',
  cpp: 'c h cc cpp cxx hh hpp hxx',
  css: 'css',
  go: 'go',
  ini: 'ini cfg conf properties',
  java: 'java',
  javascript: 'js mjs cjs jsx',
  php: 'php phtml',
  powershell: 'ps1 psm1',
  python: 'py pyi pyw',
  ruby: 'rb',
  rust: 'rs',
  tsx: 'tsx',
  typescript: 'ts mts cts',
}

const grammarByExtension = new Map(
  Object.entries(grammars).flatMap(([grammar, names]) =>
    names.split(' ').map(name => [name, grammar] as const),
  ),
)

/** Cached: a grammar takes 30 ms to compile, a file 1 ms to parse. */
const loaded = new Map<string, Promise<Language>>()

/** A parser for the language of the file's extension, if there is one. The caller deletes it. */
export async function loadParser(name: string): Promise<Parser | undefined> {
  const grammar = grammarByExtension.get(extensionOf(name))
  if (!grammar) return undefined
  await Parser.init()
  const language = loaded.get(grammar) ?? Language.load(join(grammarFolder(), `tree-sitter-${grammar}.wasm`))
  loaded.set(grammar, language)
  return new Parser().setLanguage(await language)
}

function grammarFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'))
}
