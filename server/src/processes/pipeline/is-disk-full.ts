const outOf = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'])

/** True when the worker's own machine has no room left: a full or read-only disk, or no file handles. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (outOf.has((each as { code?: string }).code ?? '')) return true
  return false
}
