import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { chooseOrganization, root } from '../data/client.ts'
import { useSession } from '../data/session.ts'

/** The organizations of the person, if there are several. Another one starts the console anew, with nothing of the old one. */
export function OrganizationItems() {
  const { organizations = [], org } = useSession()
  if (organizations.length < 2) return null
  const open = (slug: string) => {
    chooseOrganization(slug)
    location.assign(root)
  }
  return (
    <>
      <DropdownMenu.Label className="px-2 py-1 text-muted text-xs">Organizations</DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={org.slug} onValueChange={open}>
        {organizations.map(({ slug, name, role }) => (
          <DropdownMenu.RadioItem
            key={slug}
            value={slug}
            className="flex h-8 cursor-default items-center gap-2 rounded-md px-2 outline-none data-highlighted:bg-hover"
          >
            <span className="flex-1 truncate">{name}</span>
            <span className="text-muted text-xs">{role}</span>
            <DropdownMenu.ItemIndicator>
              <Check size={14} />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
      <DropdownMenu.Separator className="my-1 h-px bg-line" />
    </>
  )
}
