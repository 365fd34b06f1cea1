/**
 * A text of others as one line that is safe on a terminal. Names and documents come from tenants: a control sequence in them
 * could hide lines, or write others, on the screen of the operator who lists them.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\t\n\v\f\r\u2028\u2029]+/g, ' ').replaceAll(/\p{Cc}/gu, '\ufffd')
}
