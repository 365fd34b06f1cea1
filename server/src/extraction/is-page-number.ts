/** Whether a header or footer says no more than on which page it is. */
export function isPageNumber(text: string): boolean {
  return !/\p{L}/u.test(text)
}
