import { Button } from './button.tsx'

/** Changes that are not saved yet, at the foot of what was changed. Without `onSave` the button submits its form. */
export function SaveBar({
  words,
  save = 'Save',
  isDisabled = false,
  onDiscard,
  onSave,
}: {
  words: string
  save?: string
  isDisabled?: boolean
  onDiscard(): void
  onSave?: () => void
}) {
  return (
    <section
      aria-label="Changes"
      className="appear sticky bottom-3 mt-6 flex items-center gap-2 rounded-lg bg-raised px-4 py-2 shadow-float ring-1 ring-line"
    >
      <p className="mr-auto font-medium">{words}</p>
      <Button onClick={onDiscard}>Discard</Button>
      <Button
        look="primary"
        disabled={isDisabled}
        type={onSave ? 'button' : 'submit'}
        {...(onSave && { onClick: onSave })}
      >
        {save}
      </Button>
    </section>
  )
}
