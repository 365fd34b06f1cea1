import { afterAll, describe, expect, test } from 'vitest'
import { add, baseUrl, get, key, newTag, post, request, until, untilDone } from './client.ts'
import { prose } from './prose.ts'
import { docx, picture } from './sample-files.ts'

type File = { bytes: string | Uint8Array<ArrayBuffer>; name: string; type?: string }

async function upload(
  { bytes, name, type = 'application/octet-stream' }: File,
  containerTag = newTag('files'),
) {
  const form = new FormData()
  form.set('file', new Blob([bytes], { type }), name)
  form.set('containerTag', containerTag)
  const encoded = new Response(form)
  const { body } = await request('POST', '/v3/documents/file', undefined, {
    raw: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  })
  return body.id as string
}

/** Makes a PDF with one page per line, in Helvetica. It has no cross-reference table, so readers must rebuild it. */
function pdf(lines: readonly string[], trailer = ''): string {
  const pages = lines.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  const objects = [
    '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj',
    `2 0 obj <</Type/Pages/Count ${lines.length}/Kids[${pages}]>> endobj`,
    '3 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj',
    ...lines.flatMap((line, i) => {
      const stream = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`
      return [
        `${4 + 2 * i} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * i} 0 R>> endobj`,
        `${5 + 2 * i} 0 obj <</Length ${stream.length}>> stream\n${stream}\nendstream endobj`,
      ]
    }),
  ]
  return `%PDF-1.4\n${objects.join('\n')}\ntrailer <</Root 1 0 R${trailer}>>\n%%EOF\n`
}

/** Encodes UTF-16 with a byte order mark, as Windows does. */
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

const page = `<!doctype html><html lang="en"><head><title>The otters of the estuary | The Gazette</title>
<meta property="og:image" content="https://example.org/otter.png"></head><body><nav><a href="/">Home</a> <a href="/news">All the news</a></nav>
<article><h1>The otters of the estuary</h1>${`<p>${prose(400)}</p>`.repeat(4)}<p>The otter sleeps on its back.</p></article>
<footer>Copyright of nobody</footer></body></html>`

const mail = [
  'From: Ada <ada@example.org>',
  'To: Bob <bob@example.org>',
  'Subject: =?utf-8?q?The_k=C3=A4se?=',
  'Date: Tue, 05 Mar 2024 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'The cheese is in the cellar.',
].join('\r\n')

describe('extraction: files', () => {
  test.each([
    ['a web page', { bytes: page, name: 'x.bin' }, 'webpage', 'The otter sleeps on its back.'],
    [
      'a PDF',
      { bytes: pdf(['The badger digs.']), name: 'x.txt', type: 'text/plain' },
      'pdf',
      'The badger digs.',
    ],
    [
      'UTF-16 text',
      { bytes: utf16('Grüße aus Köln, und viele.'), name: 'x.txt' },
      'text',
      'Grüße aus Köln, und viele.',
    ],
    [
      'Latin-1 text',
      { bytes: latin1('Le café est fermé. '.repeat(9)), name: 'x.txt' },
      'text',
      'Le café est fermé.',
    ],
    ['Markdown', { bytes: '# Otters\n\n* They *dive*.\n', name: 'x.md' }, 'text', 'dive'],
    // Named as what it is not: only its bytes say that it is a Word document.
    [
      'an office document',
      { bytes: docx('The stoat is white.', 'Winter.'), name: 'x.pdf' },
      'text',
      'stoat is white',
    ],
    ['a mail', { bytes: mail, name: 'x' }, 'text', 'The cheese is in the cellar.'],
    ['a table', { bytes: 'city,people\nOslo,700000\nTurku,200000\n', name: 'x.csv' }, 'text', 'Turku'],
    [
      'code',
      { bytes: 'export function feed(otter) {\n  return otter.eat()\n}\n', name: 'x.js' },
      'text',
      'otter.eat()',
    ],
  ] as [string, File, string, string][])('FILE-8: text is extracted from %s', async (_, file, type, text) => {
    const document = await untilDone(await upload(file))
    expect(document).toMatchObject({ type, content: null })
    expect(document.raw).toContain(text)
    expect(document.title).toEqual(expect.any(String))
  })

  test('FILE-8: text is extracted from an image by OCR, whatever its name', async () => {
    const id = await upload({ bytes: picture('THE OTTER'), name: 'x.txt', type: 'text/plain' })
    const { body } = await until(
      () => get(`/v3/documents/${id}`),
      answer => answer.body.status === 'done' || answer.body.status === 'failed',
    )
    expect(body.type).toBe('image')
    // A machine without Tesseract cannot read it, and says so.
    if (body.status === 'failed') expect(body.errorCode).toBe('extract.tool_missing')
    else expect(body.raw).toContain('THE OTTER')
  })

  test('FILE-8: only the article of a web page is kept, with its title and image', async () => {
    const document = await untilDone(await upload({ bytes: page, name: 'x.html' }))
    expect(document).toMatchObject({
      title: 'The otters of the estuary',
      ogImage: 'https://example.org/otter.png',
    })
    expect(document.raw).not.toMatch(/All the news|Copyright of nobody/)
  })

  const locked = `/Encrypt <</Filter/Standard/V 1/R 2/P -4/O <${'28'.repeat(32)}>/U <${'00'.repeat(32)}>>>/ID [<00><00>]`
  test.each([
    ['protected by a password', { bytes: pdf(['Secret.'], locked), name: 'x.pdf' }, 'extract.encrypted'],
    ['broken', { bytes: '%PDF-1.7\nand nothing more', name: 'x.pdf' }, 'extract.malformed'],
    ['empty', { bytes: ' \n ', name: 'x.txt' }, 'extract.empty'],
    [
      'of unknown type',
      { bytes: new Uint8Array([0, 1, 2, 3, 0, 255, 254, 7]), name: 'x' },
      'extract.unsupported_type',
    ],
  ] as [string, File, string][])(
    'FILE-9: a file that is %s fails with its own error code',
    async (_, file, code) => {
      const containerTag = newTag('files')
      const id = await upload(file, containerTag)
      const finished = await until(
        () => get(`/v3/documents/${id}`),
        ({ body }) => body.status === 'failed' || body.status === 'done',
      )
      expect(finished.body.status).toBe('failed')
      const { body } = await get(`/v3/documents/processing?view=all&containerTag=${containerTag}`)
      expect(body.documents).toMatchObject([{ id, errorCode: code, errorMessage: expect.any(String) }])
    },
  )

  test('SRCH-49: the place of a chunk has the page of the file', async () => {
    const containerTag = newTag('files')
    const lines = Array.from(
      { length: 12 },
      (_, i) => `Page ${i + 1}: ${prose(700).replace(/[()\\\n]/g, ' ')}`,
    )
    lines[6] = `The walrus was weighed in Bergen. ${lines[6]}`
    const id = await upload({ bytes: pdf(lines), name: 'x.pdf' }, containerTag)
    const { raw } = await untilDone(id)
    const { body } = await post('/v3/search', { q: 'Where was the walrus weighed?', containerTag, limit: 1 })
    const [{ content, place }] = body.results[0].chunks
    expect(place.page).toBe(7)
    expect(raw.slice(place.start, place.end)).toBe(content)
    const other = await post('/v4/search', {
      q: 'walrus weighed',
      containerTag,
      searchMode: 'documents',
      threshold: 0,
    })
    expect(other.body.results[0].place.page).toBe(7)
    const { chunks } = (await get(`/v3/documents/${id}/chunks`)).body
    expect(chunks.at(-1).metadata.page).toBe(12)
  })
})

type DocumentProgress = {
  status: string
  progress: { done: number; total: number } | null
  errorCode: string | null
}

/** Reads the event stream of a document to its end. */
async function watch(id: string): Promise<DocumentProgress[]> {
  const response = await fetch(`${baseUrl}/v3/documents/${id}/events`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const text = await response.text()
  return [...text.matchAll(/^event: document\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data!))
}

describe('extraction: events', () => {
  test('PROC-10: the event stream reports each change of a document until its memories are formed', async () => {
    const id = await add({ content: prose(60_000), containerTag: newTag('events') })
    const told = await watch(id)
    expect(told.at(-1)).toMatchObject({ id, status: 'done', progress: null, errorCode: null })
    expect(told.at(-1)).toMatchObject({ dreamingStatus: 'done', dreamingOutcome: { until: null } })
    expect(new Set(told.map(each => JSON.stringify(each))).size).toBe(told.length)
    expect(await watch(id)).toMatchObject([{ status: 'done' }])
    expect((await get('/v3/documents/nobody/events')).status).toBe(404)
  })

  test('PROC-11: progress counts the pages read of a long file', async () => {
    // Near the maximum of a PDF: reading must take long enough for progress to be recorded and seen in the list.
    const pages = 9_000
    const containerTag = newTag('pages')
    const id = await upload(
      { bytes: pdf(Array.from({ length: pages }, (_, i) => `${i}`)), name: 'x.pdf' },
      containerTag,
    )
    const watching = watch(id)
    const { body } = await until(
      () => get(`/v3/documents/processing?containerTag=${containerTag}`),
      answer => answer.body.documents[0]?.progress != null || answer.body.totalCount === 0,
    )
    expect(body.documents).toMatchObject([{ id, progress: { total: pages } }])
    const told = await watching
    expect(told.at(-1)).toMatchObject({ status: 'done', progress: null })
    const seen = told.flatMap(({ progress }) => (progress ? [progress.done] : []))
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })

  test('PROC-10: the event stream of a document that fails ends with its error code', async () => {
    const id = await upload({ bytes: '%PDF-1.7\nbroken', name: 'x.pdf' })
    expect((await watch(id)).at(-1)).toMatchObject({ status: 'failed', errorCode: 'extract.malformed' })
  })
})

describe('extraction: chunk size', () => {
  const chunkSize = (size: number | null) => request('PATCH', '/v3/settings', { chunkSize: size })
  afterAll(() => chunkSize(null))

  test('SET-9: chunks have about the length that chunkSize sets', async () => {
    const sizes = async () => {
      const { id } = await untilDone(await add({ content: prose(20_000), containerTag: newTag('size') }))
      const { body } = await get(`/v3/documents/${id}/chunks`)
      return body.chunks.map(({ content }: { content: string }) => content.length) as number[]
    }
    await chunkSize(300)
    // Workers read the setting every few seconds.
    const small = await until(sizes, lengths => Math.max(...lengths) < 600)
    expect(small.length).toBeGreaterThan(40)
  })
})
