import type { GoldenQuestion } from '@reverie/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { queries, reverie } from '../../data/client.ts'
import { filterOf } from '../../data/filter.ts'
import { questionsQuery } from '../../data/questions.ts'
import { useSession } from '../../data/session.ts'
import type { RecallSetting } from '../../data/view.ts'
import { IconButton } from '../../parts/button.tsx'
import { counted } from '../../parts/numbers.ts'
import { Empty, Failure, RowSkeletons } from '../../parts/page.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { AskAgain } from './ask-again.tsx'
import { FoundMark } from './found-mark.tsx'

const looksAt = 20

/** The golden questions, asked with the setting of this page: at which rank is the right document? */
export function GoldenQuestions({
  tag,
  setting,
  onAsk,
}: {
  tag: string | undefined
  setting: RecallSetting
  onAsk(question: string, tag: string | undefined): void
}) {
  const { may } = useSession()
  const questions = useQuery(questionsQuery)
  const shown =
    questions.data?.filter(({ containerTag }) => !tag || containerTag === tag || containerTag === null) ?? []
  const runs = useQueries({
    queries: shown.map(question => ({
      queryKey: ['golden-run', question.id, setting],
      queryFn: ({ signal }: { signal: AbortSignal }) => rankOf(question, setting, signal),
      staleTime: 60_000,
    })),
  })
  const done = runs.flatMap(({ data }) => (data === undefined ? [] : data))
  const first = done.filter(rank => rank === 1).length
  return (
    <section
      aria-label="Golden questions"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-4 pb-8 sm:px-6"
    >
      {questions.isError && <Failure error={questions.error} retry={() => questions.refetch()} />}
      {questions.isPending && <RowSkeletons />}
      {questions.data && shown.length === 0 && (
        <Empty title="No golden question yet.">
          Ask a question, and press the star beside the result that answers it. Then this table shows whether
          it is still found after each change.
        </Empty>
      )}
      {shown.length > 0 && (
        <>
          <p className="figures mb-2 text-muted" aria-live="polite" aria-busy={done.length < shown.length}>
            {done.length < shown.length
              ? `Asked ${done.length} of ${shown.length}`
              : `${first} of ${counted(shown.length, 'question')} answered first, mean reciprocal rank ${meanOf(done).toFixed(2)}`}
          </p>
          <table className="w-full text-left">
            <thead className="border-line border-b text-muted text-xs">
              <tr>
                <th className="h-8 font-normal">Question</th>
                <th className="font-normal max-md:hidden">Container</th>
                <th className="w-32 font-normal">Found</th>
                <th className="w-10">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((question, at) => (
                <tr key={question.id} className="h-9 border-line border-b hover:bg-hover">
                  <td className="pr-4">
                    <AskAgain question={question} onAsk={onAsk} />
                  </td>
                  <td className="text-muted max-md:hidden">{question.containerTag ?? 'all'}</td>
                  <td>
                    <FoundMark rank={runs[at]?.data} />
                  </td>
                  <td>
                    {may('member') && (
                      <IconButton
                        label={`Delete “${question.question}”`}
                        onClick={() => void remove(question)}
                      >
                        <Trash2 size={14} />
                      </IconButton>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}

/** The mean of 1/rank; 0 for a question that finds nothing. */
const meanOf = (ranks: readonly (number | null)[]) =>
  ranks.reduce<number>((sum, rank) => sum + (rank ? 1 / rank : 0), 0) / Math.max(1, ranks.length)

/** The rank of the first expected document; null if it is not among the first 20. */
async function rankOf(
  { question, expected, containerTag }: GoldenQuestion,
  setting: RecallSetting,
  signal: AbortSignal,
): Promise<number | null> {
  const { results } = await reverie.search(
    {
      ...{ q: question, limit: looksAt, rerank: !!setting.rerank, rewriteQuery: !!setting.rewrite },
      ...(containerTag && { containerTag }),
      ...(setting.asOf && { asOf: setting.asOf }),
      ...filterOf(setting.where),
    },
    { signal },
  )
  const rankAmong = (ids: readonly string[]) => {
    const at = results.findIndex(({ documentId }) => ids.includes(documentId))
    return at < 0 ? null : at + 1
  }
  return rankAmong(expected) ?? rankAmong(await idsOf(expected, signal))
}

/** Questions may name their documents by customId, which results of a search do not have. */
async function idsOf(customIds: string[], signal: AbortSignal): Promise<string[]> {
  const { documents } = await reverie.documents.getMany({ ids: customIds, by: 'customId' }, { signal })
  return documents.map(({ id }) => id)
}

async function remove(question: GoldenQuestion): Promise<void> {
  const { queryKey } = questionsQuery
  queries.setQueryData(queryKey, all => all?.filter(({ id }) => id !== question.id))
  const again = async () => {
    const { expected, containerTag } = question
    const body = { question: question.question, expected, ...(containerTag && { containerTag }) }
    await reverie.goldenQuestions.add(body)
    await queries.invalidateQueries({ queryKey })
  }
  try {
    await reverie.goldenQuestions.delete(question.id)
    say('The golden question is deleted.', { undo: () => void again().catch(sayError) })
  } catch (error) {
    sayError(error)
  }
  await queries.invalidateQueries({ queryKey })
}
