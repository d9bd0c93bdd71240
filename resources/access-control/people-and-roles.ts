import type { Role } from '../roles.ts'
import type { User } from '../settings/user.ts'
import type { RoleAssignment } from './assign-roles.ts'

/** What of a grant waits for a second person, and by whom it was proposed. */
export interface WaitingGrant extends Pick<RoleAssignment, 'confirmStatus' | 'proposedById'> {
  proposedBy: string | null
  /** The values that it would have; null while it is new. */
  pendingChange: Record<string, unknown> | null
}

/** A role that was given to a person; it counts now, later, once it is confirmed, or has ended. */
export interface RoleGrant
  extends WaitingGrant,
    Pick<
      RoleAssignment,
      'id' | 'rowVersion' | 'userId' | 'roleId' | 'scopeType' | 'scopeRef' | 'validFrom' | 'validTo'
    > {
  role: Role
  state: 'NOW' | 'LATER' | 'ENDED' | 'WAITS'
}

/** A person with the roles they were given. */
export interface PersonAndRoles extends Pick<User, 'id' | 'name' | 'loginId' | 'userType' | 'isActive' | 'isLocked'> {
  grants: RoleGrant[]
  /** The conflicts of duties among the roles that they hold or are to hold, as sentences. */
  conflicts: string[]
}
