/** Longest address that servers accept. A longer text is not meant as an address. */
const maxChars = 8_000

/** The address, if the text is a web address and nothing else. */
export function readWebAddress(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > maxChars || !/^https?:\/\/\S+$/i.test(trimmed)) return undefined
  return URL.parse(trimmed)?.href
}
