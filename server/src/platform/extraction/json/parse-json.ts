/** The value of a JSON text; undefined when it is not JSON. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: hasLongNumber.test(text) ? parseExact(text) : JSON.parse(text) }
  } catch {
    return undefined // The caller falls back to plain text.
  }
}

/** 17 digits or more may not fit a JavaScript number: ids of chats and posts would change in their last digits. */
const hasLongNumber = /\d{17}/

function parseExact(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits)
  } catch (error) {
    // A reviver recurses, unlike the parser: a value nested too deep keeps its rounded numbers.
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context?.source ?? value)
    : value
}
