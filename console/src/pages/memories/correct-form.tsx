import { useEffect, useRef } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field, inputLook } from '../../parts/field.tsx'
import { correct } from './change-memories.ts'

type Target = { id: string; memory: string; tag: string | undefined }

/** New words for a memory. The old ones stay in its history. */
export function CorrectForm({
  of,
  onShow,
  onDone,
}: {
  of: Target
  onShow(id: string): void
  onDone(): void
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    area.current?.focus()
    area.current?.select()
  }, [])
  const save = () => {
    const newContent = area.current!.value.trim()
    onDone()
    if (newContent !== '' && newContent !== of.memory) void correct(of, { newContent }, onShow)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <label htmlFor="correction" className="font-semibold">
        Correct the memory
      </label>
      <textarea
        id="correction"
        ref={area}
        rows={4}
        maxLength={10_000}
        required
        defaultValue={of.memory}
        className={`${inputLook} h-auto! resize-y py-2 text-base!`}
        onKeyDown={event => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onDone()
          }
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            save()
          }
        }}
      />
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary">
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
        <span className="ml-auto text-muted text-xs">Enter saves, Esc leaves</span>
      </div>
    </form>
  )
}

/** A date after which a memory is forgotten by itself. */
export function ForgetAfter({ of, at, onShow }: { of: Target; at: string | null; onShow(id: string): void }) {
  return (
    <form
      className="mt-6 flex items-end gap-2"
      onSubmit={event => {
        event.preventDefault()
        const day = String(new FormData(event.currentTarget).get('day'))
        void correct(of, { forgetAfter: day || null }, onShow)
      }}
    >
      <Field
        label="Forget after a date"
        name="day"
        type="date"
        defaultValue={at?.slice(0, 10)}
        className="flex-1"
      />
      <Button type="submit" className="h-9 pointer-coarse:h-11">
        Set
      </Button>
    </form>
  )
}
