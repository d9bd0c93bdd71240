import type { Knex } from 'knex'
import type { Call } from '../derive/service.ts'
import { needPerson } from '../platform/need-person.ts'
import { endSessions } from '../platform/sign-in.ts'

/** `DELETE /api/my-sessions/others` ends all sessions of the person but the one that asks; the answer tells how many. */
export function mySessions(db: Knex) {
  return {
    async remove(_which: unknown, call: Call) {
      const { id } = needPerson(call)
      const open: number[] = await db('login_session')
        .where({ userId: id, result: 'OK' })
        .whereNull('logoutAt')
        .pluck('id')
      const others = open.filter(session => session !== (call as { sessionId?: number }).sessionId)
      return { ended: await endSessions(db, others, 'FORCED') }
    },
  }
}
