import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type TransporterBill, transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import type { BillInput } from '../../../resources/dispatches/commands/bills.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { readSettings } from '../../platform/settings.ts'
import { type CheckedBill, checkBill } from './check-bill.ts'
import { submitBill } from './submit-bill.ts'

/**
 * Saves a transporter's bill over LRs and, unless it is a draft, submits and matches it, all in the given transaction.
 * Throws 400 with faults at the fields, and 409 where the bill is entered or an LR is billed already.
 */
export async function enterBill(
  trx: Knex,
  { isDraft, ...input }: BillInput,
  person: Person,
  author: Author,
): Promise<TransporterBill> {
  const { bill, lines } = await checkBill(trx, input, person)
  const row: Partial<TransporterBill> = {
    ...bill,
    billRef: await nextNumber(trx, 'TB', today()),
    isPodRequired: (await readSettings(trx))['bill.require_pod'],
  }
  const [made] = await insertRows(trx, transporterBill, [withDefaults(transporterBill, row)], author)
  await insertLines(trx, made!.id, lines, author)
  return isDraft ? made! : submitBill(trx, made!, author)
}

/** Adds LRs to a bill. */
export async function insertLines(
  trx: Knex,
  transporterBillId: number,
  lines: CheckedBill['lines'],
  author: Author,
): Promise<void> {
  const rows = lines.map(line => withDefaults(transporterBillLine, { ...line, transporterBillId }))
  await insertRows(trx, transporterBillLine, rows, author)
}
