import {
  BookOpenText,
  Cable,
  Cloud,
  Database,
  FolderOpen,
  GitBranch,
  GitPullRequest,
  Globe,
  HardDrive,
  Inbox,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  Rss,
  Server,
} from 'lucide-react'

/** Signs of the kind of source. The logos of providers are their own. */
const icons: Record<string, LucideIcon> = {
  folder: FolderOpen,
  git: GitBranch,
  github: GitPullRequest,
  'github-token': GitPullRequest,
  gmail: Inbox,
  'google-drive': HardDrive,
  granola: NotebookPen,
  imap: Inbox,
  notion: BookOpenText,
  onedrive: Cloud,
  rss: Rss,
  s3: Database,
  sharepoint: Cloud,
  slack: MessagesSquare,
  'web-crawler': Globe,
  webdav: Server,
}

export function ProviderIcon({ provider, size = 16 }: { provider: string; size?: number }) {
  const Icon = icons[provider] ?? Cable
  return <Icon size={size} aria-hidden className="shrink-0 text-muted" />
}
