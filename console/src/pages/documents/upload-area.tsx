import { type ReactNode, type RefObject, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { bytes, counted } from '../../parts/numbers.ts'
import { type DroppedFile, droppedFiles, pickedFiles } from './dropped-files.ts'
import { UploadTray } from './upload-tray.tsx'
import { upload } from './uploads.ts'

const hasFiles = (event: React.DragEvent) => event.dataTransfer.types.includes('Files')

/** Takes files and folders that are dropped anywhere on the page, or chosen by the picker. */
export function UploadArea({
  picker,
  tag,
  isAllowed,
  children,
}: {
  picker: RefObject<HTMLInputElement | null>
  tag: string | undefined
  isAllowed: boolean
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const [asking, setAsking] = useState<DroppedFile[]>()
  const take = (files: DroppedFile[]) => {
    if (files.length === 0) return
    if (tag) upload(files, tag)
    else setAsking(files)
  }
  if (!isAllowed) return children
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the button Upload does the same by keyboard
    <div
      className="relative"
      onDragOver={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={event => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        void droppedFiles(event.dataTransfer).then(take)
      }}
    >
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ target }) => {
          if (target.files) take(pickedFiles(target.files))
          target.value = ''
        }}
      />
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-30 flex items-center justify-center rounded-lg border-2 border-accent border-dashed bg-accent-soft/85">
          <p className="font-semibold text-lg">Drop files or folders to add them{tag && ` to ${tag}`}</p>
        </div>
      )}
      <UploadTray />
      {asking && <Destination files={asking} onClose={() => setAsking(undefined)} />}
    </div>
  )
}

function Destination({ files, onClose }: { files: DroppedFile[]; onClose(): void }) {
  const size = files.reduce((sum, { file }) => sum + file.size, 0)
  return (
    <Modal
      title={`Add ${counted(files.length, 'file')}`}
      description={`${bytes(size)} in all. Which container are they about?`}
      open
      onOpenChange={open => !open && onClose()}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          upload(files, String(new FormData(event.currentTarget).get('tag')).trim())
          onClose()
        }}
      >
        <Field
          label="Container"
          name="tag"
          required
          autoFocus
          defaultValue="me"
          maxLength={100}
          pattern="[A-Za-z0-9_:.\-]+"
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Add {files.length}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
