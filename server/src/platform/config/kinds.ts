import { z } from 'zod'

/** Kinds of values that several settings share. They are values, not functions: importing a module calls no function of ours. */
export const port = z.coerce.number().int().min(0).max(65_535)
export const count = z.coerce.number().int()
export const milliseconds = count
export const dollars = z.coerce.number().min(0)
export const text = z.string().default('')

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/[^/]*\/[^/?]/, 'must be postgres://user:password@host:5432/database')
export const namedUrls = z
  .string()
  .regex(/^(\s*[^=,\s]+=[^,]+(,|$))*\s*$/, 'must be name=url, several separated by commas')
