import { AppError } from '../../platform/errors.ts'

/** The state of the sets does not allow this change. */
export function conflict(message: string): AppError {
  return new AppError('request.conflict', { message })
}
