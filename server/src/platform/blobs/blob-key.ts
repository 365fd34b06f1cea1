export type BlobKeyParts = { organization: string; container: string; document: string; revision: number }

/**
 * Ids and numbers only, never a client's words: without dots a key cannot leave the directory, and it needs no
 * escaping.
 */
const segment = /^[A-Za-z0-9_-]{1,64}$/
const keyDepth = 4

export class BadBlobKey extends Error {
  constructor(key: string) {
    super(`Not a blob key or prefix: ${JSON.stringify(key)}`)
    this.name = 'BadBlobKey'
  }
}

/** The only way to make keys. `container` is its id, because a tag may contain dots. */
export function blobKey({ organization, container, document, revision }: BlobKeyParts): string {
  const key = [organization, container, document, revision].join('/')
  splitKey(key)
  return key
}

/** All keys have the same depth, so that no key is the directory of another. */
export function splitKey(key: string): string[] {
  if (!isKey(key)) throw new BadBlobKey(key)
  return key.split('/')
}

/** Whether a key found in a shared bucket may be one of ours. */
export function isKey(key: string): boolean {
  const parts = key.split('/')
  return parts.length === keyDepth && parts.every(part => segment.test(part))
}

/** A prefix is whole segments and a closing slash; otherwise deleting organization `1` would also delete `10`. */
export function splitPrefix(prefix: string): string[] {
  const parts = prefix.split('/')
  const closed = parts.pop() === ''
  const fits = closed && parts.length >= 1 && parts.length < keyDepth
  if (!fits || !parts.every(part => segment.test(part))) throw new BadBlobKey(prefix)
  return parts
}
