/** What servers take; a text that long is no address anybody meant. */
const maxChars = 8_000

/** The address a text is, when it is one and nothing else. */
export function readWebAddress(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > maxChars || !/^https?:\/\/\S+$/i.test(trimmed)) return undefined
  return URL.parse(trimmed)?.href
}
