import type { Knex } from 'knex'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { Call } from '../../derive/call.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { isDuplicate } from '../../platform/errors.ts'
import { lostRace } from '../../platform/transact.ts'
import { noteTypedBills } from '../eway/bills-of-lr.ts'

interface Numbered {
  /** Null of a delivery that is never billed. */
  invoiceId: number | null
  ewayBillNo: string | null
}

interface OnLr extends Numbered {
  lrId: number
  lrNo: string
  outcome: string
}

/**
 * For each invoice where its e-way bill stands already, as the middle of a sentence; null where it is free. Goods that are
 * sent again keep theirs. `exceptLr` is an LR that is being corrected. Names are those that the person may read.
 */
export async function takenEwayBills(
  trx: Knex,
  asked: readonly Numbered[],
  { person }: Pick<Call, 'person'>,
  exceptLr = 0,
): Promise<(string | null)[]> {
  const numbers = asked.flatMap(({ ewayBillNo }) => ewayBillNo ?? [])
  if (numbers.length === 0) return asked.map(() => null)
  const onLrs: OnLr[] = await trx('lr_line')
    .join('lr', 'lr.id', 'lr_line.lrId')
    .whereIn('ewayBillNo', numbers)
    .whereNot('lr.id', exceptLr)
    .whereNot('deliveryStatus', 'CANCELLED')
    .select('lr.id as lrId', 'lrNo', 'invoiceId', 'outcome', 'ewayBillNo')
  const onInvoices: { invoiceId: number; invoiceNo: string; ewayBillNo: string }[] = await trx('invoice')
    .whereIn('ewayBillNo', numbers)
    .where('isCancelled', 0)
    .select('id as invoiceId', 'invoiceNo', 'ewayBillNo')
  const lrs = await readableIds(
    trx,
    lr,
    onLrs.map(({ lrId }) => lrId),
    person,
  )
  const invoices = await readableIds(
    trx,
    invoice,
    onInvoices.map(({ invoiceId }) => invoiceId),
    person,
  )
  return asked.map(({ invoiceId, ewayBillNo }, index) => {
    if (ewayBillNo === null) return null
    if (asked.findIndex(one => one.ewayBillNo === ewayBillNo) < index) return 'is entered for another invoice too'
    const on = onLrs.find(
      one => one.ewayBillNo === ewayBillNo && (one.invoiceId !== invoiceId || one.outcome !== 'SENT_AGAIN'),
    )
    if (on) return lrs.has(on.lrId) ? `is on LR ${on.lrNo}` : 'is on another LR'
    const of = onInvoices.find(one => one.ewayBillNo === ewayBillNo && one.invoiceId !== invoiceId)
    if (!of) return null
    return invoices.has(of.invoiceId) ? `is that of invoice ${of.invoiceNo}` : 'is that of another invoice'
  })
}

async function readableIds(trx: Knex, of: typeof lr | typeof invoice, ids: readonly number[], person?: Person) {
  if (!person || ids.length === 0) return new Set(ids)
  const rows = restrict(trx(of.name).whereIn(`${of.name}.id`, [...ids]), trx, of, person, 'read')
  return new Set<number>(await rows.pluck(`${of.name}.id`))
}

/**
 * Has the invoices of an LR hold their e-way bills, each of which one movement holds. Where another took one meanwhile the
 * transaction is run again, which then refuses it with a sentence.
 */
export async function holdEwayBills(trx: Knex, lrId: number): Promise<void> {
  await releaseEwayBills(trx, lrId)
  // An invoice of several deliveries has one e-way bill, which stands on the first of its lines.
  const first: { id: number }[] = await trx('lr_line')
    .where({ lrId })
    .whereNotNull('ewayBillNo')
    .whereNot('outcome', 'SENT_AGAIN')
    .groupBy('ewayBillNo')
    .min({ id: 'id' })
  try {
    await trx('lr_line')
      .whereIn(
        'id',
        first.map(({ id }) => id),
      )
      .update({ ewayHeld: trx.ref('ewayBillNo') })
  } catch (error) {
    throw isDuplicate(error) ? lostRace() : error
  }
  await noteTypedBills(trx, lrId)
}

/** Frees the e-way bills of an LR that is cancelled. */
export const releaseEwayBills = (trx: Knex, lrId: number): Promise<number> =>
  trx('lr_line').where({ lrId }).whereNotNull('ewayHeld').update({ ewayHeld: null })
