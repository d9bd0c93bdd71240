import type { Knex } from 'knex'
import type { TransporterLogin } from '../../resources/access-control/commands/logins.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { statusOf } from './serve-logins.ts'

/** The active transporters that the person reads, each with the status of its login and when it was last used. */
export async function transporterLogins(db: Knex, person: Person): Promise<TransporterLogin[]> {
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
}
