import { z } from 'zod'

/** Alternatives of one pattern with braces. Each `{a,b}` doubles them. */
const maxAlternatives = 64

export const globsSchema = z
  .array(z.string().min(1).max(200).refine(isBounded, 'has too many alternatives'))
  .max(50)

/**
 * Tests a path such as `notes/2026/a.md` against patterns: `*` and `?` within a name, `**` for any folders, `{a,b}` for either.
 * As in .gitignore, a pattern without a slash holds in every folder, and one that matches a folder matches everything in it.
 * No regular expression is made of them, so no pattern takes long.
 */
export function compileGlobs(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.flatMap(glob => expandBraces(glob.normalize()).map(toSegments))
  return path => {
    const names = path.normalize().split('/')
    return patterns.some(pattern => matchNames(pattern, names))
  }
}

function toSegments(glob: string): string[] {
  const segments = glob.split('/').filter(segment => segment !== '' && segment !== '.')
  return glob.replace(/\/+$/, '').includes('/') ? segments : ['**', ...segments]
}

function isBounded(glob: string): boolean {
  return expandBraces(glob).length <= maxAlternatives
}

/** `{a,b}.md` → `a.md`, `b.md`. Braces within braces are names. */
function expandBraces(glob: string): string[] {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(glob)
  if (!found) return [glob]
  const [before, after] = [glob.slice(0, found.index), glob.slice(found.index + found[0].length)]
  const all: string[] = []
  for (const choice of found[1]!.split(',')) {
    all.push(...expandBraces(before + choice + after))
    if (all.length > maxAlternatives) break
  }
  return all
}

/** Whether the pattern matches the path, or a folder that it lies in. Only the last `**` is ever tried again. */
function matchNames(pattern: readonly string[], names: readonly string[]): boolean {
  let [at, retryAt, retryFrom] = [0, -1, 0]
  for (let name = 0; name < names.length; ) {
    if (at === pattern.length) return true
    if (pattern[at] === '**') [retryAt, retryFrom] = [++at, name]
    else if (matchName(pattern[at]!, names[name]!)) [at, name] = [at + 1, name + 1]
    else if (retryAt >= 0) [at, name] = [retryAt, ++retryFrom]
    else return false
  }
  return pattern.slice(at).every(segment => segment === '**')
}

/** Only the last `*` is ever tried again, which is enough and keeps it quick. */
function matchName(pattern: string, name: string): boolean {
  let [at, retryAt, retryFrom] = [0, -1, 0]
  for (let i = 0; i < name.length; ) {
    if (pattern[at] === '*') [retryAt, retryFrom] = [++at, i]
    else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[i]))
      [at, i] = [at + 1, i + 1]
    else if (retryAt >= 0) [at, i] = [retryAt, ++retryFrom]
    else return false
  }
  return /^\**$/.test(pattern.slice(at))
}
