/** SQLSTATE of a row that a unique index refuses. */
const uniqueViolation = '23505'

export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === uniqueViolation
}
