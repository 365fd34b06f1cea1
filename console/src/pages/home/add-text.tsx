import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { reverie } from '../../data/client.ts'
import { Button } from '../../parts/button.tsx'
import { Field, inputLook } from '../../parts/field.tsx'
import { Failure } from '../../parts/page.tsx'
import { valuesOf } from '../people/form-values.ts'
import { Stages } from './stages.tsx'

/** Adds a text or a link, and shows how it moves through its stages. */
export function AddText({ example = '', onAdded }: { example?: string; onAdded?: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const add = useMutation({
    mutationFn: ({ content, containerTag }: { content: string; containerTag: string }) =>
      reverie.add({ content, containerTag, dreaming: 'instant' }),
    onSuccess() {
      form.current?.reset()
      onAdded?.()
    },
  })
  return (
    <>
      <form
        ref={form}
        className="flex flex-col gap-3"
        onSubmit={event => {
          event.preventDefault()
          add.mutate(valuesOf(event.currentTarget, 'content', 'containerTag'))
        }}
      >
        <textarea
          name="content"
          aria-label="Text or link"
          required
          rows={3}
          defaultValue={example}
          placeholder="A note, a message, or a link"
          className={`${inputLook} h-auto! resize-y py-2 text-base!`}
        />
        <div className="flex items-end gap-2">
          <Field
            label="Container"
            name="containerTag"
            required
            defaultValue="me"
            maxLength={100}
            pattern="[A-Za-z0-9_:.\-]+"
            className="min-w-0 flex-1"
          />
          <Button type="submit" look="primary" className="h-9 pointer-coarse:h-11" disabled={add.isPending}>
            Add
          </Button>
        </div>
      </form>
      {add.error && (
        <div className="mt-3">
          <Failure error={add.error} />
        </div>
      )}
      {add.data && <Stages id={add.data.id} />}
    </>
  )
}
