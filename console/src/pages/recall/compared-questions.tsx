import { ArrowDown, ArrowUp } from 'lucide-react'
import { AskAgain } from './ask-again.tsx'
import { FoundMark } from './found-mark.tsx'
import { type ComparedQuestion, type ComparedSet, movedBy, rankIn } from './rank-changes.ts'

/** A row for each question, a column for each set: the rank of the right document, and how it differs from the set in use. */
export function ComparedQuestions({
  sets,
  questions,
  onAsk,
}: {
  sets: readonly ComparedSet[]
  questions: readonly ComparedQuestion[]
  onAsk(question: string, tag: string | undefined): void
}) {
  return (
    <div className="overflow-x-auto">
      <table aria-label="Ranks by question and set" className="w-full border-line border-y text-left">
        <thead className="text-muted text-xs">
          <tr className="h-8">
            <th scope="col" className="pr-4 font-normal">
              Question
            </th>
            <th scope="col" className="pr-4 font-normal max-md:hidden">
              Container
            </th>
            {sets.map(({ id, model, role }) => (
              <th key={id} scope="col" className="w-40 whitespace-nowrap pr-2 font-normal max-sm:w-28">
                {role === 'active' ? 'Set in use' : model}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map(question => (
            <tr key={question.id} className="h-9 border-line border-t hover:bg-hover">
              <td className="py-1.5 pr-4">
                <AskAgain question={question} onAsk={onAsk} />
              </td>
              <td className="pr-4 text-muted max-md:hidden">{question.containerTag ?? 'all'}</td>
              {sets.map(({ id }) => (
                <td key={id} className="whitespace-nowrap pr-2 align-middle">
                  <FoundMark rank={rankIn(question, id)} />
                  <Moved by={movedBy(question, id, sets[0]!.id)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Moved({ by }: { by: number }) {
  if (by === 0) return null
  const Arrow = by > 0 ? ArrowUp : ArrowDown
  return (
    <span className="figures ml-2 inline-flex items-center gap-0.5 rounded-full bg-accent-soft px-1.5 font-medium text-ink text-xs">
      <Arrow size={12} aria-hidden />
      {Math.abs(by)} <span className="sr-only">{by > 0 ? 'higher' : 'lower'}</span>
    </span>
  )
}
