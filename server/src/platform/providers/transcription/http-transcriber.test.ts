import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HttpTranscriberOptions, openHttpTranscriber } from './http-transcriber.ts'
import { samplesPerSecond, TranscribeError } from './transcriber.ts'

type Call = { path: string | undefined; key: string | undefined; form: FormData }
type TranscriptionResponder = (response: ServerResponse, call: Call) => void

let server: Server
let url: string
let calls: Call[]
let answers: TranscriptionResponder[]

beforeAll(async () => {
  server = createServer((request, response) => {
    // A call that was aborted breaks off, which is not a failure.
    reply(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = { path: request.url, key: request.headers.authorization, form: await formOf(request) }
  calls.push(call)
  // The last answer serves all further calls.
  const answer = answers.length > 1 ? answers.shift()! : answers[0]!
  answer(response, call)
}

beforeEach(() => {
  calls = []
  answers = [json({ text: 'hello', segments: [] })]
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function formOf(request: IncomingMessage): Promise<FormData> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const headers = { 'content-type': request.headers['content-type']! }
  return new Response(Buffer.concat(parts), { headers }).formData()
}

const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): TranscriptionResponder =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  }

const samples = Float32Array.from({ length: 2 * samplesPerSecond }, (_, i) => Math.sin(i / 10))
const open = (options: Partial<HttpTranscriberOptions> = {}) =>
  openHttpTranscriber({ url, model: 'hearer', apiKey: 'secret', timeoutMs: 5_000, pauseMs: 1, ...options })
const transcribe = (options: Partial<HttpTranscriberOptions> = {}, language?: string) =>
  open(options).transcribe(samples, { language, signal: new AbortController().signal })

describe('a transcriber over HTTP', () => {
  it('is sent a 16-bit WAV with model, format, language and key', async () => {
    await transcribe({}, 'de')
    const [{ path, key, form }] = calls as [Call]
    expect([path, key]).toEqual(['/v1/audio/transcriptions', 'Bearer secret'])
    expect(form.get('model')).toBe('hearer')
    expect(form.get('response_format')).toBe('verbose_json')
    expect(form.get('language')).toBe('de')
    const wav = Buffer.from(await (form.get('file') as File).arrayBuffer())
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 12)).toBe('RIFFWAVE')
    expect(wav.readUInt32LE(24)).toBe(samplesPerSecond)
    expect(wav.length).toBe(44 + 2 * samples.length)
    expect(wav.readInt16LE(44 + 2 * 5)).toBeCloseTo(Math.sin(0.5) * 32_767, -1)
  })

  it('is sent no key and no language when none are set', async () => {
    await transcribe({ apiKey: '' })
    expect(calls[0]!.key).toBeUndefined()
    expect(calls[0]!.form.has('language')).toBe(false)
  })

  it('gives segments with their times, and the language by its code', async () => {
    const segments = [
      { start: 0, end: 1.5, text: ' Good morning.', avg_logprob: -0.2, no_speech_prob: 0.1 },
      { start: 1.5, end: 2, text: ' ' },
    ]
    answers = [json({ text: 'Good morning.', language: 'english', duration: 2, segments })]
    expect(await transcribe()).toEqual({
      segments: [{ startMs: 0, endMs: 1_500, text: 'Good morning.' }],
      language: 'en',
    })
  })

  it('leaves out segments that the model reports as silence', async () => {
    const silent = { start: 0, end: 2, text: 'Thank you.', avg_logprob: -1.3, no_speech_prob: 0.8 }
    answers = [json({ text: 'Thank you.', segments: [silent, { ...silent, avg_logprob: -0.1 }] })]
    expect((await transcribe()).segments).toHaveLength(1)
  })

  it('asks models without timestamps for plain JSON from then on', async () => {
    answers = [json({ error: 'response_format' }, 400), json({ text: 'Good morning.' })]
    const transcriber = open()
    const { signal } = new AbortController()
    const whole = { segments: [{ startMs: 0, endMs: 2_000, text: 'Good morning.' }] }
    expect(await transcriber.transcribe(samples, { signal })).toEqual(whole)
    expect(await transcriber.transcribe(samples, { signal })).toEqual(whole)
    expect(calls.map(({ form }) => form.get('response_format'))).toEqual(['verbose_json', 'json', 'json'])
  })

  it.each<[string, TranscriptionResponder]>([
    ['an error', json({ error: 'busy' }, 503)],
    ['too many', json({ error: 'slow down' }, 429, { 'retry-after': '0' })],
    ['no JSON', response => void response.end('<html>')],
    ['something else', json({ data: [] })],
    ['times of no clock', json({ text: 'a', segments: [{ start: -1, end: 1e9, text: 'a' }] })],
    ['a reset', response => void response.destroy()],
    ['half an answer', response => void response.writeHead(200, { 'content-length': '100' }).destroy()],
  ])('tries again after %s', async (_, misbehaviour) => {
    answers = [misbehaviour, json({ text: 'Good morning.' })]
    expect((await transcribe()).segments).toHaveLength(1)
    expect(calls).toHaveLength(2)
  })

  it.each<[string, string, TranscriptionResponder]>([
    ['an error', 'transcribe.provider_unavailable', json({ error: 'busy' }, 503)],
    ['too many', 'transcribe.rate_limited', json({}, 429)],
    ['garbage', 'transcribe.bad_response', json({ data: [] })],
  ])('gives up after four attempts with %s', async (_, code, misbehaviour) => {
    answers = [misbehaviour]
    await expect(transcribe()).rejects.toMatchObject({ name: 'TranscribeError', code })
    expect(calls).toHaveLength(4)
  })

  it('does not wait when asked for a long pause, and reports its length', async () => {
    answers = [json({}, 429, { 'retry-after': '600' })]
    await expect(transcribe()).rejects.toMatchObject({
      code: 'transcribe.rate_limited',
      retryAfterMs: 600_000,
    })
    expect(calls).toHaveLength(1)
  })

  it.each([
    [401, 'TRANSCRIBER_API_KEY'],
    [404, 'TRANSCRIBER_MODEL'],
    [302, 'TRANSCRIBER_URL'],
  ])('says what to change after %i, and does not try again', async (status, setting) => {
    answers = [json({ error: 'key secret' }, status, { location: '/elsewhere' })]
    const refused = transcribe()
    await expect(refused).rejects.toMatchObject({ code: 'transcribe.provider_unavailable' })
    await expect(refused).rejects.toThrow(setting)
    await expect(refused).rejects.not.toThrow('key secret')
    expect(calls).toHaveLength(1)
  })

  it('gives up after its time limit when there is no answer', async () => {
    answers = [() => undefined]
    await expect(transcribe({ timeoutMs: 20 })).rejects.toMatchObject({
      code: 'transcribe.provider_unavailable',
    })
  })

  it('stops when it is aborted or closed', async () => {
    answers = [() => undefined]
    const controller = new AbortController()
    const unwanted = open().transcribe(samples, { signal: controller.signal })
    controller.abort(new Error('no longer wanted'))
    await expect(unwanted).rejects.toThrow('no longer wanted')
    const transcriber = open()
    const closed = transcriber.transcribe(samples, { signal: new AbortController().signal })
    await transcriber.close()
    await expect(closed).rejects.toBeInstanceOf(TranscribeError)
  })

  it('rejects an invalid address', () => {
    expect(() => open({ url: 'nowhere' })).toThrow('TRANSCRIBER_URL')
    expect(() => open({ model: '' })).toThrow('TRANSCRIBER_MODEL')
  })
})
