import type { PersonAndRoles, RoleGrant } from '../../resources/access-control/people-and-roles.ts'
import { FOREVER } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import { type Role, roles } from '../../resources/roles.ts'
import { type ApiRow, optionText } from '../derive/value-text.ts'

/** The query under which both are kept, whatever is asked. */
export const PEOPLE = 'people-and-roles'

/** «Sales executive». */
export const roleText = (role: Role) => roles[role]?.name ?? role

/** «SBU LS», or in words where no code is named. */
export function scopeText({ scopeType, scopeRef }: { scopeType: string; scopeRef: string | null }): string {
  if (scopeRef) return `${optionText(scopeType)} ${scopeRef}`
  return scopeType === 'OWN' ? 'Own rows' : 'All'
}

/** «until 31-12-2026»; empty for what never ends. */
export const endText = ({ validTo }: Pick<RoleGrant, 'validTo'>) =>
  validTo === FOREVER ? '' : `until ${dayText(validTo)}`

/** A grant as a row of its resource, with what an action needs of it: its version, and the texts by which it is named. */
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
