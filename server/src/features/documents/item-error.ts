import { AppError } from '../../platform/errors.ts'

/** Why a request that names several documents could not do its work on one of them. */
export type ItemError = { id: string; error: string; code: string; details?: string }

/** Faults of the server fail the whole request. */
export function itemError(id: string, error: unknown): ItemError {
  if (!(error instanceof AppError)) throw error
  const { message, code, details } = error
  return { id, error: message, code, ...(details !== undefined && { details }) }
}
