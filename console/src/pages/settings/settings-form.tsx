import type { SettingChanges, SettingValues } from '@reverie/sdk'
import { useState } from 'react'
import { BucketsField } from '../../parts/buckets-field.tsx'
import { Button } from '../../parts/button.tsx'
import { Area, Choice, Field } from '../../parts/field.tsx'
import { ListField } from '../../parts/list-field.tsx'
import { counted } from '../../parts/numbers.ts'
import { changesOf } from './changes-of.ts'
import { ConnectorFields } from './connector-fields.tsx'
import type { FormProps } from './form-props.ts'
import { saveSettings } from './save-settings.ts'
import { SettingsSection } from './settings-section.tsx'

/** Every setting of the organization. Changes are counted first and saved together. */
export function SettingsForm({ of: stored, isReadOnly }: { of: SettingValues; isReadOnly: boolean }) {
  const [draft, setDraft] = useState<SettingChanges>({})
  const [isSaving, setSaving] = useState(false)
  const changes = changesOf(stored, draft)
  const count = Object.keys(changes).length
  const props: FormProps = {
    values: { ...stored, ...draft },
    isReadOnly,
    set: part => setDraft(before => ({ ...before, ...part })),
  }
  return (
    <form
      className="flex flex-col gap-10 pb-16"
      onSubmit={async event => {
        event.preventDefault()
        setSaving(true)
        if (await saveSettings(stored, changes)) setDraft({})
        setSaving(false)
      }}
    >
      {isReadOnly && <p className="text-muted">Only admins and owners change settings.</p>}
      <Remembered {...props} />
      <Profiles {...props} />
      <Reading {...props} />
      <Noted {...props} />
      <ConnectorFields {...props} />
      {count > 0 && (
        <section
          aria-label="Changes"
          className="appear sticky bottom-3 flex items-center gap-2 rounded-lg bg-raised px-4 py-2 shadow-float ring-1 ring-line"
        >
          <p className="mr-auto font-medium">{counted(count, 'change')}</p>
          <Button onClick={() => setDraft({})}>Discard</Button>
          <Button type="submit" look="primary" disabled={isSaving}>
            Save {count}
          </Button>
        </section>
      )}
    </form>
  )
}

const filterModes = [
  { value: '', label: 'Words only: the lists below apply' },
  { value: 'true', label: 'On: the instruction and the lists apply' },
  { value: 'false', label: 'Off: everything is remembered' },
]

function Remembered({ values, isReadOnly, set }: FormProps) {
  return (
    <SettingsSection
      title="What is remembered"
      words="Every fact is checked against this before it becomes a memory. Documents stay searchable whatever it says."
    >
      <Choice
        label="Filter"
        options={filterModes}
        disabled={isReadOnly}
        value={String(values.shouldLLMFilter ?? '')}
        onChange={({ target: { value } }) => set({ shouldLLMFilter: value === '' ? null : value === 'true' })}
      />
      <Area
        label="Instruction"
        rows={3}
        maxLength={750}
        readOnly={isReadOnly}
        value={values.filterPrompt ?? ''}
        placeholder="Only remember facts about pets."
        hint="A language model follows it. Without one, only instructions such as “Only remember pets.” work."
        onChange={({ target: { value } }) => set({ filterPrompt: value })}
      />
      <ListField
        label="Only these"
        value={values.includeItems ?? []}
        isReadOnly={isReadOnly}
        placeholder={'preferences\nprojects'}
        hint="Words or kinds of facts, one a line. Others are left out."
        onChange={includeItems => set({ includeItems })}
      />
      <ListField
        label="Never these"
        value={values.excludeItems ?? []}
        isReadOnly={isReadOnly}
        placeholder="salary"
        hint="Words or kinds of facts, one a line. They are left out even if the list above has them."
        onChange={excludeItems => set({ excludeItems })}
      />
    </SettingsSection>
  )
}

function Profiles({ values, isReadOnly, set }: FormProps) {
  return (
    <SettingsSection
      title="Profiles"
      words="A profile is what an agent is told about a person. Buckets sort it into parts."
    >
      <BucketsField
        label="Buckets"
        value={values.profileBuckets ?? []}
        isReadOnly={isReadOnly}
        hint="The description decides which memories belong in a bucket. A container can have buckets of its own."
        onChange={profileBuckets => set({ profileBuckets })}
      />
    </SettingsSection>
  )
}

function Reading({ values, isReadOnly, set }: FormProps) {
  return (
    <SettingsSection
      title="How documents are cut"
      words="Search compares chunks of a document. Small ones are found more exactly, and large ones carry more context."
    >
      <Field
        label="Characters in a chunk"
        type="number"
        min={200}
        max={8000}
        readOnly={isReadOnly}
        value={values.chunkSize ?? ''}
        placeholder="the server's own"
        hint="200 to 8,000. It applies to documents that are processed after the change."
        className="max-w-60"
        onChange={({ target: { value } }) => set({ chunkSize: value === '' ? null : Number(value) })}
      />
    </SettingsSection>
  )
}

/** Settings that clients read and the server only keeps. */
function Noted({ values, isReadOnly, set }: FormProps) {
  return (
    <SettingsSection
      title="Notes for clients"
      words="Programs that use this memory can read these. The server keeps them and does nothing else with them."
    >
      <Area
        label="About the organization"
        rows={3}
        maxLength={1500}
        readOnly={isReadOnly}
        value={values.workspacePrompt ?? ''}
        placeholder="We run a ceramics studio."
        onChange={({ target: { value } }) => set({ workspacePrompt: value })}
      />
      <ListField
        label="Subjects it cares about"
        value={values.categories ?? []}
        isReadOnly={isReadOnly}
        placeholder="pets"
        hint="One a line."
        onChange={categories => set({ categories })}
      />
      <ListField
        label="Weighted tags"
        value={(values.filterTags ?? []).map(({ tag, score }) => `${tag} ${score}`)}
        isReadOnly={isReadOnly}
        placeholder="glaze 0.8"
        hint="A tag and its weight, one pair a line."
        onChange={lines => set({ filterTags: lines.map(tagIn) })}
      />
    </SettingsSection>
  )
}

/** `glaze 0.8`. A tag without a weight has the weight 1. */
function tagIn(line: string): { tag: string; score: number } {
  const [, tag, score] = /^(.*?)(?:\s+(-?\d+(?:\.\d+)?))?$/.exec(line.trim())!
  return { tag: tag || line.trim(), score: score === undefined ? 1 : Number(score) }
}
