import { samplesPerSecond } from './transcriber.ts'

const headBytes = 44

/** Encodes one channel of 16 bits, which every transcriber reads, at half the bytes of our samples. */
export function encodeWav(samples: Float32Array): Buffer<ArrayBuffer> {
  const wav = Buffer.alloc(headBytes + 2 * samples.length)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(samplesPerSecond, 24)
  wav.writeUInt32LE(2 * samplesPerSecond, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(2 * samples.length, 40)
  for (const [i, sample] of samples.entries())
    wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), headBytes + 2 * i)
  return wav
}
