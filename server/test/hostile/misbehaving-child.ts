import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { type Frame, FrameReader, toFrame } from '../../src/platform/extraction/box/frames.ts'

/** Stands for the program in a sandbox, and does as the name of the file says: what a parser might do under attack. */
const channel = new Socket({ fd: 3 })
const reader = new FrameReader(2 ** 32, answer)
channel.on('data', chunk => reader.push(chunk))
channel.on('close', () => process.exit())
channel.write(toFrame({ type: 'ready' }))

/** Distinguishes processes, which all have the same pid in the sandbox. */
const sign = randomUUID()

const hoard: Buffer[] = []

function answer({ head, body }: Frame): void {
  const { name } = head as { name: string }
  if (name === 'spin') spin()
  if (name === 'die') process.kill(process.pid, 'SIGSEGV')
  if (name === 'be used') hoard.push(Buffer.alloc(1))
  if (name === 'die when used' && hoard.length > 0) process.exit(3)
  if (name === 'eat') setInterval(() => hoard.push(Buffer.alloc(16_000_000, 1)), 1)
  else if (name === 'eat the heap') eatHeap()
  else if (name === 'flood') channel.write(Buffer.alloc(8, 0x7f))
  else if (name === 'lie') channel.write(toFrame({ type: 'extracted', kind: 'nothing' }))
  else if (name === 'wait') channel.write(toFrame({ type: 'progress', done: 1, total: 2 }))
  else say(name === 'who' ? sign : `${body.length} bytes`)
}

function spin(): void {
  channel.write(toFrame({ type: 'progress', done: 1, total: 2 }))
  for (;;) hoard.length = 0
}

function eatHeap(): void {
  const grown: number[][] = []
  for (;;) grown.push(new Array(1_000_000).fill(0.5))
}

function say(text: string): void {
  const extraction = { blocks: [{ kind: 'paragraph', start: 0, end: text.length }], type: 'text' }
  const body = Buffer.from(text)
  channel.write(
    Buffer.concat([toFrame({ type: 'extracted', kind: 'text', extraction, cpuMs: 1 }, body.length), body]),
  )
}
