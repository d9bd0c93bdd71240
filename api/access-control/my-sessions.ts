import type { Knex } from 'knex'
import { endSessions, recordLogout } from '../account/sign-in.ts'
import type { Call } from '../derive/call.ts'
import type { Author } from '../derive/save/author.ts'

/** Ends all sessions of a person but the one of the call, and answers how many. */
export async function endOtherSessions(trx: Knex, userId: number, author: Author, call: Call): Promise<number> {
  const open: number[] = await trx('login_session').where({ userId, result: 'OK' }).whereNull('logoutAt').pluck('id')
  const others = open.filter(session => session !== (call as { sessionId?: number }).sessionId)
  for (const session of others) await recordLogout(trx, { ...author, reason: 'From another session' }, session)
  return endSessions(trx, others, 'FORCED')
}
