import type { Connection, Connector } from '@reverie/sdk'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../data/session.ts'
import { Chip } from '../../parts/chips.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { counted } from '../../parts/numbers.ts'
import { SaveBar } from '../../parts/save-bar.tsx'
import { chooseResources } from '../connections/change-connection.ts'
import { type Choice, choiceOf, isNarrower, isSameChoice, pick, unchosenWords } from './choice.ts'
import { ResourceTree } from './resource-tree.tsx'

/** What should it read: everything, or the folders, repositories or mailboxes that a person chose. */
export function ResourcesTab({ of: connection, connector }: { of: Connection; connector: Connector }) {
  const stored = choiceOf(connection)
  const [draft, setDraft] = useState<Choice>()
  const [isAsking, setAsking] = useState(false)
  const isReadOnly = !useSession().may('admin')
  const withoutChoice = connector.withoutChoice ?? 'everything'
  // Where nothing is read without a choice, there is only the choice.
  const isOnlyChoice = withoutChoice === 'nothing'
  const choice = draft ?? stored
  const put = (next: Choice) =>
    setDraft({ ...next, isAll: isOnlyChoice ? next.picked.size === 0 : next.isAll })
  const save = async () => {
    const resources = choice.isAll ? null : [...choice.picked].map(([id, name]) => ({ id, name }))
    if (await chooseResources(connection, resources)) setDraft(undefined)
  }
  return (
    <section aria-label="What to import" className="pb-4">
      {isOnlyChoice ? (
        <p className="text-muted">Nothing from this list is imported until it is chosen.</p>
      ) : (
        <Modes
          isAll={choice.isAll}
          all={unchosenWords[withoutChoice]}
          isReadOnly={isReadOnly}
          onChange={isAll => put({ ...choice, isAll })}
        />
      )}
      {(isOnlyChoice || !choice.isAll) && (
        <>
          <Chosen of={choice} {...(!isReadOnly && { onRemove: each => put(pick(choice, each, false)) })} />
          <ResourceTree
            connection={connection}
            picked={choice.picked}
            isReadOnly={isReadOnly}
            onPick={(resource, isPicked) => put(pick(choice, resource, isPicked))}
          />
        </>
      )}
      {!isSameChoice(choice, stored) && (
        <SaveBar
          words={wordsOf(choice, unchosenWords[withoutChoice])}
          save="Save the choice"
          isDisabled={!choice.isAll && choice.picked.size === 0}
          onDiscard={() => setDraft(undefined)}
          onSave={() => (isNarrower(choice, stored, withoutChoice) ? setAsking(true) : void save())}
        />
      )}
      <Confirm
        title="Import only what is chosen?"
        action="Save, and delete the rest"
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => void save()}
      >
        The source is read again. Documents of what is no longer chosen are deleted here, and nothing changes
        at the source. If you choose it again later, it is imported anew.
      </Confirm>
    </section>
  )
}

function Modes({
  isAll,
  all,
  isReadOnly,
  onChange,
}: {
  isAll: boolean
  all: string
  isReadOnly: boolean
  onChange(isAll: boolean): void
}) {
  return (
    <fieldset className="flex flex-col gap-1" disabled={isReadOnly}>
      <legend className="sr-only">What to import</legend>
      <Mode isChosen={isAll} onChoose={() => onChange(true)}>
        {all}
      </Mode>
      <Mode isChosen={!isAll} onChoose={() => onChange(false)}>
        Only what is chosen here
      </Mode>
    </fieldset>
  )
}

function Mode({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean
  onChoose(): void
  children: ReactNode
}) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-10">
      <input
        type="radio"
        name="mode"
        className="size-4 accent-accent"
        checked={isChosen}
        onChange={onChoose}
      />
      {children}
    </label>
  )
}

/** Also what lies in branches that are not open. */
function Chosen({
  of: { picked },
  onRemove,
}: {
  of: Choice
  onRemove?: (resource: { id: string; name: string }) => void
}) {
  if (picked.size === 0) return null
  return (
    <ul aria-label="Chosen" className="mt-4 flex flex-wrap gap-1.5">
      {[...picked].map(([id, name]) => (
        <li key={id}>
          {onRemove ? (
            <Chip label={`Remove ${name}`} onRemove={() => onRemove({ id, name })}>
              {name}
            </Chip>
          ) : (
            name
          )}
        </li>
      ))}
    </ul>
  )
}

function wordsOf({ isAll, picked }: Choice, all: string): string {
  if (isAll) return all
  return picked.size === 0 ? 'Choose at least one.' : `${counted(picked.size, 'resource')} chosen`
}
