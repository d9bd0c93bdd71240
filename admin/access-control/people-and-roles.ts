import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import type { PersonAndRoles, RoleGrant } from '../../resources/access-control/commands/roles.ts'
import { confirmationSentence } from '../../resources/define/confirmation.ts'
import { dayOf, FOREVER } from '../../resources/define/dates.ts'
import { labelOf } from '../../resources/define/label.ts'
import { dayText, show } from '../../resources/define/show.ts'
import { type Role, roles } from '../../resources/roles.ts'
import { type ApiRow, optionText } from '../derive/value-text.ts'

/** The query key shared by all requests for people and grants, so that both are refreshed together. */
export const PEOPLE_QUERY_KEY = 'people-and-roles'

/** «Sales executive». */
export const roleText = (role: Role) => roles[role]?.name ?? role

/** The scope of a grant in words: «SBU LS», or a description where no code is named. */
export function scopeText({ scopeType, scopeRef }: { scopeType: string; scopeRef: string | null }): string {
  if (scopeRef) return `${optionText(scopeType)} ${scopeRef}`
  return scopeType === 'OWN' ? 'Own rows' : 'All'
}

/** «until 31-12-2026»; empty for a grant that never ends. */
export const endText = ({ validTo }: Pick<RoleGrant, 'validTo'>) =>
  validTo === FOREVER ? '' : `until ${dayText(validTo)}`

/** Who proposed what of a grant waits for another administrator: «proposed by Prakash Pillai»; empty where nothing waits. */
export const proposedText = ({ confirmStatus, proposedBy }: Pick<RoleGrant, 'confirmStatus' | 'proposedBy'>) =>
  confirmStatus === 'CONFIRMED' ? '' : `proposed by ${proposedBy ?? 'the portal'}`

/** What is proposed of a grant in force, as a sentence: «Valid to 31-12-2026 waits for confirmation, proposed by …». */
export function changeText(grant: RoleGrant): string {
  const { pendingChange } = grant
  if (!pendingChange) return ''
  const texts = Object.entries(pendingChange).map(([name, value]) => {
    if (name === 'isActive') return value ? 'Assigning it again' : 'Revoking'
    if (name === 'validTo' && String(value) < dayOf(new Date().toISOString())) return 'Revoking'
    const field = assignRoles.fields[name as keyof typeof assignRoles.fields]
    return field.kind === 'reference' ? labelOf(name, field) : `${labelOf(name, field)} ${show(field, value)}`
  })
  return `${texts.join(', ')} waits for confirmation, ${proposedText(grant)}`
}

/** What a saved grant waits for, as a sentence that follows «Assigned to Asha Patil.»; empty where it counts. */
export const waitText = (saved: ApiRow) => {
  const sentence = confirmationSentence(saved)
  return sentence ? ` ${sentence}` : ''
}

/** A grant as a row of its resource, with what an action needs: its version, and the texts that name it. */
export const grantAsRow = (grant: RoleGrant, { name }: Pick<PersonAndRoles, 'name'>): ApiRow => ({
  id: grant.id,
  rowVersion: grant.rowVersion,
  isActive: true,
  createdAt: '',
  updatedAt: '',
  userId: grant.userId,
  roleId: grant.roleId,
  texts: { userId: name, roleId: roleText(grant.role) },
})
