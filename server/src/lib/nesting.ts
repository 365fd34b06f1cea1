/** Whether objects and arrays are nested deeper than so many levels. Looks no deeper than that itself. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(child => isDeeper(child, levels - 1))
}
