import type { Connector, NewConnection } from '@reverie/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { reverie } from '../../data/client.ts'
import { refreshConnections } from '../../data/connections.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/page.tsx'
import {
  type Draft,
  draftOf,
  faultsIn,
  faultsOf,
  fieldsOf,
  hasPlace,
  isOptional,
  valueToSend,
} from '../../parts/schema-form/form-fields.ts'
import { MoreFields, SchemaFields } from '../../parts/schema-form/schema-fields.tsx'
import { returnAddress } from '../connections/change-connection.ts'
import { ContainerField } from '../connections/container-field.tsx'
import {
  type Schedule,
  ScheduleFields,
  scheduleNames,
  scheduleValues,
} from '../connections/schedule-fields.tsx'

/** The form of a provider, made from the schemas that its connector describes. */
export function ConnectForm({ of: provider }: { of: Connector }) {
  const { settings, secrets, values, set, body } = useEntries(provider)
  // Where nothing is required, nothing is folded away.
  const shown = settings.every(isOptional) ? settings : settings.filter(field => !isOptional(field))
  const connect = useConnect(provider)
  const faults = faultsOf(connect.error)
  const form = useFirstFault(connect.error)
  const isPlaced = hasPlace(faults, { settings, credentials: secrets }, ['containerTag', ...scheduleNames])
  const named = { draft: values.settings, onChange: set('settings'), faults: faultsIn(faults, 'settings') }
  const folded = settings.filter(field => !shown.includes(field))
  return (
    <form
      ref={form}
      className="flex flex-col gap-8"
      onSubmit={event => {
        event.preventDefault()
        connect.mutate(body())
      }}
    >
      {settings.length > 0 && (
        <Group title="What to read">
          <SchemaFields {...named} fields={shown} />
          <MoreFields {...named} fields={folded} title="More settings" />
        </Group>
      )}
      {secrets.length > 0 && (
        <Group title="Account">
          <SchemaFields
            fields={secrets}
            draft={values.credentials}
            onChange={set('credentials')}
            faults={faultsIn(faults, 'credentials')}
          />
        </Group>
      )}
      <Group title="Where it goes, and how often">
        <ContainerField value={values.container} onChange={set('container')} error={faults.containerTag} />
        <ScheduleFields
          value={values.schedule}
          onChange={set('schedule')}
          usualMinutes={provider.everyMinutes}
          faults={faults}
        />
      </Group>
      {connect.error && !isPlaced && <Failure error={connect.error} />}
      <Foot of={provider} isPending={connect.isPending} />
    </form>
  )
}

type Entries = { settings: Draft; credentials: Draft; container: string; schedule: Schedule }

/** What is entered, and the request that it means. */
function useEntries({ settingsSchema, credentialsSchema }: Connector) {
  const { tag } = useSearch({ strict: false }) as { tag?: string }
  const settings = useMemo(() => fieldsOf(settingsSchema), [settingsSchema])
  const secrets = useMemo(() => fieldsOf(credentialsSchema), [credentialsSchema])
  const [values, setValues] = useState<Entries>(() => ({
    settings: draftOf(settings),
    credentials: draftOf(secrets),
    container: tag ?? '',
    schedule: { everyMinutes: null, documentLimit: '' },
  }))
  const set =
    <Name extends keyof Entries>(name: Name) =>
    (value: Entries[Name]) =>
      setValues(before => ({ ...before, [name]: value }))
  const body = (): NewConnection => ({
    settings: valueToSend(settings, values.settings),
    ...(secrets.length > 0 && { credentials: valueToSend(secrets, values.credentials) }),
    ...(values.container !== '' && { containerTag: values.container }),
    ...scheduleValues(values.schedule),
  })
  return { settings, secrets, values, set, body }
}

function Foot({ of: { title, credentials }, isPending }: { of: Connector; isPending: boolean }) {
  const isOAuth = credentials === 'oauth'
  const words = isOAuth ? `Continue to ${title}` : 'Connect'
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" look="primary" disabled={isPending}>
        {isPending ? 'Reaching the source…' : words}
      </Button>
      <p className="min-w-0 flex-1 text-muted text-xs">
        {isOAuth
          ? 'You sign in there, grant access, and come back. Then the first import starts.'
          : 'The source is read once to try it. If that works, the first import starts at once.'}
      </p>
    </div>
  )
}

/** Creates the connection and goes on: to the provider, which asks for access, or to the page of the connection. */
function useConnect({ provider, withoutChoice }: Connector) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: NewConnection) =>
      reverie.connections.create(provider, { ...body, redirectUrl: returnAddress() }),
    onSuccess: async ({ id, authLink }) => {
      if (authLink) return location.assign(authLink)
      void refreshConnections()
      const search = withoutChoice === 'nothing' ? { tab: 'resources' as const } : {}
      await navigate({ to: '/connections/$id', params: { id }, search })
    },
  })
}

/** The focus goes to the first field that was refused. */
function useFirstFault(error: unknown) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!error) return
    // After the fields that are folded away have opened.
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [error])
  return form
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-5">
      <h2 className="border-line border-b pb-1.5 font-semibold text-base">{title}</h2>
      {children}
    </section>
  )
}
