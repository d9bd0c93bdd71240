import type { PersonAndRoles, RoleGrant } from '../../resources/access-control/people-and-roles.ts'
import { FOREVER } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
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
