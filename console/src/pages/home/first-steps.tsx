import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { queries, reverie } from '../../data/client.ts'
import { keysQuery } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { Code, CopyButton } from '../../parts/copy.tsx'
import { Failure } from '../../parts/page.tsx'
import { AddText } from './add-text.tsx'
import { snippetsFor } from './snippets.ts'

const placeholder = 'sm_…'

/** The way to the first memory, in three steps that tick themselves. */
export function FirstSteps() {
  const { may } = useSession()
  const [added, setAdded] = useState(false)
  const makeKey = useMutation({
    mutationFn: () => reverie.keys.create({ name: 'First steps' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  const key = makeKey.data?.key
  return (
    <ol className="mt-8 flex max-w-2xl flex-col gap-8">
      <Step number={1} title="Give it something to remember" isDone={added}>
        <p className="mb-3 text-muted">
          Right here, to see what happens to a text.
          {may('admin') && (
            <>
              {' '}
              Or{' '}
              <Link to="/connections/new" search={{}} className="text-accent underline underline-offset-2">
                connect a source
              </Link>
              , such as a folder, a site or a mailbox.
            </>
          )}
        </p>
        <AddText
          example="I moved from London to Lisbon in May and started at a ceramics studio."
          onAdded={() => setAdded(true)}
        />
      </Step>
      {may('admin') && (
        <Step number={2} title="Make a key for your program" isDone={key !== undefined}>
          {key === undefined ? (
            <>
              <p className="mb-3 text-muted">A program sends it with every request.</p>
              <Button onClick={() => makeKey.mutate()} disabled={makeKey.isPending}>
                Make a key
              </Button>
              {makeKey.error && <Failure error={makeKey.error} />}
            </>
          ) : (
            <div className="flex items-center gap-2 rounded-md bg-rail py-1 pr-1 pl-3 ring-1 ring-line ring-inset">
              <code className="min-w-0 flex-1 break-all py-1 font-mono text-xs">{key}</code>
              <CopyButton text={key} label="Copy the key" />
            </div>
          )}
          {key !== undefined && (
            <p className="mt-1 text-muted text-xs">Save it now: it is not shown again.</p>
          )}
        </Step>
      )}
      <Step number={may('admin') ? 3 : 2} title="Call it from your program" isDone={false}>
        <Snippets of={key ?? placeholder} />
      </Step>
    </ol>
  )
}

function Step({
  number,
  title,
  isDone,
  children,
}: {
  number: number
  title: string
  isDone: boolean
  children: ReactNode
}) {
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span className="flex h-7 items-center justify-center">
        {isDone ? (
          <CircleCheck size={20} className="text-done" aria-label="Done" />
        ) : (
          <span className="flex size-5 items-center justify-center rounded-full text-muted text-xs ring-1 ring-edge">
            {number}
          </span>
        )}
      </span>
      <div>
        <h2 className="mb-1 font-semibold text-base">{title}</h2>
        {children}
      </div>
    </li>
  )
}

function Snippets({ of: key }: { of: string }) {
  const snippets = snippetsFor(key)
  return (
    <Tabs.Root defaultValue="curl">
      <Tabs.List aria-label="Language" className="mb-2 flex gap-1">
        {snippets.map(({ name }) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="h-8 rounded-md px-2.5 text-muted hover:text-ink data-[state=active]:bg-hover data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {snippets.map(({ name, text }) => (
        <Tabs.Content key={name} value={name} tabIndex={-1}>
          <Code text={text} label={`${name} snippet`} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
