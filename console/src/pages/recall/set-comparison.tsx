import { RefreshCw } from 'lucide-react'
import { Button } from '../../parts/button.tsx'
import { Chips } from '../../parts/chips.tsx'
import { Code } from '../../parts/copy.tsx'
import { FiguresTable } from '../../parts/figures-table.tsx'
import { counted, figure } from '../../parts/numbers.ts'
import { Empty, Failure, RowSkeletons } from '../../parts/page.tsx'
import { StateMark } from '../../parts/state.tsx'
import { ComparedQuestions } from './compared-questions.tsx'
import { type ComparedQuestion, type ComparedSet, figuresOf, movedBy } from './rank-changes.ts'
import { useComparison } from './use-comparison.ts'

/** The embedding sets, asked the golden questions: would a switch find the answers better? */
export function SetComparison({
  onlyChanged,
  onOnlyChanged,
  onAsk,
}: {
  onlyChanged: boolean
  onOnlyChanged(onlyChanged: boolean): void
  onAsk(question: string, tag: string | undefined): void
}) {
  const { data, isError, error, isFetching, refetch } = useComparison()
  return (
    <section
      aria-label="Embedding sets"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-4 pb-8 sm:px-6"
    >
      {isError && <Failure error={error} retry={() => refetch()} />}
      {!data && !isError && <RowSkeletons />}
      {data && data.questions.length === 0 && !isFetching && (
        <Empty title="No golden question yet.">
          Ask a question, and press the star beside the result that answers it. Each set is then asked for it,
          and this table shows at which rank it finds the answer.
        </Empty>
      )}
      {data && data.questions.length > 0 && (
        <>
          <div className="mb-2 flex min-h-8 flex-wrap items-center gap-3">
            <p className="figures text-muted" aria-live="polite" aria-busy={isFetching}>
              {counted(data.questions.length, 'golden question')} asked{isFetching && ', more to come'}
            </p>
            <Button look="quiet" className="ml-auto" disabled={isFetching} onClick={() => void refetch()}>
              <RefreshCw size={14} aria-hidden />
              Ask again
            </Button>
          </div>
          <Sets of={data.sets} questions={data.questions} />
          <Change sets={data.sets} questions={data.questions} />
          <Questions {...{ ...data, onlyChanged, onOnlyChanged, onAsk }} />
        </>
      )}
    </section>
  )
}

const roles: Record<ComparedSet['role'], string> = {
  active: 'in use',
  building: 'built, not in use yet',
  previous: 'kept for a rollback',
}

function Sets({
  of: sets,
  questions,
}: {
  of: readonly ComparedSet[]
  questions: readonly ComparedQuestion[]
}) {
  const rows = sets.map(set => ({
    ...set,
    ...(set.isAvailable && { figures: figuresOf(questions, set.id) }),
  }))
  return (
    <FiguresTable
      label="Quality of each set"
      rows={rows}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          label: 'Model',
          isWord: true,
          cell: ({ model, provider }) => (
            <>
              {model} <span className="text-muted max-sm:hidden">{provider}</span>
            </>
          ),
        },
        { label: 'Set', isWord: true, cell: set => <Role of={set} /> },
        { label: 'Dimensions', cell: ({ dimensions }) => figure(dimensions), isWideOnly: true },
        { label: 'First', cell: ({ figures }) => figures?.first ?? '–' },
        { label: 'Not found', cell: ({ figures }) => figures?.missed ?? '–', isWideOnly: true },
        { label: 'Recall@10', cell: ({ figures }) => figures?.recall10.toFixed(3) ?? '–' },
        { label: 'nDCG@10', cell: ({ figures }) => figures?.ndcg10.toFixed(3) ?? '–' },
      ]}
    />
  )
}

function Role({ of: { role, isComplete, isAvailable } }: { of: ComparedSet }) {
  if (!isAvailable) return <StateMark state="failed" label="model not running" />
  if (!isComplete) return <StateMark state="running" label="not complete yet" />
  return <span className="text-muted">{roles[role]}</span>
}

/** What the figures mean, and the next step. */
function Change({
  sets,
  questions,
}: {
  sets: readonly ComparedSet[]
  questions: readonly ComparedQuestion[]
}) {
  const [first, second] = sets
  if (!first || !second)
    return (
      <div className="mt-4 max-w-2xl text-muted">
        <p className="mb-2">
          There is one embedding set. To compare another model before searches use it, whoever runs the server
          builds a second one:
        </p>
        <Code
          text="reverie embeddings build <organization> --provider local --model <name>"
          label="command"
        />
      </div>
    )
  const missing = sets.find(({ isAvailable }) => !isAvailable)
  if (missing)
    return (
      <p className="mt-3 text-muted">
        This server does not run {missing.model}. Set <code className="font-mono text-xs">EMBEDDER_NEXT</code>{' '}
        to it to compare.
      </p>
    )
  const moved = questions.map(question => movedBy(question, second.id, first.id))
  const [better, worse] = [moved.filter(by => by > 0).length, moved.filter(by => by < 0).length]
  return (
    <p className="figures mt-3">
      With {second.model}, {counted(better, 'answer moves', 'answers move')} up and {figure(worse)} down;{' '}
      {figure(questions.length - better - worse)} stay.
      {!second.isComplete && ' The set is not complete yet, so some of its answers are missing.'}
    </p>
  )
}

function Questions({
  sets,
  questions,
  onlyChanged,
  onOnlyChanged,
  onAsk,
}: {
  sets: readonly ComparedSet[]
  questions: readonly ComparedQuestion[]
  onlyChanged: boolean
  onOnlyChanged(onlyChanged: boolean): void
  onAsk(question: string, tag: string | undefined): void
}) {
  const searched = sets.filter(({ isAvailable }) => isAvailable)
  const [first, ...others] = searched
  const hasChanged = (question: ComparedQuestion) =>
    others.some(({ id }) => movedBy(question, id, first!.id) !== 0)
  const changed = questions.filter(hasChanged)
  return (
    <div className="mt-5">
      {others.length > 0 && (
        <div className="mb-2">
          <Chips
            label="Questions"
            value={onlyChanged ? 'changed' : 'all'}
            options={[
              { value: 'all', label: 'All', count: questions.length },
              { value: 'changed', label: 'Rank changed', count: changed.length },
            ]}
            onChange={value => onOnlyChanged(value === 'changed')}
          />
        </div>
      )}
      <ComparedQuestions
        sets={searched}
        questions={onlyChanged && others.length > 0 ? changed : questions}
        onAsk={onAsk}
      />
    </div>
  )
}
