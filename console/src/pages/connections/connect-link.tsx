import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { linkLook } from '../../parts/button.tsx'

/** Leads to the gallery of sources. */
export function ConnectLink() {
  return (
    <Link to="/connections/new" className={linkLook('primary')}>
      <Plus size={16} aria-hidden />
      Connect a source
    </Link>
  )
}
