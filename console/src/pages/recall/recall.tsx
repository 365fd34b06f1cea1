import { useQuery } from '@tanstack/react-query'
import { Columns2, Search } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import type { RecallSetting } from '../../data/view.ts'
import { Button } from '../../parts/button.tsx'
import { Chips } from '../../parts/chips.tsx'
import { cx } from '../../parts/class-names.ts'
import { inputLook } from '../../parts/field.tsx'
import { Workbench } from '../../parts/workbench.tsx'
import { recallRoute } from '../../router.tsx'
import { CopyCode } from './copy-code.tsx'
import { GoldenQuestions } from './golden-questions.tsx'
import { ResultColumn } from './result-column.tsx'
import { runSearch } from './run-search.ts'
import { SaveGolden } from './save-golden.tsx'
import { SetComparison } from './set-comparison.tsx'

/** Why did it find this? */
export function Recall() {
  const view = recallRoute.useSearch()
  const navigate = recallRoute.useNavigate()
  const change = (part: object) =>
    navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  const { q, tag, a = {}, b } = view
  const ask = (question: string, of: string | undefined) =>
    change({ tab: undefined, q: question, tag: of ?? tag })
  return (
    <Workbench
      title="Recall"
      question="Why did it find this?"
      actions={
        <>
          {q && !view.tab && <CopyCode query={{ q, tag, setting: a }} />}
          {!view.tab && (
            <Button aria-pressed={b !== undefined} onClick={() => change({ b: b ? undefined : { ...a } })}>
              <Columns2 size={16} aria-hidden />
              {b ? 'Compare no more' : 'Compare'}
            </Button>
          )}
        </>
      }
      filters={
        <Chips
          label="Show"
          value={view.tab ?? ''}
          options={[
            { value: '', label: 'Ask' },
            { value: 'questions', label: 'Golden questions' },
            { value: 'sets', label: 'Embedding sets' },
          ]}
          onChange={tab => change({ tab: tab || undefined, changed: undefined })}
        />
      }
    >
      {view.tab === 'questions' && <GoldenQuestions tag={tag} setting={a} onAsk={ask} />}
      {view.tab === 'sets' && (
        <SetComparison
          onlyChanged={view.changed ?? false}
          onOnlyChanged={changed => change({ changed: changed || undefined })}
          onAsk={ask}
        />
      )}
      {!view.tab && <Ask q={q} tag={tag} a={a} b={b} change={change} />}
    </Workbench>
  )
}

type AskProps = {
  q: string | undefined
  tag: string | undefined
  a: RecallSetting
  b: RecallSetting | undefined
  change(part: object): void
}

function Ask({ q, tag, a, b, change }: AskProps) {
  const { may } = useSession()
  const [golden, setGolden] = useState<string>()
  const [first, second] = [useRun(q, tag, a), useRun(q, tag, b)]
  const save = may('member') ? { onGolden: setGolden } : {}
  return (
    <>
      <form
        className="px-4 pb-4 sm:px-6"
        onSubmit={event => {
          event.preventDefault()
          change({ q: String(new FormData(event.currentTarget).get('q')).trim() || undefined })
        }}
      >
        <div className="relative max-w-3xl">
          <Search size={16} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
          <input
            key={q}
            name="q"
            type="search"
            aria-label="Question"
            placeholder="Ask what an agent would ask"
            defaultValue={q}
            className={`${inputLook} h-11! pl-9! text-base!`}
          />
        </div>
      </form>
      <div className={cx('grid min-h-0 flex-1 overflow-y-auto border-line border-t', b && 'lg:grid-cols-2')}>
        <ResultColumn
          run={first}
          other={b && second.data}
          setting={a}
          name={b ? 'First setting' : undefined}
          hasQuestion={q !== undefined}
          onChange={next => change({ a: next })}
          {...save}
        />
        {b && (
          <ResultColumn
            run={second}
            other={first.data}
            setting={b}
            name="Second setting"
            hasQuestion={q !== undefined}
            onChange={next => change({ b: next })}
            {...save}
          />
        )}
      </div>
      {golden && q && <SaveGolden q={q} tag={tag} documentId={golden} onClose={() => setGolden(undefined)} />}
    </>
  )
}

function useRun(q: string | undefined, tag: string | undefined, setting: RecallSetting | undefined) {
  return useQuery({
    queryKey: ['recall', q, tag, setting],
    enabled: q !== undefined && setting !== undefined,
    queryFn: ({ signal }) => runSearch({ q: q!, tag, setting: setting! }, signal),
    placeholderData: before => before,
    staleTime: 60_000,
  })
}
