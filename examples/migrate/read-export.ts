/** One memory to write. The customId is its id in the other service, and makes a second run safe. */
export type ImportItem = {
  customId: string
  containerTag: string
  content: string
  documentDate: string | null
}

type Entry = Record<string, unknown>

type Service = { name: string; lists: string[]; id: string; text: string; date: string; owner: string[] }

/** The names of the list and of its fields in each service's export. */
const services: Service[] = [
  // `GET /memories?user_id=…` or `get_all()`
  {
    name: 'mem0',
    lists: ['results', 'memories'],
    id: 'id',
    text: 'memory',
    date: 'created_at',
    owner: ['user_id', 'agent_id', 'run_id'],
  },
  // `POST /v4/memories/list`
  {
    name: 'supermemory',
    lists: ['memoryEntries', 'memories'],
    id: 'id',
    text: 'memory',
    date: 'createdAt',
    owner: ['containerTag'],
  },
  // Facts of the graph: edges, each with the time from which it is valid
  {
    name: 'zep',
    lists: ['facts', 'edges'],
    id: 'uuid',
    text: 'fact',
    date: 'valid_at',
    owner: ['user_id', 'group_id'],
  },
]

/** Detects the service by the fields of the first entry. */
export function readExport(file: unknown): { service: string; items: ImportItem[] } {
  for (const service of services) {
    const entries = listIn(file, service.lists)
    const first = entries[0]
    if (first && [service.id, service.text, service.date].every(field => field in first))
      return {
        service: service.name,
        items: entries.filter(isCurrent).map(entry => toItem(entry, service, file)),
      }
  }
  throw new Error('This is no export of mem0, supermemory or Zep that this example knows.')
}

/** The first list with entries. Some exports also have an empty list under another name. */
function listIn(file: unknown, names: string[]): Entry[] {
  const lists = Array.isArray(file) ? [file] : names.map(name => (file as Entry)[name])
  return (lists.find(list => Array.isArray(list) && list.length > 0) as Entry[] | undefined) ?? []
}

/** Skips Zep's superseded facts and forgotten memories. */
function isCurrent({ invalid_at, expired_at, isForgotten }: Entry): boolean {
  return !invalid_at && !expired_at && !isForgotten
}

function toItem(entry: Entry, { id, text, date, owner }: Service, file: unknown): ImportItem {
  const owners = owner.map(field => entry[field] ?? (file as Entry)[field])
  return {
    customId: String(entry[id]),
    // A container tag may contain only letters, digits and `_ . : -`.
    containerTag: String(owners.find(Boolean) ?? 'imported').replaceAll(/[^\w.:-]/g, '_'),
    content: String(entry[text]),
    documentDate: toDate(entry[date]),
  }
}

/** Parses ISO 8601 or seconds since 1970. A time without a zone is UTC. */
function toDate(value: unknown): string | null {
  if (typeof value === 'number') return new Date(value * 1000).toISOString()
  if (typeof value !== 'string' || value === '') return null
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(value) || !value.includes('T')
  return new Date(hasZone ? value : `${value}Z`).toISOString()
}
