import { root } from '../../data/client.ts'
import { Code } from '../../parts/copy.tsx'
import { Section } from '../../parts/page.tsx'

const address = root.href.replace(/\/$/, '')

const plugins = [
  {
    name: 'Claude Code',
    text: `export SUPERMEMORY_API_URL=${address}
export SUPERMEMORY_AUTH_URL=${address}/auth/connect`,
  },
  {
    name: 'Codex and OpenCode',
    text: `export SUPERMEMORY_API_URL=${address}
export SUPERMEMORY_AUTH_URL=${address}/auth/agent-connect`,
  },
]

/** The settings that make a published plugin log in here. */
export function HowToConnect({ isFirst }: { isFirst: boolean }) {
  return (
    <Section title={isFirst ? 'No app has access yet' : 'Connect another'}>
      <p className="mb-4 max-w-2xl text-muted">
        A plugin opens a page here and asks you. You choose what it may see, it gets a key of its own, and you
        can revoke that key on this page. Set these before its log-in; other programs take a key from Keys.
      </p>
      <div className="grid gap-5 lg:grid-cols-2">
        {plugins.map(({ name, text }) => (
          <div key={name} className="min-w-0">
            <h3 className="mb-1.5 font-medium">{name}</h3>
            <Code text={text} label={`settings of ${name}`} />
          </div>
        ))}
      </div>
    </Section>
  )
}
