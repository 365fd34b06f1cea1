/** The name of a person by id. */
export type NameOf = (id: string) => string

/** Slack's own marks as Markdown. Code stays as it is. */
export function toMarkdown(text: string, nameOf: NameOf): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]+`)/)
    .map((part, i) => (i % 2 === 1 ? toCode(part, nameOf) : toWords(part, nameOf)))
    .join('')
}

/** The ids of people that a text mentions. */
export const mentionsIn = (text: string): string[] =>
  [...text.matchAll(/<@([A-Z0-9]{2,30})/g)].map(([, id]) => id!)

const reference = /(<[^<>\n]{1,8000}>)/

function toCode(code: string, nameOf: NameOf): string {
  const plain = code
    .split(reference)
    .map((part, i) => (i % 2 === 1 ? readReference(part, nameOf).text : part))
  const said = plainSigns(plain.join(''))
  // A fence stands on a line of its own in Markdown.
  return said.startsWith('```') ? `\n\`\`\`\n${said.slice(3, -3).replace(/^\n|\n$/g, '')}\n\`\`\`\n` : said
}

function toWords(words: string, nameOf: NameOf): string {
  return words
    .split(reference)
    .map((part, i) => (i % 2 === 1 ? writeReference(part, nameOf) : plainSigns(mark(part))))
    .join('')
}

/** `*bold*` and `~struck~` where they stand around words. `_italic_` is the same in both. */
const mark = (words: string): string =>
  words
    .replace(/(^|[\s([{"'])\*(\S(?:[^*\n]*\S)?)\*(?=$|[\s.,;:!?)\]}"'])/gm, '$1**$2**')
    .replace(/(^|[\s([{"'])~(\S(?:[^~\n]*\S)?)~(?=$|[\s.,;:!?)\]}"'])/gm, '$1~~$2~~')

export const plainSigns = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

type Reference = { text: string; address?: string }

/** `<@U1|ada>`, `<#C1|general>`, `<!here>`, `<!date^1^{date}|then>` and `<https://a.example|label>`. */
function readReference(given: string, nameOf: NameOf): Reference {
  const [target = '', ...rest] = given.slice(1, -1).split('|')
  const label = rest.join('|')
  const name = target.slice(1)
  if (target.startsWith('@'))
    return { text: `@${/^[A-Z0-9]{2,30}$/.test(name) ? nameOf(name) : label || name}` }
  if (target.startsWith('#')) return { text: `#${label || name}` }
  if (target.startsWith('!')) return { text: label || `@${name.split('^')[0]}` }
  const address = plainSigns(target)
  return { text: plainSigns(label) || address.replace(/^mailto:/, ''), address }
}

function writeReference(given: string, nameOf: NameOf): string {
  const { text, address } = readReference(given, nameOf)
  if (address === undefined) return plainSigns(text)
  if (text === address || !/^https?:/i.test(address)) return text
  const escaped = address.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(/\s/g, '%20')
  return `[${text.replace(/[[\]]/g, '\\$&')}](${escaped})`
}
