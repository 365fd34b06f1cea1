import { AppError } from '../errors.ts'

/** A change of embedding sets that the state of the sets does not allow. */
export function conflict(message: string): AppError {
  return new AppError('request.conflict', { message })
}
