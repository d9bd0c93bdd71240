import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateEach } from '../../derive/save/write.ts'
import { holdEwayBills } from './eway-numbers.ts'
import { type Dispatched, packagesOf } from './prepare-lr.ts'

/**
 * Writes the invoices of an LR with their goods, and the invoices as ON_LR, or PARTIAL while some of one has to leave.
 * `staying` are lines that the LR has already; their goods must have been taken off.
 */
export async function writeLines(
  trx: Knex,
  lrRow: Lr,
  dispatched: readonly Dispatched[],
  author: Author,
  staying: readonly LrLine[] = [],
): Promise<void> {
  const packages = packagesOf(lrRow.packages, dispatched)
  const rows = dispatched.map(({ chosen, line, part }, index) => ({
    invoiceId: chosen.invoice.id,
    challanNo: line.challanNo,
    ewayBillNo: line.ewayBillNo,
    ewayValidTo: line.ewayValidTo,
    packages: packages[index]!,
    weightKg: part.weightKg,
    invoiceValue: part.value,
  }))
  const linesByInvoice = new Map(staying.map(line => [line.invoiceId, line]))
  const fresh = rows.filter(({ invoiceId }) => !linesByInvoice.has(invoiceId))
  const inserted = await insertRows(
    trx,
    lrLine,
    fresh.map(row => withDefaults(lrLine, { ...row, lrId: lrRow.id })),
    author,
  )
  const changed = rows.flatMap(row =>
    linesByInvoice.has(row.invoiceId) ? [{ before: linesByInvoice.get(row.invoiceId)!, asked: row }] : [],
  )
  await updateEach(trx, lrLine, changed, author)
  const lineIds = new Map([...staying, ...inserted].map(line => [line.invoiceId, line.id]))
  const items = dispatched.flatMap(({ chosen, part }) =>
    part.items.map(item =>
      withDefaults(lrLineItem, { ...item, lrLineId: lineIds.get(chosen.invoice.id), lrId: lrRow.id }),
    ),
  )
  await insertRows(trx, lrLineItem, items, author)
  await holdEwayBills(trx, lrRow.id)
  await updateEach(
    trx,
    invoice,
    dispatched.map(({ chosen, line, part }) => ({
      before: chosen.invoice,
      asked: {
        dispatchStatus: part.completes ? ('ON_LR' as const) : ('PARTIAL' as const),
        packages: chosen.invoice.packages ?? line.packagesInAll,
      },
    })),
    author,
  )
}
