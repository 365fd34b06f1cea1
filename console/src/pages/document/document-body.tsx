import type { Document } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { type ReactNode, useMemo, useState } from 'react'
import { chunksQuery } from '../../data/document.ts'
import type { DocumentView } from '../../data/view.ts'
import { counted } from '../../parts/numbers.ts'
import { useMedia } from '../../parts/use-media.ts'
import { DocumentText } from './document-text.tsx'
import { MemoriesOf } from './memories-of.tsx'
import { noMemoryWords } from './no-memory.ts'
import { placeChunks } from './place-chunks.ts'
import { type Moment, Preview } from './preview.tsx'
import { type CitedMemory, useMemoriesOf } from './use-memories.ts'

const tabLook =
  'h-8 rounded-md px-2.5 text-muted hover:text-ink data-[state=active]:bg-hover data-[state=active]:font-medium data-[state=active]:text-ink'

/** The text that was read, else the text that was sent. Spans refer to it. */
export const textOf = ({ raw, content }: Document) => (typeof raw === 'string' ? raw : (content ?? ''))

/** Preview, text and memories: three columns, or tabs where there is no room. */
export function DocumentBody({ document, memory, at, page }: { document: Document } & DocumentView) {
  const isWide = useMedia('(min-width: 1280px)')
  const [pointed, setPointed] = useState<string>()
  const [shown, setShown] = useState<{ memory: string; at: number | undefined }>()
  const { memories, spans, more } = useMemoriesOf(document)
  const { data: chunks } = useQuery({ ...chunksQuery(document.id), enabled: document.status === 'done' })
  const text = textOf(document)
  const placed = useMemo(() => placeChunks(text, chunks ?? []), [text, chunks])
  const chosen = shown?.memory ?? memory
  const target = shown?.at ?? at ?? memories.find(({ id }) => id === chosen)?.start
  const lit = pointed ?? chosen
  const show = ({ id, start }: CitedMemory) => setShown({ memory: id, at: start })
  // The text of a text file is its preview, so it only has a link.
  const hasFile = document.type !== 'text'
  const hasLink = !hasFile && document.content === null

  const preview = (
    <Preview
      id={document.id}
      type={document.type}
      title={document.title ?? document.id}
      page={page ?? pageAt(placed, target)}
      moments={momentsOf(chunks)}
    />
  )
  const words = (
    <DocumentText
      text={text}
      isCode={isCode(document)}
      chunks={placed}
      spans={spans}
      lit={lit}
      at={target}
      labelOf={id => memories.find(each => each.id === id)?.memory ?? ''}
      onPoint={setPointed}
      onChoose={id => setShown({ memory: id, at: undefined })}
    />
  )
  const list = (
    <Column title={counted(memories.length + more, 'memory', 'memories')}>
      {memories.length === 0 ? (
        <p className="text-muted">{noMemoryWords(document)}</p>
      ) : (
        <MemoriesOf memories={memories} more={more} lit={lit} onPoint={setPointed} onShow={show} />
      )}
    </Column>
  )
  const textTitle = chunks ? `Text · ${counted(chunks.length, 'chunk')}` : 'Text'
  if (isWide)
    return (
      <div
        className="mt-5 grid gap-x-8"
        style={{ gridTemplateColumns: `${hasFile ? 'minmax(0,1fr) ' : ''}minmax(0,1.2fr) 264px` }}
      >
        {hasFile && <Column title="File">{preview}</Column>}
        <Column title={textTitle}>
          {words}
          {hasLink && preview}
        </Column>
        {list}
      </div>
    )
  return (
    <Tabs.Root defaultValue="text" className="mt-4">
      <Tabs.List aria-label="Parts of the document" className="mb-3 flex gap-1">
        {hasFile && (
          <Tabs.Trigger value="file" className={tabLook}>
            File
          </Tabs.Trigger>
        )}
        <Tabs.Trigger value="text" className={tabLook}>
          {textTitle}
        </Tabs.Trigger>
        <Tabs.Trigger value="memories" className={tabLook}>
          Memories
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="file">{preview}</Tabs.Content>
      <Tabs.Content value="text">
        {words}
        {hasLink && preview}
      </Tabs.Content>
      <Tabs.Content value="memories">{list}</Tabs.Content>
    </Tabs.Root>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-w-0 xl:max-h-[calc(100dvh-15rem)] xl:overflow-y-auto xl:px-1"
    >
      <h2 className="sticky top-0 z-10 mb-2 bg-page pb-1 font-semibold text-muted text-xs">{title}</h2>
      {children}
    </section>
  )
}

/** The page of the file at a character of the text. */
function pageAt(chunks: ReturnType<typeof placeChunks>, at: number | undefined): number | undefined {
  if (at === undefined) return undefined
  const label = chunks.find(({ start, end }) => at >= start && at < end)?.label
  return label?.startsWith('page ') ? Number(label.slice(5)) : undefined
}

function momentsOf(chunks: readonly { metadata?: unknown }[] | undefined): Moment[] {
  return (chunks ?? []).flatMap(({ metadata }) => {
    const { at, timestamp } = (metadata ?? {}) as { at?: number; timestamp?: string }
    return at !== undefined && timestamp !== undefined ? { label: timestamp, seconds: at / 1000 } : []
  })
}

const codeName =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|h|cc|cpp|cs|php|sh|sql|ya?ml|toml|json|css|html?)$/i

const isCode = ({ filepath, title }: Document) => codeName.test(filepath ?? title ?? '')
