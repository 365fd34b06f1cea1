import { Socket } from 'node:net'
import { ExtractError, type ExtractErrorCode, type Tools } from '../extraction.ts'
import type { FileKind } from '../kinds.ts'
import { extractWith } from '../registry.ts'
import { sniff } from '../sniff.ts'
import { openWorkbench } from '../workbench.ts'
import { type Frame, FrameReader, toFrame } from './frames.ts'
import type { ChildMessage, FileHead, ImageHead, ParentHead } from './messages.ts'

/**
 * The program inside a box. Files arrive one after the other on descriptor 3, and answers leave the same way.
 * Standard output is not used, because libraries print to it. The program exits when the worker is gone.
 */
const channel = new Socket({ fd: 3 })
const reader = new FrameReader(2 ** 32, frame => receive(frame))
/** Images sent to the worker for OCR, by number. */
const pictures = new Map<number, { resolve(text: string): void; reject(error: Error): void }>()
channel.on('data', chunk => reader.push(chunk))
channel.on('error', () => process.exit())
channel.on('close', () => process.exit())
send({ type: 'ready' })

function receive({ head, body }: Frame): void {
  const known = head as ParentHead
  if ('picture' in known) receiveImage(known, body)
  else void answer(known, body)
}

async function answer({ name, contentType, url }: FileHead, body: Buffer): Promise<void> {
  let kind: FileKind | undefined
  try {
    if (body.length === 0) throw new ExtractError('extract.empty', 'The file is empty')
    kind = await sniff(body, name, contentType)
    if (!kind) throw new ExtractError('extract.unsupported_type', 'The file is of no kind that can be read')
    if (kind === 'audio' || kind === 'video') return send({ type: 'media', kind, cpuMs: cpuMs() })
    const file = { bytes: body, kind, name, contentType, ...(url !== undefined && { url }) }
    const { text, ...extraction } = await extractWith(file, openWorkbench(createTools()))
    send({ type: 'extracted', kind, extraction, cpuMs: cpuMs() }, Buffer.from(text))
  } catch (error) {
    send({ type: 'failed', ...(kind && { kind }), ...describe(error), cpuMs: cpuMs() })
  }
}

function send(message: ChildMessage, body: Uint8Array = Buffer.alloc(0)): void {
  channel.write(toFrame(message, body.length))
  if (body.length > 0) channel.write(body)
}

function createTools(): Tools {
  let quietUntil = 0
  return {
    progress(done, total) {
      if (performance.now() < quietUntil) return
      quietUntil = performance.now() + 100
      send({ type: 'progress', done, total })
    },
    readImage: sendImage,
  }
}

let pictureCount = 0

function sendImage(image: Uint8Array): Promise<string> {
  const picture = ++pictureCount
  return new Promise((resolve, reject) => {
    pictures.set(picture, { resolve, reject })
    send({ type: 'picture', picture }, image)
  })
}

function receiveImage({ picture, refusal }: ImageHead, body: Buffer): void {
  const waiting = pictures.get(picture)
  pictures.delete(picture)
  if (refusal) waiting?.reject(new ExtractError(refusal.code, refusal.message))
  else waiting?.resolve(body.toString('utf8'))
}

/** Messages of V8 and Node for an array, string or buffer above its maximum size. */
const tooLarge =
  /allocation failed|Invalid (array|string|typed array) (buffer )?length|longer than 0x|out of memory/i

/** Node's permission model does not confine native code, see `permissionArgs`. */
const noNativeCode = 'Images are read only in a sandbox, and this server has none: see EXTRACT_SANDBOX'

function describe(error: unknown): { code: ExtractErrorCode; message: string } {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ExtractError) return { code: error.code, message: message.slice(0, 1_000) }
  if (/DLOPEN_DISABLED/.test(message)) return { code: 'extract.tool_missing', message: noNativeCode }
  if (tooLarge.test(message))
    return { code: 'extract.too_large', message: 'Reading the file needs more memory than allowed' }
  const reason = message.split('\n')[0]!.slice(0, 200)
  return {
    code: 'extract.malformed',
    message: `The file is damaged, or is not of the type it claims to be: ${reason}`,
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
