/**
 * Compares the output of a sample with the expected output on the page. For JSON the shape counts: every key shown must be
 * present with the same type, arrays shown with items must have items, and sentences must be identical. Ids, numbers and
 * times may differ. For text, every line shown must be printed; `…` stands for anything.
 */
export function compareWithPage(
  printed: string,
  shown: { language: string; text: string },
): string | undefined {
  return shown.language === 'json' ? compareJson(printed, shown.text) : compareLines(printed, shown.text)
}

function compareLines(printed: string, shown: string): string | undefined {
  const lines = printed.split('\n').map(line => line.trim())
  const missing = shown
    .split('\n')
    .filter(line => line.trim() && !lines.some(have => isLike(have, line.trim())))
  return missing.length > 0 ? `did not print: ${missing.join(' / ')}` : undefined
}

function isLike(have: string, shown: string): boolean {
  const pattern = shown.split('…').map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pattern.join('.*')}$`).test(have)
}

function compareJson(printed: string, shown: string): string | undefined {
  const answer = lastJson(printed)
  if (answer === undefined) return 'printed no JSON'
  return differ(answer, JSON.parse(shown), '')
}

/** Returns the last response if a block makes several requests. */
function lastJson(printed: string): unknown {
  const text = printed.trim()
  for (let start = text.lastIndexOf('\n{'); ; start = text.lastIndexOf('\n{', start - 1)) {
    const parsed = parse(text.slice(start < 0 ? 0 : start + 1))
    if (parsed !== undefined || start < 0) return parsed ?? parse(lastObject(text))
  }
}

/** Splits responses that curl printed one after the other, because it adds no line break. */
function lastObject(text: string): string {
  for (let at = text.lastIndexOf('}{'); at >= 0; at = text.lastIndexOf('}{', at - 1))
    if (parse(text.slice(at + 1)) !== undefined) return text.slice(at + 1)
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function differ(have: unknown, shown: unknown, path: string): string | undefined {
  if (typeOf(have) !== typeOf(shown))
    return `${path || 'the answer'} is ${typeOf(have)}, not ${typeOf(shown)}`
  if (Array.isArray(shown)) {
    const items = have as unknown[]
    if (items.length < shown.length) return `${path} has ${items.length} items, not ${shown.length}`
    return first(shown, (item, i) => differ(items[i], item, `${path}[${i}]`))
  }
  if (typeof shown === 'object' && shown !== null) {
    const fields = have as Record<string, unknown>
    return first(Object.entries(shown), ([key, value]) =>
      key in fields ? differ(fields[key], value, path ? `${path}.${key}` : key) : `${path}.${key} is missing`,
    )
  }
  if (typeof shown === 'boolean') return have === shown ? undefined : `${path} is ${have}, not ${shown}`
  return typeof shown === 'string' && shown.includes(' ') && !isLike(String(have), shown)
    ? `${path} is ${JSON.stringify(have)}, not ${JSON.stringify(shown)}`
    : undefined
}

function first<T>(items: T[], check: (item: T, i: number) => string | undefined): string | undefined {
  for (const [i, item] of items.entries()) {
    const fault = check(item, i)
    if (fault) return fault
  }
  return undefined
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
