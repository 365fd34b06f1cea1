/** Attributes of a field for a new password, with the limits that the server holds. */
export const newPassword = {
  type: 'password',
  autoComplete: 'new-password',
  minLength: 10,
  maxLength: 128,
  required: true,
  hint: 'At least 10 characters.',
} as const
