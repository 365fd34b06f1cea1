import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Failure, Page, RowSkeletons } from '../../parts/page.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { settingsTabs } from '../../shell/places.ts'
import { SettingsForm } from './settings-form.tsx'

/** What is remembered, and how? */
export function SettingsPage() {
  const { may, org } = useSession()
  const settings = useQuery(settingsQuery)
  return (
    <Page
      title="Settings"
      question={`What does ${org.name} remember, and how?`}
      tabs={<PageTabs label="Settings" tabs={settingsTabs} />}
    >
      {settings.isError && <Failure error={settings.error} retry={() => settings.refetch()} />}
      {settings.isPending && <RowSkeletons rows={8} />}
      {settings.data && <SettingsForm of={settings.data} isReadOnly={!may('admin')} />}
    </Page>
  )
}
