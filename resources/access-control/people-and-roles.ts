import type { Role } from '../roles.ts'
import type { User } from '../settings/user.ts'
import type { RoleAssignment } from './assign-roles.ts'

/** A role that was given to a person; it counts now, later, or has ended. */
export interface RoleGrant
  extends Pick<
    RoleAssignment,
    'id' | 'rowVersion' | 'userId' | 'roleId' | 'scopeType' | 'scopeRef' | 'validFrom' | 'validTo'
  > {
  role: Role
  state: 'NOW' | 'LATER' | 'ENDED'
}

/** A person with the roles they were given. */
export interface PersonAndRoles extends Pick<User, 'id' | 'name' | 'loginId' | 'userType' | 'isActive' | 'isLocked'> {
  grants: RoleGrant[]
}
