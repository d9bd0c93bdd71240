import type { Knex } from 'knex'
import { rolesHolding } from '../../../resources/capabilities.ts'
import { momentText } from '../../../resources/define/show.ts'
import { extensionWindow } from '../../../resources/dispatches/eway.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { grantsOn } from '../../derive/rights/grants.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { notify } from '../../mail/notify.ts'
import { now, secondsFromNow, today } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { onTheWay } from './eway-board.ts'

/** Warns the desk of the plant, once, of each e-way bill that ends within `eway.warn_hours`. Returns of how many. */
export async function warnEwayBills(db: Knex): Promise<number> {
  const settings = await readSettings(db)
  const ending = await rowsOf(db, lrLine, rows =>
    rows
      .whereIn('lrId', db('lr').whereIn('deliveryStatus', onTheWay).select('id'))
      .whereNotNull('ewayBillNo')
      .where('ewayValidTo', '<=', secondsFromNow(settings['eway.warn_hours'] * 3600))
      .whereNull('ewayWarnedAt')
      .orderBy('id'),
  )
  for (const line of ending) await transact(db, trx => warn(trx, line, settings['eway.extension_hours']))
  return ending.length
}

async function warn(trx: Knex, line: LrLine, extensionHours: number) {
  const [on] = await rowsOf(trx, lr, rows => rows.where('id', line.lrId))
  await updateRow(trx, lrLine, line, { ewayWarnedAt: now() }, systemAuthor('ending-eway-bills'))
  if (on!.plantId === null) return
  const validTo = line.ewayValidTo!
  const window = extensionWindow(validTo, extensionHours)
  await notify(trx, await deskOf(trx, on!.plantId), {
    title: `E-way bill ${line.ewayBillNo} ${validTo < now() ? 'ended' : 'ends'} on ${momentText(validTo)}`,
    body: `LR ${on!.lrNo}: its validity can be extended from ${momentText(window.from)} to ${momentText(window.to)}`,
    link: `/dispatches/lr/${on!.id}`,
  })
}

/** The ids of the active users who dispatch from a plant: those whose role names it, and those of the site itself. */
async function deskOf(db: Knex, plantId: number): Promise<number[]> {
  const { code } = await db('plant').where({ id: plantId }).first('code')
  return grantsOn(db, today())
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .whereIn('role.code', [...rolesHolding('reportAsDispatchDesk')])
    .where('user.isActive', 1)
    .where(any =>
      any.where('user.plantId', plantId).orWhere({ 'assign_roles.scopeType': 'PLANT', 'assign_roles.scopeRef': code }),
    )
    .distinct()
    .orderBy('user.id')
    .pluck('user.id')
}
