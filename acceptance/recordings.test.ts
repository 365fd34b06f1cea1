import { describe, expect, test } from 'vitest'
import { get, newTag, post, request, until, untilDone } from './client.ts'

async function upload(bytes: Uint8Array<ArrayBuffer>, name: string, containerTag: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([bytes]), name)
  form.set('containerTag', containerTag)
  const encoded = new Response(form)
  const { body } = await request('POST', '/v3/documents/file', undefined, {
    raw: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  })
  return body.id
}

/** Encodes a Matroska element: its id in hex, its size in eight bytes and its content. */
function element(name: string, ...content: (Buffer | string | number)[]): Buffer {
  const body = Buffer.concat(
    content.map(part => (typeof part === 'number' ? integer(part) : Buffer.from(part))),
  )
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(name, 'hex'), size, body])
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Makes a film that has only subtitles. Times are in milliseconds. */
function film(title: string, cues: { at: number; text: string }[]): Uint8Array<ArrayBuffer> {
  const head = element('1a45dfa3', element('4282', 'matroska'), element('4287', 4), element('4285', 2))
  const info = element('1549a966', element('2ad7b1', 1_000_000), element('7ba9', title))
  const track = [element('d7', 1), element('73c5', 1), element('83', 0x11), element('86', 'S_TEXT/UTF8')]
  const tracks = element('1654ae6b', element('ae', ...track, element('22b59c', 'eng')))
  const clusters = cues.map(({ at, text }) => {
    const block = element('a1', Buffer.from([0x81, 0, 0, 0]), text)
    return element('1f43b675', element('e7', at), element('a0', block, element('9b', 2_000)))
  })
  return new Uint8Array(Buffer.concat([head, element('18538067', info, tracks, ...clusters)]))
}

/** Makes a WAV file with a tone of one second. */
function tone(): Uint8Array<ArrayBuffer> {
  const wav = Buffer.alloc(44 + 2 * 8_000)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt \x10\0\0\0\x01\0\x01\0', 8, 'latin1')
  wav.writeUInt32LE(8_000, 24)
  wav.writeUInt32LE(16_000, 28)
  wav.write('\x02\0\x10\0data', 32, 'latin1')
  wav.writeUInt32LE(wav.length - 44, 40)
  for (let i = 0; i < 8_000; i++) wav.writeInt16LE(Math.round(9_000 * Math.sin(i / 4)), 44 + 2 * i)
  return new Uint8Array(wav)
}

describe('recordings', () => {
  test('FILE-10, SRCH-49: the text of a film is its subtitles, and a search result has their time', async () => {
    const containerTag = newTag('film')
    const cues = [
      { at: 1_000, text: 'We dig the clay from the river.' },
      { at: 221_000, text: 'Then it is fired in the old kiln.' },
    ]
    const id = await upload(film('On ceramics', cues), 'film.mkv', containerTag)
    expect(await untilDone(id)).toMatchObject({
      type: 'video',
      title: 'On ceramics',
      raw: 'We dig the clay from the river.\n\nThen it is fired in the old kiln.',
    })
    const { body } = await post('/v3/search', { q: 'Where is clay found?', containerTag })
    expect(body.results[0].chunks[0].place).toMatchObject({ at: 1_000, timestamp: '00:01' })
  })

  test('FILE-10: a recording without a transcriber ends with extract.tool_missing and names the setting', async () => {
    const containerTag = newTag('tone')
    const id = await upload(tone(), 'note.wav', containerTag)
    await until(
      () => get(`/v3/documents/${id}`),
      ({ body }) => body.status === 'failed',
    )
    const { body } = await get(`/v3/documents/processing?view=all&containerTag=${containerTag}`)
    expect(body.documents).toMatchObject([{ id, errorCode: 'extract.tool_missing' }])
    expect(body.documents[0].errorMessage).toContain('TRANSCRIBER')
  })
})
