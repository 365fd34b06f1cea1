import type { Document } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fileQuery } from '../../data/document.ts'
import { bytes } from '../../parts/numbers.ts'
import { Failure } from '../../parts/page.tsx'

export type Moment = { label: string; seconds: number }

/** The file itself, by its type: a page of a PDF, an image, a recording. Other files can be downloaded. */
export function Preview({
  id,
  type,
  title,
  page,
  moments,
}: {
  id: string
  type: Document['type']
  title: string
  page: number | undefined
  moments: readonly Moment[]
}) {
  const file = useQuery(fileQuery(id))
  const kind = kindOf(type, file.data)
  const address = useAddress(file.data, kind)
  if (file.isError) return <Failure error={file.error} retry={() => file.refetch()} />
  const isLink = type === 'text'
  if (isLink && !address) return null
  if (file.isPending || (file.data && !address))
    return <div aria-busy="true" className="skeleton h-96 w-full" />
  if (!file.data || !address) return <p className="text-muted">It was added as text and has no file.</p>
  return (
    <>
      {!isLink && <View kind={kind} address={address} title={title} page={page} moments={moments} />}
      <a
        href={address}
        download={title}
        className="mt-2 inline-flex items-center gap-1.5 text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
      >
        <Download size={14} aria-hidden />
        Download ({bytes(file.data.size)})
      </a>
    </>
  )
}

type Kind = 'pdf' | 'image' | 'audio' | 'video' | 'other'

/** The type that the server found in the file counts more than the one that was sent with it. */
function kindOf(type: Document['type'], blob: Blob | null | undefined): Kind {
  if (type === 'pdf' || type === 'image' || type === 'audio' || type === 'video') return type
  const [kind] = blob?.type.split('/') ?? []
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'other'
}

/** An address in memory for the bytes, given back when the page is left. */
function useAddress(blob: Blob | null | undefined, kind: Kind): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const typed = kind === 'pdf' ? blob.slice(0, blob.size, 'application/pdf') : blob
    const url = URL.createObjectURL(typed)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [blob, kind])
  return address
}

function View({
  kind,
  address,
  title,
  page,
  moments,
}: {
  kind: Kind
  address: string
  title: string
  page: number | undefined
  moments: readonly Moment[]
}) {
  if (kind === 'pdf' && !navigator.pdfViewerEnabled)
    return (
      <p className="text-muted">
        This browser shows no PDF inside a page. The text that was read is here too.
      </p>
    )
  if (kind === 'pdf')
    return (
      <iframe
        // The page is read only when the viewer opens.
        key={page}
        src={`${address}#page=${page ?? 1}&view=FitH&navpanes=0`}
        title={`${title}, page ${page ?? 1}`}
        className="h-[70dvh] w-full rounded-md bg-rail ring-1 ring-line"
      />
    )
  if (kind === 'image')
    return <img src={address} alt={title} className="max-h-[70dvh] max-w-full rounded-md ring-1 ring-line" />
  if (kind === 'audio' || kind === 'video')
    return <Recording kind={kind} address={address} moments={moments} />
  return <p className="text-muted">This type has no preview. The text that was read is shown beside it.</p>
}

/** A recording with the times of its passages. A time plays from there. */
function Recording({
  kind,
  address,
  moments,
}: {
  kind: 'audio' | 'video'
  address: string
  moments: readonly Moment[]
}) {
  const [player, setPlayer] = useState<HTMLMediaElement | null>(null)
  const Player = kind
  return (
    <>
      <Player ref={setPlayer} controls preload="metadata" src={address} className="w-full rounded-md" />
      <ol className="mt-3 flex flex-wrap gap-1.5">
        {moments.map(({ label, seconds }) => (
          <li key={seconds}>
            <button
              type="button"
              onClick={() => {
                if (!player) return
                player.currentTime = seconds
                void player.play()
              }}
              className="figures h-7 rounded-full px-2.5 font-mono text-xs ring-1 ring-line ring-inset hover:bg-hover pointer-coarse:h-9"
            >
              {label}
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}
