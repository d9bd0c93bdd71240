import type { Knex } from 'knex'
import { user } from '../../resources/settings/user.ts'
import { recordEvent } from '../derive/history/record-event.ts'
import { isLastAdministrator } from '../derive/rights/works-today.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { now, today } from '../platform/clock.ts'
import { transact } from '../platform/transact.ts'

/**
 * The night after a person's last day their login is closed with its sessions; what waits for their decision is asked
 * of others by `rerouteTasks`. The last IT administrator keeps their login until there is another,
 * since nobody else could make one; each night this is noted in the history. Returns how many logins were closed.
 */
export async function closeLeavers(db: Knex): Promise<number> {
  const left: number[] = await db('user')
    .join('employee', 'employee.id', 'user.employeeId')
    .where('user.isActive', 1)
    .where('employee.dateOfLeaving', '<', today())
    .pluck('user.id')
  let closed = 0
  for (const id of left) {
    closed += await transact(db, async trx => {
      const last = await isLastAdministrator(trx, id)
      await (last ? keepLogin(trx, id) : close(trx, id))
      return last ? 0 : 1
    })
  }
  return closed
}

async function keepLogin(trx: Knex, userId: number) {
  const { loginId } = await trx('user').where({ id: userId }).first('loginId')
  const reason = 'Left the company, but is the last IT administrator: make another one, then this login is closed'
  const act = { action: 'STATUS', entity: user.name, entityId: userId, businessKey: loginId } as const
  await recordEvent(trx, { ...systemAuthor('left the company'), reason }, act)
}

async function close(trx: Knex, userId: number) {
  const author = systemAuthor('left the company')
  const [login] = await rowsOf(trx, user, rows => rows.where('id', userId))
  await updateRow(trx, user, login!, { isActive: false, resetTokenHash: null }, author)
  await trx('login_session').where({ userId }).whereNull('logoutAt').update({ logoutAt: now(), logoutType: 'FORCED' })
}
