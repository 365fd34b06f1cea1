import type { GoldenQuestion } from '@reverie/sdk'

/** A golden question as a button that asks it on this page. */
export function AskAgain({
  question: { question, containerTag },
  onAsk,
}: {
  question: Pick<GoldenQuestion, 'question' | 'containerTag'>
  onAsk(question: string, tag: string | undefined): void
}) {
  return (
    <button
      type="button"
      className="text-left hover:underline"
      onClick={() => onAsk(question, containerTag ?? undefined)}
    >
      {question}
    </button>
  )
}
