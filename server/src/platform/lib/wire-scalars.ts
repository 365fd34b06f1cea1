import { z } from 'zod'

/**
 * Scalars that many answers share. Their examples are for the API description: without one, a browser of it makes up a
 * string from the pattern (such as a timestamp in the year 7508).
 */
export const idJson = z.string().length(22).meta({ example: '1Cb2E6xd3spDuQv5BFZdDc' })

export const timestampJson = z.iso.datetime().meta({ example: '2026-05-14T09:30:00.000Z' })

/** For dates that callers send: either form is accepted. */
export const dateExample = '2026-05-14'

/** For a whole number in a query, which arrives as a string of digits: `z.preprocess(digitsToNumber, z.int())`. */
export const digitsToNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
