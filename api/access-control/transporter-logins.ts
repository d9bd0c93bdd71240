import type { Knex } from 'knex'
import type { TransporterLogin } from '../../resources/access-control/logins.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { statusOf } from './serve-logins.ts'

/** `GET /api/transporter-logins`: the active transporters, each with the status of its login and when it was last used. */
export function transporterLogins(db: Knex) {
  return {
    async find(call: Call): Promise<TransporterLogin[]> {
      const person = requirePerson(call)
      const transporters = restrict(db('transporter').where('transporter.isActive', 1), db, transporter, person, 'read')
      const rows: (Omit<TransporterLogin, 'status'> & { userActive: number | null; inviteStatus: string | null })[] =
        await transporters
          .leftJoin(
            db('user')
              .where('userType', 'TRANSPORTER')
              .groupBy('transporterId')
              .max('id as userId')
              .select('transporterId')
              .as('newest'),
            'newest.transporterId',
            'transporter.id',
          )
          .leftJoin('user', 'user.id', 'newest.userId')
          .orderBy('transporter.name')
          .limit(2000)
          .select(
            'transporter.id',
            'transporter.code',
            'transporter.name',
            'transporter.email',
            'transporter.mobile',
            'user.loginId',
            'user.lastLoginAt',
            'user.isActive as userActive',
            'user.inviteStatus',
          )
      return rows.map(({ userActive, inviteStatus, ...row }) => ({
        ...row,
        status: statusOf(userActive === null ? undefined : ({ isActive: Boolean(userActive), inviteStatus } as never)),
      }))
    },
  }
}
