import type { FileKind } from '../kinds.ts'

const extensions: Partial<Record<FileKind, string>> = {
  text: 'txt text log rst org adoc asciidoc tex nfo readme license changelog',
  markdown: 'md markdown mdown mkd mdx qmd rmd',
  html: 'html htm xhtml shtml',
  xml: 'xml rss atom xsd xsl xslt svg opml kml gpx plist wsdl dita docbook',
  json: 'json geojson jsonld webmanifest har topojson',
  jsonl: 'jsonl ndjson jsonlines',
  csv: 'csv tsv tab psv',
  code: `js mjs cjs jsx ts mts cts tsx py pyi pyw java c h cc cpp cxx hh hpp hxx cs go rs rb php phtml swift kt kts scala
    sh bash zsh fish ps1 psm1 bat cmd pl pm lua r jl hs ml mli ex exs erl clj cljs lisp el scm dart groovy gradle vb
    sql css scss sass less vue svelte astro proto graphql gql tf hcl ini toml yaml yml cfg conf properties env
    dockerfile makefile cmake mk asm s zig nim v d f90 f95 f m mm pas sol wat diff patch json5 jsonc nix vim`,
  notebook: 'ipynb',
  subtitles: 'srt vtt',
  pdf: 'pdf',
  docx: 'docx docm dotx dotm',
  pptx: 'pptx pptm ppsx ppsm potx potm',
  xlsx: 'xlsx xlsm xltx xltm xlsb',
  doc: 'doc dot',
  ppt: 'ppt pps pot',
  xls: 'xls xlt xla',
  odt: 'odt ott fodt',
  odp: 'odp otp fodp',
  ods: 'ods ots fods',
  rtf: 'rtf',
  epub: 'epub',
  eml: 'eml mht mhtml',
  mbox: 'mbox mbx',
  msg: 'msg oft',
  image: 'png apng jpg jpeg jpe jfif gif webp tif tiff bmp dib heic heif avif',
  audio: 'mp3 m4a m4b aac wav flac ogg oga opus wma aif aiff amr',
  video: 'mp4 m4v mov mkv webm avi wmv mpg mpeg 3gp flv ogv',
}

const kindByExtension = new Map(
  Object.entries(extensions).flatMap(([kind, names]) =>
    names.split(/\s+/).map(name => [name, kind as FileKind] as const),
  ),
)

/** Names that are known without an extension. */
const wholeNames = new Set(['readme', 'license', 'changelog', 'dockerfile', 'makefile'])

const kindByType: readonly (readonly [RegExp, FileKind])[] = [
  [/^text\/(?:markdown|x-markdown)/, 'markdown'],
  [/^(?:text\/html|application\/xhtml)/, 'html'],
  [/^(?:text\/csv|text\/tab-separated-values|application\/csv)/, 'csv'],
  [/ipynb/, 'notebook'],
  [/ndjson|jsonl|json-seq|jsonlines/, 'jsonl'],
  [/^application\/(?:[\w.-]+\+)?json/, 'json'],
  [/^(?:text|application)\/(?:[\w.-]+\+)?xml/, 'xml'],
  [/^(?:text\/vtt|application\/x-subrip)/, 'subtitles'],
  [/^message\/rfc822/, 'eml'],
  [/^application\/mbox/, 'mbox'],
  [/^(?:application|text)\/rtf/, 'rtf'],
  [
    /^(?:text|application)\/(?:x-)?(?:javascript|typescript|css|python|java|c|sh|sql|yaml|toml|php|ruby|rust|go)\b/,
    'code',
  ],
  [/^application\/pdf/, 'pdf'],
  [/wordprocessingml/, 'docx'],
  [/presentationml/, 'pptx'],
  [/spreadsheetml/, 'xlsx'],
  [/^application\/msword/, 'doc'],
  [/ms-powerpoint/, 'ppt'],
  [/ms-excel/, 'xls'],
  [/opendocument\.text/, 'odt'],
  [/opendocument\.presentation/, 'odp'],
  [/opendocument\.spreadsheet/, 'ods'],
  [/epub/, 'epub'],
  [/ms-outlook/, 'msg'],
  [/^image\/svg/, 'xml'],
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/^text\//, 'text'],
]

/** Kinds whose files are text; the others are recognised by their first bytes. */
export const textKinds: ReadonlySet<FileKind> = new Set<FileKind>([
  'text',
  'markdown',
  'html',
  'xml',
  'json',
  'jsonl',
  'csv',
  'code',
  'notebook',
  'subtitles',
  'eml',
  'mbox',
])

/** The kind by name: `notes.md`, `Makefile`. */
export function kindByName(name: string): FileKind | undefined {
  return kindByExtension.get(extensionOf(name))
}

export function kindByContentType(contentType: string): FileKind | undefined {
  const type = contentType.trim().toLowerCase()
  return kindByType.find(([pattern]) => pattern.test(type))?.[1]
}

export function extensionOf(name: string): string {
  const base = name.toLowerCase().split(/[/\\]/).at(-1) ?? ''
  const dot = base.lastIndexOf('.')
  return dot >= 0 || wholeNames.has(base) ? base.slice(dot + 1) : ''
}
