export type Labels = Record<string, string>
export type Sample = { labels: Labels; value: number }

/** The samples of one scrape, by metric. Histograms have their parts: `…_bucket`, `…_sum` and `…_count`. */
export type Scrape = ReadonlyMap<string, readonly Sample[]>

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g
const escapes: Record<string, string> = { n: '\n', '"': '"', '\\': '\\' }

/** Reads the text format of Prometheus. A line that it does not know is left out. */
export function parseMetrics(text: string): Scrape {
  const samples = new Map<string, Sample[]>()
  for (const each of text.split('\n')) {
    const [, name, inner = '', value] = line.exec(each) ?? []
    if (name === undefined || value === undefined) continue
    const sample = { labels: parseLabels(inner), value: parseValue(value) }
    const known = samples.get(name)
    if (known) known.push(sample)
    else samples.set(name, [sample])
  }
  return samples
}

function parseLabels(text: string): Labels {
  const pairs = Array.from(text.matchAll(label), ([, name, value]) => [name!, unescaped(value!)])
  return Object.fromEntries(pairs)
}

const unescaped = (value: string) => value.replaceAll(/\\(.)/g, (_, letter) => escapes[letter] ?? letter)

/** `+Inf` is the bound of the last bucket and no number of JavaScript's. */
export const parseValue = (text: string): number => Number(text.replace('Inf', 'Infinity'))
