/** Whether a header or footer contains only the page number. */
export function isPageNumber(text: string): boolean {
  return !/\p{L}/u.test(text)
}
