import type { Role } from '../roles.ts'
import type { RoleAssignment } from './assign-roles.ts'
import type { RoleGrant } from './commands/roles.ts'

/** A role that a person was given, as their rights are explained by it. */
export interface GrantExplained
  extends Pick<RoleAssignment, 'id' | 'scopeType' | 'scopeRef' | 'validFrom' | 'validTo'>,
    Pick<RoleGrant, 'confirmStatus' | 'proposedBy'> {
  role: Role
  name: string
  /** Whether it gives rights today. */
  counts: boolean
}
