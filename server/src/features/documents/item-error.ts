import { AppError } from '../../platform/errors.ts'

/** The error of one document in a request that names several. */
export type ItemError = { id: string; error: string; code: string; details?: string }

/** Converts a caller's error. Server errors fail the whole request. */
export function itemError(id: string, error: unknown): ItemError {
  if (!(error instanceof AppError)) throw error
  const { message, code, details } = error
  return { id, error: message, code, ...(details !== undefined && { details }) }
}
