import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Colours a word on a terminal. In a pipe, with NO_COLOR or on a dumb terminal, it stays as it is. */
const paint = (format: Format) => (text: string) => styleText(format, text, { stream: process.stdout })

export const style = {
  bold: paint('bold'),
  dim: paint('dim'),
  good: paint('green'),
  bad: paint('red'),
  waiting: paint('yellow'),
}
