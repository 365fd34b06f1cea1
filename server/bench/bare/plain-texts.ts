import { shortText } from '../texts.ts'

/** A text of 1,024 characters. */
export function kilobyteOf(n: number): string {
  return Array.from({ length: 10 }, (_, i) => shortText(n * 10 + i))
    .join(' ')
    .slice(0, 1024)
}

/** About a hundred tokens: one chunk. */
export function hundredTokensOf(n: number): string {
  return [0, 1, 2].map(i => shortText(n * 3 + i)).join(' ')
}
