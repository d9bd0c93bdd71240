import type { Knex } from 'knex'
import { type Actor, refusalOf } from '../../../resources/define/process/process.ts'
import { type BillStep, billProcess } from '../../../resources/dispatches/bills/bill-process.ts'
import { lacksPod } from '../../../resources/dispatches/bills/bill-rules.ts'
import type { TransporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import type { Person } from '../../derive/rights/person.ts'
import { forbidden, refused } from '../../platform/errors.ts'
import { type BilledLr, isLineOpen, linesWithLrs } from './bill-lines.ts'
import { isTaxOpen } from './submit-bill.ts'

/**
 * The lines of a bill with their LRs. Throws 403 or 422 with a sentence unless the person may take this step of the bill
 * now.
 */
export async function demandStep(
  trx: Knex,
  bill: TransporterBill,
  step: BillStep,
  person: Person,
): Promise<BilledLr[]> {
  const lines = await linesWithLrs(trx, bill.id)
  const isOwn = bill.createdById === person.id
  const subject = {
    status: bill.status,
    isOwn,
    openLrs: lines.filter(isLineOpen).map(one => one.lr.lrNo),
    taxIsOpen: isTaxOpen(bill),
    lrsWithoutPod: bill.isPodRequired ? lines.filter(one => lacksPod(one.lr)).map(one => one.lr.lrNo) : [],
  }
  const actors: Actor[] = isOwn ? [...person.roles, 'owner'] : [...person.roles]
  const refusal = refusalOf(billProcess, step, subject, actors)
  if (refusal?.code === 'FORBIDDEN') throw forbidden(refusal.message)
  if (refusal) throw refused([{ field: '', ...refusal }])
  return lines
}
