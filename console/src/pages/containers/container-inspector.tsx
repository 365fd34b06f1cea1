import type { ContainerTag } from '@reverie/sdk'
import { Link } from '@tanstack/react-router'
import { Download, Merge, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { Facts, Inspector, InspectorSection } from '../../parts/inspector.tsx'
import { figure } from '../../parts/numbers.ts'
import { Time } from '../../parts/time.tsx'
import { ContainerForm } from './container-form.tsx'
import { DeleteContainer } from './delete-container.tsx'
import { ExportDialog } from './export-dialog.tsx'

const linkLook = 'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent'

/** A container, whole: what it holds, its own settings, and what can be done with it. */
export function ContainerInspector({
  of: container,
  onMerge,
  onDeleted,
  onClose,
}: {
  of: ContainerTag
  onMerge(): void
  onDeleted(erasureId: string): void
  onClose(): void
}) {
  const { may } = useSession()
  const [deleting, setDeleting] = useState(false)
  const [exporting, setExporting] = useState(false)
  const { containerTag: tag, documentCount, memoryCount } = container
  return (
    <Inspector title="Container" onClose={onClose}>
      <h2 className="break-words font-semibold text-lg leading-snug">{tag}</h2>
      {may('admin') && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={onMerge}>
            <Merge size={14} aria-hidden />
            Merge into…
          </Button>
          <Button onClick={() => setExporting(true)}>
            <Download size={14} aria-hidden />
            Export
          </Button>
          <Button onClick={() => setDeleting(true)}>
            <Trash2 size={14} aria-hidden />
            Delete
          </Button>
        </div>
      )}
      <InspectorSection title="What it holds">
        <Facts
          of={[
            [
              'Documents',
              <Link key="documents" to="/documents" search={{ tag }} className={linkLook}>
                {figure(documentCount)}
              </Link>,
            ],
            [
              'Memories',
              <Link key="memories" to="/memories" search={{ tag }} className={linkLook}>
                {figure(memoryCount)}
              </Link>,
            ],
            ['Tokens', `about ${figure(container.tokenCount)}`],
            [
              'Profile',
              <Link key="profile" to="/profile" search={{ tag }} className={linkLook}>
                What an agent is told
              </Link>,
            ],
            ['First used', <Time key="first" at={container.createdAt} />],
            ['Last activity', <Time key="last" at={container.lastActivityAt} />],
          ]}
        />
      </InspectorSection>
      <InspectorSection title="Its own settings">
        <ContainerForm of={container} isReadOnly={!may('admin')} />
      </InspectorSection>
      {exporting && <ExportDialog tag={tag} onClose={() => setExporting(false)} />}
      {deleting && <DeleteContainer tag={tag} onDeleted={onDeleted} onClose={() => setDeleting(false)} />}
    </Inspector>
  )
}
