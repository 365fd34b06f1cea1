import { posix } from 'node:path'

/** Where a reference in a file of the archive points. */
export function resolveIn(path: string, reference: string): string {
  const plain = reference.replace(/[#?].*$/s, '')
  return posix.resolve('/', posix.dirname(path), decoded(plain)).slice(1)
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference // A per cent sign that is only that.
  }
}
