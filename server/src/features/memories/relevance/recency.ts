/**
 * How late a memory was said among others: -1 before all of them, 1 after all of them. It counts dates instead of measuring
 * time: a container may hold a week or ten years.
 */
export function recencyOf(dates: readonly Date[]): (date: Date) => number {
  const sorted = [...new Set(dates.map(date => date.getTime()))].sort((a, b) => a - b)
  if (sorted.length < 2) return () => 0
  const steps = sorted.length - 1
  return date => {
    const earlier = sorted.findIndex(each => each >= date.getTime())
    return (2 * (earlier === -1 ? steps : earlier)) / steps - 1
  }
}
