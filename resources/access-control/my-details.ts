import type { LoginSession } from '../platform/login-session.ts'
import type { User } from '../settings/user.ts'
import type { RoleAssignment } from './assign-roles.ts'

/** What the portal keeps of the person who asks. */
export interface MyDetails {
  user: Pick<
    User,
    'loginId' | 'name' | 'userType' | 'email' | 'mobile' | 'lastLoginAt' | 'passwordChangedAt' | 'createdAt'
  >
  roles: (Pick<RoleAssignment, 'id' | 'scopeType' | 'scopeRef' | 'validTo'> & { name: string })[]
  /** The last twenty. */
  signIns: Pick<LoginSession, 'id' | 'loginAt' | 'logoutAt' | 'logoutType' | 'ip' | 'userAgent' | 'result'>[]
}
