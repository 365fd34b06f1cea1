import { useMutation } from '@tanstack/react-query'
import { queries, reverie } from '../../data/client.ts'
import { questionsQuery } from '../../data/questions.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { Failure } from '../../parts/page.tsx'
import { say } from '../../parts/toasts.tsx'

/** Saves a question with the document that answers it, to see after each change whether it is still found. */
export function SaveGolden({
  q,
  tag,
  documentId,
  onClose,
}: {
  q: string
  tag: string | undefined
  documentId: string
  onClose(): void
}) {
  const save = useMutation({
    mutationFn: (question: string) =>
      reverie.goldenQuestions.add({ question, expected: [documentId], ...(tag && { containerTag: tag }) }),
    onSuccess() {
      onClose()
      say('Saved as a golden question.')
      void queries.invalidateQueries({ queryKey: ['set-comparison'] })
      return queries.invalidateQueries({ queryKey: questionsQuery.queryKey })
    },
  })
  return (
    <Modal
      title="Save as a golden question"
      description="The document of this result is the right answer. Golden questions show whether a change of settings or models still finds it."
      open
      onOpenChange={open => !open && onClose()}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          save.mutate(String(new FormData(event.currentTarget).get('question')).trim())
        }}
      >
        <Field label="Question" name="question" required autoFocus maxLength={10_000} defaultValue={q} />
        {save.error && <Failure error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  )
}
