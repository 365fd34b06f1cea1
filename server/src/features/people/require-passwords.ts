import { AppError } from '../../platform/errors.ts'
import type { Identity } from './identity.ts'

/** Refuses whatever sets or checks a password while PASSWORD_SIGN_IN is off. */
export function requirePasswords({ takesPasswords }: Identity): void {
  if (!takesPasswords) throw new AppError('auth.password_off')
}
