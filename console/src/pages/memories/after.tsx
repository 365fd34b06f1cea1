import { useQuery } from '@tanstack/react-query'
import { reverie } from '../../data/client.ts'
import { InspectorSection } from '../../parts/inspector.tsx'

const words: Record<string, string> = {
  extends: 'adds to it',
  derives: 'follows from it',
  updates: 'replaced it',
}

/** The memories that build on this one, or replaced it. Without any, the section is left out. */
export function After({
  id,
  tag,
  onShow,
}: {
  id: string
  tag: string | undefined
  onShow(id: string): void
}) {
  const { data } = useQuery({
    queryKey: ['memory', id, 'after'],
    enabled: tag !== undefined,
    queryFn: ({ signal }) =>
      reverie.graph({ containerTag: tag!, of: { kind: 'memory', id }, maxNodes: 30 }, { signal }),
    staleTime: 60_000,
  })
  const labels = new Map(data?.nodes.map(node => [node.id, node.label]))
  const after = data?.edges.filter(({ to, relation }) => to === id && relation in words) ?? []
  if (after.length === 0) return null
  return (
    <InspectorSection title="After">
      <ul className="flex flex-col gap-2.5">
        {after.map(({ from, relation }) => (
          <li key={`${relation} ${from}`}>
            <span className="text-muted text-xs">{words[relation]}</span>
            <button
              type="button"
              onClick={() => onShow(from)}
              className="block text-left text-base hover:underline"
            >
              {labels.get(from) ?? '…'}
            </button>
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}
