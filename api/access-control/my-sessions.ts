import type { Knex } from 'knex'
import { endSessions, recordLogout } from '../account/sign-in.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { transact } from '../platform/transact.ts'

/** `DELETE /api/my-sessions/others` ends all sessions of the caller but the current one and answers how many. */
export function mySessions(db: Knex) {
  return {
    async remove(_which: unknown, call: Call) {
      const { id } = requirePerson(call)
      const author = requireAuthor(call)
      const open: number[] = await db('login_session')
        .where({ userId: id, result: 'OK' })
        .whereNull('logoutAt')
        .pluck('id')
      const others = open.filter(session => session !== (call as { sessionId?: number }).sessionId)
      return transact(db, async trx => {
        for (const session of others) await recordLogout(trx, { ...author, reason: 'From another session' }, session)
        return { ended: await endSessions(trx, others, 'FORCED') }
      })
    },
  }
}
