import type { Connection, ConnectionChanges, Connector } from '@reverie/sdk'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSession } from '../../data/session.ts'
import { Code } from '../../parts/copy.tsx'
import { Failure } from '../../parts/page.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import {
  type Draft,
  draftOf,
  type FormField,
  faultsIn,
  faultsOf,
  fieldsOf,
  hasPlace,
  valueToSend,
} from '../../parts/schema-form/form-fields.ts'
import { SchemaFields } from '../../parts/schema-form/schema-fields.tsx'
import { saveSettings } from '../connections/change-connection.ts'
import { type Schedule, ScheduleFields, scheduleNames } from '../connections/schedule-fields.tsx'
import { SettingsSection } from '../settings/settings-section.tsx'

/** What was entered, to change. New settings or credentials are tried at the source before they are stored. */
export function ConnectionSettings({ of: connection, connector }: { of: Connection; connector: Connector }) {
  const { may } = useSession()
  const isReadOnly = !may('admin')
  const form = useDraft(connection, connector)
  const save = useMutation({
    mutationFn: (changes: ConnectionChanges) => saveSettings(connection, changes),
    onSuccess: form.discard,
  })
  const faults = faultsOf(save.error)
  const isPlaced = hasPlace(faults, { settings: form.settings, credentials: form.secrets }, scheduleNames)
  return (
    <form
      className="flex flex-col gap-10 pb-16"
      onSubmit={event => {
        event.preventDefault()
        save.mutate(form.changes)
      }}
    >
      {isReadOnly && <p className="text-muted">Only admins and owners change connections.</p>}
      <Sections form={form} connector={connector} faults={faults} isReadOnly={isReadOnly} />
      {connection.eventsUrl !== null && <Events url={connection.eventsUrl} title={connector.title} />}
      {save.error && !isPlaced && <Failure error={save.error} />}
      {Object.keys(form.changes).length > 0 && (
        <SaveBar
          words={save.isPending ? 'Reaching the source…' : 'Not saved yet'}
          isDisabled={save.isPending}
          onDiscard={() => {
            form.discard()
            save.reset()
          }}
        />
      )}
    </form>
  )
}

/** Where the provider may report changes. Some let Reverie register it, and some a person only. */
function Events({ url, title }: { url: string; title: string }) {
  return (
    <SettingsSection
      title="Events"
      words={`With events, changes arrive within seconds. Where Reverie cannot register this address at ${title}, enter it there yourself.`}
    >
      <Code text={url} label="address for events" />
    </SettingsSection>
  )
}

type SectionsProps = {
  form: ReturnType<typeof useDraft>
  connector: Connector
  faults: Record<string, string>
  isReadOnly: boolean
}

function Sections({ form, connector, faults, isReadOnly }: SectionsProps) {
  return (
    <>
      {form.settings.length > 0 && (
        <SettingsSection
          title="What is read"
          words="New settings are tried at the source first. Then everything is read again: what has not changed costs nothing, and what is no longer meant is deleted."
        >
          <SchemaFields
            fields={form.settings}
            draft={form.draft}
            onChange={form.setDraft}
            faults={faultsIn(faults, 'settings')}
            isReadOnly={isReadOnly}
          />
        </SettingsSection>
      )}
      {form.secrets.length > 0 && !isReadOnly && (
        <SettingsSection
          title="Account"
          words="The stored credentials are never shown. Leave these empty to keep them; enter all of them to replace them."
        >
          <SchemaFields
            fields={form.secrets}
            draft={form.keys}
            onChange={form.setKeys}
            faults={faultsIn(faults, 'credentials')}
          />
        </SettingsSection>
      )}
      <SettingsSection title="How often, and how much" words="A new interval counts from now.">
        <ScheduleFields
          value={form.schedule}
          onChange={form.setSchedule}
          usualMinutes={connector.everyMinutes}
          faults={faults}
          isReadOnly={isReadOnly}
        />
      </SettingsSection>
    </>
  )
}

/** What is typed, and the changes that it means. Only groups that differ are sent. */
function useDraft(connection: Connection, connector: Connector) {
  const settings = useMemo(() => fieldsOf(connector.settingsSchema), [connector])
  // Stored credentials are kept unless new ones are entered, so that none is required here.
  const secrets = useMemo(
    () => fieldsOf(connector.credentialsSchema).map((field): FormField => ({ ...field, isRequired: false })),
    [connector],
  )
  const stored = connection.settings
  const [draft, setDraft] = useState<Draft>()
  const [keys, setKeys] = useState<Draft>()
  const [schedule, setSchedule] = useState<Schedule>()
  const shown = {
    draft: draft ?? draftOf(settings, stored),
    keys: keys ?? draftOf(secrets),
    schedule: schedule ?? scheduleOf(connection),
  }
  const discard = () => {
    setDraft(undefined)
    setKeys(undefined)
    setSchedule(undefined)
  }
  const wanted = valueToSend(settings, shown.draft, stored)
  const entered = valueToSend(secrets, shown.keys)
  const changes: ConnectionChanges = {
    ...(draft && !isSame(wanted, stored) && { settings: { ...others(stored, settings), ...wanted } }),
    ...(Object.keys(entered).length > 0 && { credentials: entered }),
    ...(schedule && changedSchedule(connection, schedule)),
  }
  return { settings, secrets, ...shown, setDraft, setKeys, setSchedule, discard, changes }
}

const scheduleOf = ({ everyMinutes, documentLimit }: Connection): Schedule => ({
  everyMinutes,
  documentLimit: documentLimit === undefined ? '' : String(documentLimit),
})

function changedSchedule(
  connection: Connection,
  { everyMinutes, documentLimit }: Schedule,
): ConnectionChanges {
  const limit = documentLimit === '' ? null : Number(documentLimit)
  return {
    ...(everyMinutes !== connection.everyMinutes && { everyMinutes }),
    ...(limit !== (connection.documentLimit ?? null) && { documentLimit: limit }),
  }
}

/** Settings that the form has no field for, such as those of a newer connector. */
const others = (stored: Record<string, unknown>, fields: readonly FormField[]) =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => !fields.some(field => field.name === name)))

/** Whatever the order of the names. */
const isSame = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (value: Record<string, unknown>) =>
  Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
