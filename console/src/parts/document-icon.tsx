import type { Document } from '@reverie/sdk'
import {
  AudioLines,
  Code,
  File,
  FileText,
  Globe,
  Image,
  type LucideIcon,
  Presentation,
  Sheet,
  Video,
} from 'lucide-react'

const icons: Partial<Record<Document['type'], { Icon: LucideIcon; label: string }>> = {
  text: { Icon: FileText, label: 'Text' },
  pdf: { Icon: File, label: 'PDF' },
  image: { Icon: Image, label: 'Image' },
  audio: { Icon: AudioLines, label: 'Audio' },
  video: { Icon: Video, label: 'Video' },
  webpage: { Icon: Globe, label: 'Web page' },
  cloud_sheet: { Icon: Sheet, label: 'Sheet' },
  cloud_slide: { Icon: Presentation, label: 'Slides' },
  codehost_markdown: { Icon: Code, label: 'Repository page' },
}

const other = { Icon: FileText, label: 'Document' }

export const typeLabel = (type: Document['type']) => (icons[type] ?? other).label

export function DocumentIcon({ type }: { type: Document['type'] }) {
  const { Icon, label } = icons[type] ?? other
  return <Icon size={14} aria-label={label} className="shrink-0 text-muted" />
}
