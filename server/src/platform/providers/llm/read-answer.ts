import type { z } from 'zod'

export type ReadAnswer<T> = { value: T } | { fault: string }

/** Finds the JSON in an answer: small models write text around it, and some think aloud before it. */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): ReadAnswer<T> {
  const body = cutOut(text)
  if (body === undefined) return { fault: 'it holds no JSON object' }
  let found: unknown
  try {
    found = JSON.parse(body)
  } catch {
    return { fault: 'it is not valid JSON, or ends too early' }
  }
  const parsed = schema.safeParse(found)
  return parsed.success ? { value: parsed.data } : { fault: faultsOf(parsed.error) }
}

const thoughts = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i

function cutOut(text: string): string | undefined {
  const said = text.replace(thoughts, '')
  const from = said.indexOf('{')
  const to = said.lastIndexOf('}')
  if (from < 0) return undefined
  return to > from ? said.slice(from, to + 1) : said.slice(from)
}

const mostFaults = 5

function faultsOf({ issues }: z.ZodError): string {
  return issues
    .slice(0, mostFaults)
    .map(({ path, message }) => `${path.join('.') || 'the object'}: ${message}`)
    .join('; ')
}

/** Phrases with which models decline instead of answering in the shape. */
const declines =
  /^\W*(?:I(?:'|’)?m (?:really |very )?sorry|(?:I(?:'|’)m |I am |we are )?(?:sorry|unable to)|I (?:can(?:'|’)?t|cannot|won(?:'|’)t|will not|must decline)|as an AI\b|this (?:request|content) (?:violates|goes against))/i

export function isRefusal(text: string): boolean {
  return !text.includes('{') && declines.test(text.replace(thoughts, ''))
}
