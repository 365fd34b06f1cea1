import { posix } from 'node:path'

/** Path in the archive that a reference inside one of its files points to. */
export function resolveIn(path: string, reference: string): string {
  const plain = reference.replace(/[#?].*$/s, '')
  return posix.resolve('/', posix.dirname(path), decoded(plain)).slice(1)
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference // A literal per cent sign, not an escape.
  }
}
