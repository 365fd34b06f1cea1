import { crc32, deflateSync } from 'node:zlib'
import type { HostileFile } from './file.ts'
import { noise, zlibBomb } from './repeat.ts'

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function png(width: number, height: number, depth: number, pixels: Buffer, ...before: Buffer[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = depth
  const chunks = [chunk('IHDR', head), ...before, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

/** A TIFF in little endian: its directory of tags, and the offset of the next one. */
function tiff(tags: [number, number, number][], next: number): Buffer {
  const bytes = Buffer.alloc(8 + 2 + tags.length * 12 + 4)
  bytes.write('II*\0', 0, 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(tags.length, 8)
  for (const [i, [tag, count, value]] of tags.entries()) {
    bytes.writeUInt16LE(tag, 10 + i * 12)
    bytes.writeUInt16LE(4, 12 + i * 12)
    bytes.writeUInt32LE(count, 14 + i * 12)
    bytes.writeUInt32LE(value, 18 + i * 12)
  }
  bytes.writeUInt32LE(next, bytes.length - 4)
  return bytes
}

function bmp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54)
  bytes.write('BM')
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 2, 0x4c, 1, 0])
  return Buffer.concat([head, Buffer.alloc(frame.length * frames, frame), Buffer.from(';')])
}

const jpegHead = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0001108ffffffff03012200021101031101',
  'hex',
)

export const pictures: HostileFile[] = [
  { name: 'claimed.png', make: () => png(2_147_483_647, 2_147_483_647, 8, deflateSync(Buffer.alloc(100))) },
  { name: 'bomb.png', make: () => png(30_000, 30_000, 8, zlibBomb('', Buffer.alloc(1_024), 900)) },
  { name: 'thin.png', make: () => png(1, 2_000_000_000, 1, zlibBomb('', Buffer.alloc(1_024), 4_000)) },
  {
    name: 'profile-bomb.png',
    make: () =>
      png(
        10,
        10,
        8,
        deflateSync(Buffer.alloc(110)),
        chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), zlibBomb('', Buffer.alloc(1_024), 4_000)])),
      ),
  },
  {
    name: 'text-bomb.png',
    make: () =>
      png(
        10,
        10,
        8,
        deflateSync(Buffer.alloc(110)),
        chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), zlibBomb('', 'word ', 4_000)])),
      ),
  },
  { name: 'dot.png', make: () => png(1, 1, 8, deflateSync(Buffer.alloc(2))) },
  { name: 'cut.png', make: () => png(1_000, 1_000, 8, deflateSync(noise(1_001_000))).subarray(0, 5_000) },
  { name: 'noise.png', make: () => png(2_000, 2_000, 8, deflateSync(noise(2_001 * 2_000), { level: 1 })) },
  {
    name: 'claimed.tif',
    make: () =>
      tiff(
        [
          [256, 1, 2_000_000_000],
          [257, 1, 2_000_000_000],
          [258, 1, 8],
          [259, 1, 1],
          [262, 1, 1],
          [273, 1, 8],
          [277, 1, 1],
          [278, 1, 2_000_000_000],
          [279, 1, 4_000_000_000],
        ],
        0,
      ),
  },
  {
    name: 'looping.tif',
    make: () =>
      tiff(
        [
          [256, 1, 100],
          [257, 1, 100],
          [258, 1, 8],
          [259, 1, 1],
          [262, 1, 1],
          [273, 1, 8],
          [277, 1, 1],
          [278, 1, 100],
          [279, 1, 100],
        ],
        8,
      ),
  },
  {
    name: 'counts.tif',
    make: () =>
      tiff(
        [
          [256, 0xffff_ffff, 8],
          [273, 0xffff_ffff, 8],
          [34_665, 1, 8],
        ],
        8,
      ),
  },
  { name: 'frames.gif', make: () => gif(65_535, 65_535, 2_000) },
  { name: 'cut.gif', make: () => gif(1_000, 1_000, 1).subarray(0, 20) },
  {
    name: 'claimed.jpg',
    make: () => Buffer.concat([jpegHead, Buffer.from('ffda000c03010002110311003f00', 'hex'), noise(1_000)]),
  },
  { name: 'cut.jpg', make: () => jpegHead },
  { name: 'claimed.bmp', make: () => bmp(2_147_483_647, -2_147_483_648) },
  {
    name: 'claimed.webp',
    make: () =>
      Buffer.concat([
        Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff', 'latin1'),
        noise(100),
      ]),
  },
  {
    name: 'giant.svg',
    make: () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9" viewBox="0 0 1 1"><text>x</text></svg>',
      ),
  },
]
