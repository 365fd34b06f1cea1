const maxChars = 255

/** The name of a fetched file: from the server's header, otherwise the end of its address. */
export function fileNameOf(disposition: string, { pathname, hostname }: URL): string {
  const name = givenName(disposition) ?? decode(pathname.split('/').at(-1) ?? '')
  return plain(name) || hostname
}

function givenName(disposition: string): string | undefined {
  const [, charset, encoded] = /filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(disposition) ?? []
  if (encoded !== undefined) return /^utf/i.test(charset!) ? decode(encoded) : decodeLatin(encoded)
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function decodeLatin(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The last part of a path, without control characters. */
function plain(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, maxChars)
    .toWellFormed()
}
