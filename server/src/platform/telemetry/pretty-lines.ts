import { styleText } from 'node:util'

type Line = Record<string, unknown> & { level: string; time: string; msg?: string }
type ErrorLine = { message?: string; code?: string; stack?: string; cause?: ErrorLine }
type Style = Parameters<typeof styleText>[0]

const levelStyles: Record<string, Style> = {
  trace: 'dim',
  debug: 'dim',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
}

/** Fields that a line shows at a fixed place, or not at all. */
const placed = new Set(['level', 'time', 'msg', 'err', 'todo'])

/** Log lines for a terminal. Colours follow the stream and NO_COLOR, as `styleText` does. */
export function prettyStream(out: NodeJS.WriteStream | NodeJS.WritableStream): { write(line: string): void } {
  const style = (format: Style, text: string) => styleText(format, text, { stream: out })
  return { write: line => void out.write(`${toText(JSON.parse(line), style)}\n`) }
}

type Styler = (format: Style, text: string) => string

function toText(line: Line, style: Styler): string {
  const time = style('dim', new Date(line.time).toLocaleTimeString('en-GB'))
  const level = style(levelStyles[line.level] ?? 'white', line.level.padEnd(5))
  const text = line.msg === 'request' ? requestText(line, style) : messageText(line, style)
  const todo = typeof line.todo === 'string' ? `\n               → ${line.todo}` : ''
  return `${time} ${level} ${text}${todo}${errorText(line.err as ErrorLine | undefined, style)}`
}

/** Failed requests show their id, which connects the line with the answer that the caller received. */
function requestText({ method, route, status, ms, requestId, aborted }: Line, style: Styler): string {
  const [kind] = String(status)
  const failed = kind === '4' || kind === '5'
  const outcome = aborted ? 'gone' : String(status)
  const shown = style(kind === '5' ? 'red' : failed || aborted ? 'yellow' : 'green', outcome)
  return `${shown} ${method} ${route} ${style('dim', `${ms} ms${failed ? `  ${requestId}` : ''}`)}`
}

function messageText(line: Line, style: Styler): string {
  const fields = Object.entries(line)
    .filter(([name, value]) => !placed.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return [line.msg ?? '', ...(fields.length > 0 ? [style('dim', fields.join(' '))] : [])].join('  ')
}

function errorText(error: ErrorLine | undefined, style: Styler): string {
  if (!error) return ''
  const frames = (error.stack ?? '').split('\n').filter(frame => /^\s+at /.test(frame))
  const head = `\n               ${error.message ?? ''}${error.code ? ` (${error.code})` : ''}`
  const stack = frames.length > 0 ? `\n${style('dim', frames.slice(0, 6).join('\n'))}` : ''
  return head + stack + (error.cause ? errorText(error.cause, style) : '')
}
