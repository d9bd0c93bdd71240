import type { Role } from '../roles.ts'
import type { User } from '../settings/user.ts'
import type { RoleAssignment } from './assign-roles.ts'
import type { WaitingGrant } from './people-and-roles.ts'

/** Whether a person sees one row, in a sentence, and how each of their roles decides it. */
export interface RowExplained {
  sees: boolean
  sentence: string
  /** The fields that are hidden or masked, in a sentence; null where the person does not see the row. */
  fields: string | null
  ways: { role: Role; lets: boolean; sentence: string }[]
}

/** The rights of a person and the roles they come from. */
export interface ExplainedAccess {
  user: Pick<User, 'id' | 'name' | 'loginId' | 'userType'>
  /** Why the person sees nothing at all now; null when they can sign in. */
  shut: string | null
  grants: (Pick<RoleAssignment, 'id' | 'scopeType' | 'scopeRef' | 'validFrom' | 'validTo'> &
    Pick<WaitingGrant, 'confirmStatus' | 'proposedBy'> & {
      role: Role
      name: string
      counts: boolean
    })[]
  rights: { path: string; title: string; may: string; by: { role: Role; words: string }[] }[]
  /** Of one resource: all rows, and those that the person sees. */
  counted?: { of: number; seen: number }
  row?: RowExplained
}
