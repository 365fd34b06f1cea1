type Fields = Record<string, unknown>

const speakerKeys = ['role', 'speaker', 'sender', 'from', 'author', 'user', 'username', 'user_name', 'name']
const textKeys = ['content', 'text', 'message', 'body']

/** `Ada: Hello` for an item of an exported chat; undefined for anything else. */
export function asMessage(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined
  const fields = item as Fields
  const speaker = speakerKeys.map(key => nameOf(fields[key])).find(name => name !== undefined)
  const text = textKeys.map(key => textOf(fields[key])).find(one => one !== undefined)
  return speaker !== undefined && text !== undefined ? `${speaker}: ${text}` : undefined
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '' && value.length <= 100) return value
  if (typeof value !== 'object' || value === null) return undefined
  const { name, role } = value as Fields
  return nameOf(typeof name === 'string' ? name : typeof role === 'string' ? role : undefined)
}

/** A string, or a list of parts some of which are text, as in chat APIs. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return undefined
  const parts = value.map(part => (typeof part === 'string' ? part : (part as Fields | null)?.text))
  const texts = parts.filter(part => typeof part === 'string')
  return texts.length > 0 ? texts.join('\n') : undefined
}
