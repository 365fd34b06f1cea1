import { z } from 'zod'

/**
 * Scalars that many responses share. Their examples are for the API description: without one, API viewers make up a string
 * from the pattern (such as a timestamp in the year 7508).
 */
export const idJson = z.string().length(22).meta({ example: '1Cb2E6xd3spDuQv5BFZdDc' })

export const timestampJson = z.iso.datetime().meta({ example: '2026-05-14T09:30:00.000Z' })

/** Example of a date in a request; a date and a time are both accepted. */
export const dateExample = '2026-05-14'

/** For a whole number in a query, which arrives as a string of digits: `z.preprocess(digitsToNumber, z.int())`. */
export const digitsToNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
