import type { AccessRequest } from '../../resources/access-control/access-request.ts'
import { rolesWith } from '../../resources/define/rights.ts'
import { resourceAt, subjects } from '../../resources/registry.ts'
import { isForUserType, type Role, roles } from '../../resources/roles.ts'
import { ruleOf } from '../shell/guard.tsx'
import { definedPages } from '../shell/page-list.ts'

type RequestedAccess = Pick<AccessRequest, 'screen' | 'action'>

/** The role that satisfies the request and gives the least besides, among those that suit the user type. */
export const leastRoleFor = (request: RequestedAccess, userType: string): Role | undefined =>
  rolesOpening(request)
    .filter(role => suitsUserType(role, userType))
    .sort((one, other) => changesOf(one) - changesOf(other) || rightCount(one) - rightCount(other))[0]

function rolesOpening({ screen, action }: RequestedAccess): readonly Role[] {
  const resource = resourceAt(screen)
  if (resource && action !== 'open') return rolesWith(resource.access, action)
  const page = definedPages().pages.find(({ path }) => path === `/${screen}`)
  return (page && ruleOf(page)?.openTo) ?? []
}

/** Whether a role suits this user type; employees may staff a dispatch desk too. */
export const suitsUserType = (role: Role, userType: string) =>
  isForUserType({ code: role, userType: roles[role].userType }, userType)

const lettersOf = (role: Role) => subjects.map(({ access }) => access[role] ?? '')
const rightCount = (role: Role) => lettersOf(role).join('').length
/** A role that only reads gives less than any that changes something, however much it reads. */
const changesOf = (role: Role) => lettersOf(role).join('').replace(/[RX]/g, '').length
