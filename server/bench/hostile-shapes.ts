/** A text that is costly for a naive reader. `make` returns exactly this many UTF-16 code units. */
export type Shape = { name: string; make(chars: number): string }

/** One unit repeated: words, labels and marks that a rule, a pattern or a splitter may stumble over. */
const repeated: Record<string, string> = {
  a: 'a',
  digits: '1234567890',
  parenPairs: '()',
  angle: '<',
  angleTag: '<a ',
  moved: 'I moved to ',
  movedSentences: 'I moved to Lisbon in May. ',
  initials: 'A. ',
  abbreviations: 'Dr. ',
  lowerInitials: 'a. ',
  ellipses: '... ',
  wrapped: 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do\n',
  labels: 'A: b\n',
  userTurns: 'user: I like tea\nassistant: ok\n',
  shortTurns: 'A: 1\nB: 2\n',
  dates: 'on May 5 2023 and June 6 2024 from Monday to Friday, ',
  dateSentences: 'I met Ada on May 5 2023 and then on June 6 2024 from Monday to Friday. ',
  accents: 'e\u0301\u0302\u0303\u0304 ',
  families: '👨‍👩‍👧‍👦',
  thai: 'สวัสดีครับผมชื่อ',
  han: '我住在北京的一个很大的房子里',
  ligatures: '\uFDFA',
  quotes: '"',
  markdown: '![a](b) [c](d) **e** _f_ ',
  openLinks: '[a](',
  openImages: '![',
  stars: '*',
  underscores: '_',
  ticks: '`',
  fences: '~~~ a\n',
  colons: ': ',
  prose:
    'My sister Ada lives in Lisbon with her two cats. She moved there in May 2021 because of her job at a ceramics studio. I visited her last summer and we went surfing near Ericeira. ',
  manyAnds: 'I have a dog and a cat and a bird and ',
  commas: 'I like tea, coffee, juice, ',
  and: 'and ',
  emoji: '😀 A',
  hashes: '# ',
  headings: '# a\n## b\n### c\n',
  hyphens: 'a-',
  dotted: 'a.',
  addresses: 'http://a.b/c?d=e&f=g ',
  html: '<div class="a">',
  openComments: '<!--',
  comments: '<!-- a ',
  table: '| a | b |\n',
  braces: '{"a":',
  numbers: '1,000,',
  ordinals: 'twenty ',
  the: 'the ',
  not: 'not ',
  questions: '? ',
  my: 'my ',
  i: 'I ',
  is: 'Ada is ',
  who: 'who ',
  curlyQuotes: '“',
  paragraphs: 'I am Bob.\n\n',
  bullets: '- I like tea\n',
  ago: 'two days ago ',
  weeks: 'last week of the first month of the second year before the ',
  mixedScripts: 'я живу в 北京 και μένω في القاهرة ',
  lineSeparators: 'user: hi\u2028assistant: ho\u2029',
  returns: 'user: hi\rassistant: ho\r',
}

const fill = (unit: string, chars: number) => unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)

/** Different lines, until there are enough characters. */
function lines(chars: number, line: (n: number) => string): string {
  const parts: string[] = []
  for (let [n, length] = [0, 0]; length < chars; n++) {
    const part = line(n)
    parts.push(part)
    length += part.length
  }
  return parts.join('').slice(0, chars)
}

/** Letters only, a different word for each number. */
const wordOf = (n: number) =>
  n.toString(26).replace(/./g, digit => 'abcdefghijklmnopqrstuvwxyz'[parseInt(digit, 26)]!)

const half = (chars: number) => Math.floor(chars / 2)

const built: Shape[] = [
  { name: 'spaces', make: chars => `I ${' '.repeat(chars - 3)}x` },
  { name: 'newlines', make: chars => `I${'\n'.repeat(chars - 2)}x` },
  { name: 'tabs', make: chars => `I${fill(' \t', chars - 2)}x` },
  { name: 'parens', make: chars => '('.repeat(half(chars)) + ')'.repeat(chars - half(chars)) },
  { name: 'brackets', make: chars => '['.repeat(half(chars)) + ']'.repeat(chars - half(chars)) },
  { name: 'combining', make: chars => `a${'\u0301'.repeat(chars - 1)}` },
  { name: 'labelsOfMany', make: chars => lines(chars, n => `Name${n % 2 ? 'a' : wordOf(n)}: I b\n`) },
  { name: 'usersOfMany', make: chars => `user: hi\n${lines(chars - 9, n => `Bob${wordOf(n)}: I went\n`)}` },
  { name: 'gaps', make: chars => fill(`a:${' '.repeat(998)}`, chars) },
  {
    name: 'wrappedColon',
    make: chars => `${repeated.wrapped!.trim()}:${' '.repeat(Math.max(0, chars - 62))}`.slice(0, chars),
  },
  {
    name: 'movedEverywhere',
    make: chars =>
      lines(
        chars,
        n => `I moved to ${cities[n % 6]} in May ${1990 + (n % 30)} with my friend Ada number ${n}. `,
      ),
  },
  { name: 'distinctWords', make: chars => lines(chars, n => `${wordOf(n * 7919 + 1)} `) },
  { name: 'oneLine', make: chars => lines(chars, n => `word${wordOf(n % 5000)}`) },
  { name: 'deepQuotes', make: chars => `${'>'.repeat(Math.max(0, chars - 7))} I am x` },
  { name: 'deepList', make: chars => lines(chars, n => `${' '.repeat(n % 2000)}- a\n`) },
]

const cities = ['Lisbon', 'Porto', 'Rome', 'Paris', 'Oslo', 'Bern']

/** Every shape: 67 from an earlier attack on the rules, and those found costly since. */
export const shapes: readonly Shape[] = [
  ...Object.entries(repeated).map(([name, unit]) => ({ name, make: (chars: number) => fill(unit, chars) })),
  ...built,
]

/** Shapes by name, or `count` of them evenly spread; zero means all. */
export function pickShapes(count: number, only: string): readonly Shape[] {
  if (only !== '') return only.split(',').map(shapeNamed)
  if (count === 0 || count >= shapes.length) return shapes
  return Array.from({ length: count }, (_, i) => shapes[Math.floor((i * shapes.length) / count)]!)
}

export function shapeNamed(name: string): Shape {
  const shape = shapes.find(each => each.name === name)
  if (!shape)
    throw new Error(`There is no shape "${name}"; there are: ${shapes.map(each => each.name).join(', ')}.`)
  return shape
}

/** The longest prefix of at most this many bytes in UTF-8, without splitting a character. */
export function withinBytes(text: string, bytes: number): string {
  const encoded = Buffer.from(text)
  if (encoded.length <= bytes) return text
  return encoded
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd+$/, '')
}
