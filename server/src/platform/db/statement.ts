/** A statement with its values. Its text is always the same, so that it stays prepared. */
export type Statement = { text: string; values: unknown[] }
