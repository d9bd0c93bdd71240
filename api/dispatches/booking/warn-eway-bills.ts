import type { Knex } from 'knex'
import { momentText } from '../../../resources/define/show.ts'
import { extensionWindow } from '../../../resources/dispatches/eway.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { notify } from '../../mail/notify.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { deskOf } from '../desk-of.ts'
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
