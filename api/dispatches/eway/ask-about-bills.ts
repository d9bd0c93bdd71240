import type { Knex } from 'knex'
import { ewayBill } from '../../../resources/dispatches/eway/eway-bill.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { enqueueFetch } from './bills-of-lr.ts'

/** The other party may reject one for so many days. */
const REJECT_DAYS = 4

/**
 * Has the portal say how e-way bills stand of which the transporter has a task, and each day those that the other party may
 * still reject. Returns how many.
 */
export async function askAboutBills(db: Knex): Promise<number> {
  const [day, half] = [now().slice(0, 10), `${now().slice(0, 13)}${Number(now().slice(14, 16)) < 30 ? 'a' : 'b'}`]
  const gstins = db('eway_account').where('isActive', 1).select('gstin')
  const bills = await rowsOf(db, ewayBill, rows =>
    rows
      .whereIn('gstin', gstins)
      .whereIn('status', ['PART_A', 'ACTIVE'])
      .where(any => any.whereNot('task', 'NONE').orWhere('generatedAt', '>', secondsFromNow(-REJECT_DAYS * 86_400))),
  )
  let asked = 0
  for (const bill of bills)
    await transact(db, async trx => {
      if (await enqueueFetch(trx, bill, bill.gstin!, bill.task === 'NONE' ? day : half)) asked += 1
    })
  return asked
}
