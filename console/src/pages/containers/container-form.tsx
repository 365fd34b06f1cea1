import type { ContainerTag } from '@reverie/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { reverie } from '../../data/client.ts'
import { type Bucket, BucketsField } from '../../parts/buckets-field.tsx'
import { Button } from '../../parts/button.tsx'
import { Area, Field } from '../../parts/field.tsx'
import { Failure } from '../../parts/page.tsx'
import { say } from '../../parts/toasts.tsx'
import { valuesOf } from '../people/form-values.ts'
import { refreshContainers } from './use-containers.ts'

/** The name, the context and the buckets of a container. Empty fields fall back to those of the organization. */
export function ContainerForm({ of: container, isReadOnly }: { of: ContainerTag; isReadOnly: boolean }) {
  const { containerTag: tag } = container
  const [buckets, setBuckets] = useState<Bucket[]>(container.profileBuckets ?? [])
  const save = useMutation({
    mutationFn: ({ name, entityContext }: { name: string; entityContext: string }) =>
      reverie.containerTags.update(tag, {
        name: name.trim() || null,
        entityContext: entityContext.trim() || null,
        profileBuckets: buckets.length > 0 ? buckets : null,
      }),
    async onSuccess() {
      await refreshContainers()
      say(`The settings of ${tag} are saved.`)
    },
  })
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={event => {
        event.preventDefault()
        save.mutate(valuesOf(event.currentTarget, 'name', 'entityContext'))
      }}
    >
      <Field
        label="Name"
        name="name"
        maxLength={255}
        placeholder={tag}
        defaultValue={container.name === tag ? '' : container.name}
        readOnly={isReadOnly}
        hint="Shown beside the tag."
      />
      <Area
        label="Who or what it is about"
        name="entityContext"
        maxLength={1500}
        rows={4}
        defaultValue={container.entityContext ?? ''}
        readOnly={isReadOnly}
        placeholder="Ada, a ceramicist in Lisbon."
        hint="Guides which facts are remembered, and about whom."
      />
      <BucketsField
        label="Buckets of its profile"
        value={buckets}
        onChange={setBuckets}
        isReadOnly={isReadOnly}
        hint="Without any, the buckets of the organization apply."
      />
      {save.error && <Failure error={save.error} />}
      {!isReadOnly && (
        <Button type="submit" look="primary" className="self-start" disabled={save.isPending}>
          Save
        </Button>
      )}
    </form>
  )
}
