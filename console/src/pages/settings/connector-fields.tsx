import { useProviders } from '../../data/connections.ts'
import { Code } from '../../parts/copy.tsx'
import { Field } from '../../parts/field.tsx'
import { secretMask as mask } from './changes-of.ts'
import type { FormProps } from './form-props.ts'
import { SettingsSection } from './settings-section.tsx'

const providers = [
  { id: 'googleDrive', name: 'Google Drive' },
  { id: 'notion', name: 'Notion' },
  { id: 'onedrive', name: 'OneDrive' },
  { id: 'github', name: 'GitHub' },
] as const

/** Credentials of the organization's own OAuth applications. A stored secret is shown masked, and stays unless another is typed. */
export function ConnectorFields({ values, isReadOnly, set }: FormProps) {
  return (
    <SettingsSection
      title="Own OAuth applications"
      words="Connections to these providers use an application that you register there. Another application needs every connection to be authorized again."
      id="applications"
    >
      {providers.map(({ id, name }) => (
        <fieldset key={id} className="flex flex-col gap-3 border-line border-l-2 pl-4">
          <legend className="-ml-4 mb-2 pl-4 font-medium">{name}</legend>
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              disabled={isReadOnly}
              checked={values[`${id}CustomKeyEnabled`] === true}
              onChange={({ target: { checked } }) => set({ [`${id}CustomKeyEnabled`]: checked || null })}
            />
            Connect with our own application
          </label>
          {values[`${id}CustomKeyEnabled`] === true && (
            <>
              <RedirectUrls of={id} />
              <div className="grid gap-3 sm:grid-cols-2">
                <Field
                  label="Client id"
                  maxLength={1000}
                  autoComplete="off"
                  readOnly={isReadOnly}
                  value={values[`${id}ClientId`] ?? ''}
                  onChange={({ target: { value } }) => set({ [`${id}ClientId`]: value })}
                />
                <Field
                  label="Client secret"
                  type="password"
                  maxLength={4000}
                  autoComplete="new-password"
                  readOnly={isReadOnly}
                  value={values[`${id}ClientSecret`] === mask ? '' : (values[`${id}ClientSecret`] ?? '')}
                  placeholder={values[`${id}ClientSecret`] === mask ? 'stored' : ''}
                  hint="Stored encrypted, never shown."
                  onChange={({ target: { value } }) => set({ [`${id}ClientSecret`]: value || mask })}
                />
              </div>
            </>
          )}
        </fieldset>
      ))}
    </SettingsSection>
  )
}

/** The addresses to which a provider sends the browser back. They must be registered with the application. */
function RedirectUrls({ of: prefix }: { of: string }) {
  const { providers } = useProviders()
  const urls = providers?.flatMap(({ settingPrefix, callbackUrl }) =>
    settingPrefix === prefix && callbackUrl ? [callbackUrl] : [],
  )
  if (!urls?.length) return null
  return (
    <div>
      <p className="mb-1 font-medium">
        {urls.length === 1 ? 'Redirect URL to register' : 'Redirect URLs to register'}
      </p>
      <Code text={urls.join('\n')} label="redirect URLs" />
    </div>
  )
}
