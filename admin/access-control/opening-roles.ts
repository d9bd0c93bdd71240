import type { AccessRequest } from '../../resources/access-control/access-request.ts'
import { rolesWith } from '../../resources/define/rights.ts'
import { resourceAt, subjects } from '../../resources/registry.ts'
import { isForUserType, type Role, roles } from '../../resources/roles.ts'
import { ruleOf } from '../shell/guard.tsx'
import { definedPages } from '../shell/page-list.ts'

type Asked = Pick<AccessRequest, 'screen' | 'action'>

/** The role that opens what was asked for and gives least besides, of those that fit the kind of user. */
export const openingRole = (asked: Asked, userType: string): Role | undefined =>
  rolesOpening(asked)
    .filter(role => fits(role, userType))
    .sort((one, other) => reach(one) - reach(other))[0]

function rolesOpening({ screen, action }: Asked): readonly Role[] {
  const resource = resourceAt(screen)
  if (resource && action !== 'open') return rolesWith(resource.access, action)
  const page = definedPages().pages.find(({ path }) => path === `/${screen}`)
  return (page && ruleOf(page)?.openTo) ?? []
}

/** Whether a role is for users of this kind; a dispatch desk is staffed by employees too. */
export const fits = (role: Role, userType: string) =>
  isForUserType({ code: role, userType: roles[role].userType }, userType)

const reach = (role: Role) => subjects.reduce((letters, { access }) => letters + (access[role]?.length ?? 0), 0)
