import type { Knex } from 'knex'
import type { MyDetails } from '../../resources/access-control/commands/my-details.ts'
import { grantsOn } from '../derive/rights/grants.ts'
import { today } from '../platform/clock.ts'

/** What the portal stores about a person: the login and its contact data, the roles of today, and the last sign-ins. */
export async function myDetails(db: Knex, id: number): Promise<MyDetails> {
  const [user, roles, signIns] = await Promise.all([
    db('user')
      .where({ id })
      .first('loginId', 'name', 'userType', 'email', 'mobile', 'lastLoginAt', 'passwordChangedAt', 'createdAt'),
    grantsOn(db, today())
      .where('assign_roles.userId', id)
      .join('role', 'role.id', 'assign_roles.roleId')
      .orderBy('role.name')
      .select('assign_roles.id', 'role.name', 'scopeType', 'scopeRef', 'validTo'),
    db('login_session')
      .where({ userId: id })
      .orderBy('id', 'desc')
      .limit(20)
      .select('id', 'loginAt', 'logoutAt', 'logoutType', 'ip', 'userAgent', 'result'),
  ])
  return { user, roles, signIns }
}
