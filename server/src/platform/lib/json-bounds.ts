/** Limits on the structure of a JSON body. A limit in bytes is not enough: 58 MB held 4 million keys, which took 41 s to check. */
export type JsonBounds = {
  /** Levels of nested objects and arrays. With some thousands, JSON.stringify and the schemas overflow the stack. */
  levels: number
  /** Keys of one object. The largest legal one is metadata with 100. */
  keys: number
  /** Values in the whole body: members of objects and items of arrays. */
  values: number
}

/** The limits of every route except batches. The largest legal body is a conversation of 10,000 messages. */
export const usualBounds: JsonBounds = { levels: 32, keys: 1_000, values: 100_000 }

export const excess = {
  levels: (most: number) => `may be nested at most ${most} levels deep`,
  keys: (most: number) => `may have at most ${most} fields in one object`,
  values: (most: number) => `may have at most ${most} values in all`,
}

/** Describes the first bound that a parsed value exceeds. Undefined: it is within all bounds. */
export function findExcess(value: unknown, bounds: JsonBounds): string | undefined {
  let values = 0
  const look = (part: unknown, levels: number): string | undefined => {
    if (typeof part !== 'object' || part === null) return undefined
    if (levels === 0) return excess.levels(bounds.levels)
    const children: unknown[] = Array.isArray(part) ? part : Object.values(part)
    values += children.length
    if (children !== part && children.length > bounds.keys) return excess.keys(bounds.keys)
    if (values > bounds.values) return excess.values(bounds.values)
    for (const child of children) {
      const found = look(child, levels - 1)
      if (found !== undefined) return found
    }
    return undefined
  }
  return look(value, bounds.levels)
}
