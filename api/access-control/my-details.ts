import type { Knex } from 'knex'
import type { MyDetails } from '../../resources/access-control/my-details.ts'
import { grantsOn } from '../derive/rights/grants.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'

/**
 * `GET /api/my-details`: what the portal stores about the caller: the login and its contact data, the roles of today,
 * and the last twenty sign-ins. «Download my data» saves the same answer.
 */
export function myDetails(db: Knex) {
  return {
    async find(call: Call): Promise<MyDetails> {
      const { id } = requirePerson(call)
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
    },
  }
}
