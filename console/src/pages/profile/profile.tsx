import { useQuery } from '@tanstack/react-query'
import { Check, ClipboardCopy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { reverie } from '../../data/client.ts'
import { Button } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { copyText } from '../../parts/copy.tsx'
import { counted, figure } from '../../parts/numbers.ts'
import { Empty, Failure, RowSkeletons } from '../../parts/page.tsx'
import { Workbench } from '../../parts/workbench.tsx'
import { profileRoute } from '../../router.tsx'
import { MemoryInspector } from '../memories/memory-inspector.tsx'
import { AsOf } from './as-of.tsx'
import { ChooseContainer } from './choose-container.tsx'
import { promptOf, sectionsOf, tokensIn } from './sections.ts'

/** What would an agent be told? */
export function ProfilePage() {
  const { tag, asOf, open } = profileRoute.useSearch()
  const navigate = profileRoute.useNavigate()
  const [editing, setEditing] = useState(false)
  const change = (part: object) =>
    navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  const profile = useQuery({
    queryKey: ['profile', tag, asOf],
    enabled: tag !== undefined,
    queryFn: ({ signal }) =>
      reverie.profile(
        { containerTag: tag!, include: ['static', 'dynamic', 'buckets', 'lines'], ...(asOf && { asOf }) },
        { signal },
      ),
    placeholderData: before => before,
  })
  const sections = sectionsOf(profile.data)
  const lines = sections.reduce((sum, each) => sum + each.lines.length, 0)
  const show = (id: string) => change({ open: id })
  return (
    <Workbench
      title="Profile"
      question={tag ? `What would an agent be told about ${tag}?` : 'What would an agent be told?'}
      actions={lines > 0 && tag && <CopyPrompt text={promptOf(tag, sections)} />}
      inspector={
        open && (
          <MemoryInspector
            key={open}
            id={open}
            isEditing={editing}
            setEditing={setEditing}
            onShow={show}
            onClose={() => change({ open: undefined })}
          />
        )
      }
    >
      {tag === undefined ? (
        <ChooseContainer question="Whose profile?" to="/profile" />
      ) : (
        <section
          aria-label="The briefing"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto px-4 pb-12 sm:px-6"
        >
          <div className="max-w-[72ch]">
            <AsOf key={tag} tag={tag} asOf={asOf} onChange={next => change({ asOf: next })} />
            {profile.isError && <Failure error={profile.error} retry={() => profile.refetch()} />}
            {profile.isPending && <RowSkeletons rows={6} />}
            {profile.data && lines === 0 && (
              <Empty title={asOf ? 'Nothing was known then.' : 'Nothing is known yet.'}>
                A profile is made of memories. Add a text on Home, or move the slider.
              </Empty>
            )}
            <div className={cx(profile.isPlaceholderData && 'opacity-60')}>
              {sections.map(({ name, note, lines: some }) => (
                <Section key={name} title={name} note={note}>
                  {some.map(({ id, memory }) => (
                    <li key={id ?? memory}>
                      {id ? (
                        <button
                          type="button"
                          onClick={() => show(id)}
                          className={cx(
                            '-mx-2 w-[calc(100%+1rem)] rounded-md px-2 py-1 text-left text-base hover:bg-hover',
                            id === open && 'bg-accent-soft',
                          )}
                        >
                          {memory}
                        </button>
                      ) : (
                        <p className="py-1 text-base">{memory}</p>
                      )}
                    </li>
                  ))}
                </Section>
              ))}
            </div>
            {lines > 0 && (
              <p className="mt-8 text-muted text-xs">{counted(lines, 'line')}. Each opens its source.</p>
            )}
          </div>
        </section>
      )}
    </Workbench>
  )
}

function Section({
  title,
  note,
  children,
}: {
  title: string
  note?: string | undefined
  children: ReactNode
}) {
  return (
    <section className="mt-6 first:mt-2">
      <h2 className="font-semibold text-muted text-xs">{title}</h2>
      {note && <p className="text-muted text-xs">{note}</p>}
      <ul className="mt-1">{children}</ul>
    </section>
  )
}

function CopyPrompt({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Button
      look="primary"
      onClick={async () => {
        await copyText(text)
        setCopied(true)
        setTimeout(() => setCopied(false), 2_000)
      }}
    >
      {copied ? <Check size={16} aria-hidden /> : <ClipboardCopy size={16} aria-hidden />}
      {copied ? 'Copied' : 'Copy as prompt'}
      <span className="figures font-normal opacity-85">· {figure(tokensIn(text))} tokens</span>
    </Button>
  )
}
