import { Link } from '@tanstack/react-router'
import { ArrowUpRight, RotateCw } from 'lucide-react'
import { helpFor } from '../../data/error-help.ts'
import { partName } from '../../data/part-names.ts'
import { Button } from '../../parts/button.tsx'
import { CodeWords } from '../../parts/code-words.tsx'
import { typeLabel } from '../../parts/document-icon.tsx'
import { DocumentState } from '../../parts/document-state.tsx'
import { Facts, Inspector, InspectorSection } from '../../parts/inspector.tsx'
import { Time } from '../../parts/time.tsx'
import { Attempts } from '../document/attempts.tsx'
import { retryChosen, retryFailed } from './retry.ts'
import type { ProcessingRow } from './use-processing.ts'
import { waitsFor } from './waits-for.ts'

/** One document on its way: where it is, what went wrong, and the way out. */
export function ProcessingInspector({
  of: row,
  mayRetry,
  tag,
  onClose,
}: {
  of: ProcessingRow
  mayRetry: boolean
  tag: string | undefined
  onClose(): void
}) {
  const { errorCode } = row
  return (
    <Inspector title="Processing" onClose={onClose}>
      <h2 className="break-words font-semibold text-lg leading-snug">{row.title ?? row.id}</h2>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {mayRetry && (
          <Button look="primary" onClick={() => void retryChosen([row])}>
            <RotateCw size={14} aria-hidden /> Retry
          </Button>
        )}
        {mayRetry && errorCode && (
          <Button onClick={() => void retryFailed({ tag, code: errorCode })}>Retry all with this code</Button>
        )}
        <Link
          to="/documents/$id"
          params={{ id: row.id }}
          className="inline-flex h-8 items-center gap-1.5 rounded-md px-3 font-medium text-muted hover:bg-hover hover:text-ink pointer-coarse:h-10"
        >
          Open <ArrowUpRight size={14} aria-hidden />
        </Link>
      </div>
      <WhatHappened row={row} />
      <InspectorSection title="Attempts">
        <Attempts id={row.id} isWaiting={row.status === 'queued'} />
      </InspectorSection>
      <InspectorSection title="About it">
        <Facts
          of={[
            ['Stage', <DocumentState key="stage" of={row} />],
            ['Progress', waitsFor(row)],
            ['Type', typeLabel(row.type)],
            ['Container', row.containerTags.join(', ')],
            ['Added', <Time key="added" at={row.createdAt} />],
            ['Changed', <Time key="changed" at={row.updatedAt} />],
            [
              'Id',
              <code key="id" className="font-mono text-xs">
                {row.id}
              </code>,
            ],
          ]}
        />
      </InspectorSection>
    </Inspector>
  )
}

function WhatHappened({ row: { errorCode, errorMessage, gate } }: { row: ProcessingRow }) {
  const help = helpFor(errorCode ?? gate?.code ?? null)
  if (gate)
    return (
      <InspectorSection title="What it waits for">
        <p>
          It waits for {partName(gate.name)}, which failed first <Time at={gate.since} />. It continues by
          itself, and the wait uses up no attempt. <code className="font-mono text-xs">{gate.code}</code>
        </p>
        {help && <CodeWords className="mt-1.5 text-muted" text={help.remedy} />}
      </InspectorSection>
    )
  if (!errorCode && !errorMessage) return null
  return (
    <>
      <div className="mt-4 rounded-md bg-failed-soft px-3 py-2">
        <p className="text-failed">{errorMessage ?? 'It failed.'}</p>
        <code className="font-mono text-failed text-xs">{errorCode}</code>
      </div>
      {help && (
        <>
          <InspectorSection title="Cause">
            <CodeWords text={help.meaning} />
          </InspectorSection>
          <InspectorSection title="What to do">
            <CodeWords text={help.remedy} />
          </InspectorSection>
        </>
      )}
    </>
  )
}
