import { presentContainer } from '../present.ts'
import type { ContainerDetails } from '../store.ts'

export const presentProjects = (rows: readonly ContainerDetails[]) => ({
  projects: rows.map(presentContainer),
})

export function presentDeletion({ documents, memories }: { documents: number; memories: number }) {
  return {
    success: true,
    message: 'Project deleted',
    documentsAffected: documents,
    memoriesAffected: memories,
  }
}
