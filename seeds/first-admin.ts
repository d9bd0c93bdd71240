import { randomBytes } from 'node:crypto'
import { assignRoles } from '../resources/access-control/assign-roles.ts'
import { user } from '../resources/settings/user.ts'
import type { SeedWriter } from './seed-writer.ts'

export const FIRST_ADMIN = 'sys_admin'

/** A random password of 96 bits that meets the policy. */
export const randomPassword = () => `Bilty-${randomBytes(12).toString('hex')}`

/** The one login of a new production database; its user must choose another password at the first sign-in. */
export async function writeFirstAdmin({ write }: SeedWriter, passwordHash: string): Promise<void> {
  await write(user, [
    {
      loginId: FIRST_ADMIN,
      userType: 'EMPLOYEE',
      name: 'IT administrator',
      email: 'sys_admin@bilty.invalid',
      passwordHash,
      mustChangePassword: true,
      inviteStatus: 'ACTIVE',
    },
  ])
  await write(assignRoles, [{ user: FIRST_ADMIN, role: 'SYS_ADMIN', scopeType: 'ALL' }])
}
