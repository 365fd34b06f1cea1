import { Code2 } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { root } from '../../data/client.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/copy.tsx'
import { Modal } from '../../parts/modal.tsx'
import { type Query, requestOf } from './run-search.ts'

const address = root.href.replace(/\/$/, '')

const methods: Record<string, string> = {
  memories: 'searchMemories',
  hybrid: 'searchHybrid',
  documents: 'searchChunks',
}

/** The search as code, with the settings that differ from the API's defaults. */
export function codeOf(query: Query): { name: string; text: string }[] {
  const { path, body } = requestOf(query)
  const { searchMode = '', ...rest } = body as { searchMode?: string }
  const method = path === '/v3/search' ? 'search' : methods[searchMode]
  const json = JSON.stringify(body, null, 2)
  return [
    {
      name: 'TypeScript',
      text: `const { results } = await reverie.${method}(${JSON.stringify(rest, null, 2)})`,
    },
    {
      name: 'curl',
      text: `curl -s ${address}${path} \\\n  -H "Authorization: Bearer $REVERIE_KEY" -H 'content-type: application/json' \\\n  -d '${json.replaceAll("'", "'\\''")}'`,
    },
    {
      name: 'Python',
      text: `found = requests.post("${address}${path}", headers=headers, json=${json
        .replaceAll(': true', ': True')
        .replaceAll(': false', ': False')}).json()`,
    },
  ]
}

export function CopyCode({ query }: { query: Query }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Code2 size={16} aria-hidden />
        Copy as code
      </Button>
      <Modal title="This search as code" open={open} onOpenChange={setOpen}>
        <Tabs.Root defaultValue="TypeScript">
          <Tabs.List aria-label="Language" className="mb-2 flex gap-1">
            {codeOf(query).map(({ name }) => (
              <Tabs.Trigger
                key={name}
                value={name}
                className="h-8 rounded-md px-2.5 text-muted hover:text-ink data-[state=active]:bg-hover data-[state=active]:font-medium data-[state=active]:text-ink"
              >
                {name}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {codeOf(query).map(({ name, text }) => (
            <Tabs.Content key={name} value={name} tabIndex={-1}>
              <Code text={text} label={`${name} code`} />
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </Modal>
    </>
  )
}
