import type { Knex } from 'knex'
import { type TransporterBill, transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import {
  type TransporterBillLine,
  transporterBillLine,
} from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import type { BillCorrection } from '../../../resources/dispatches/commands/bills.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { staleRowError, updateEach, updateRow } from '../../derive/save/write.ts'
import type { BilledLr } from './bill-lines.ts'
import { type CheckedBill, checkBill } from './check-bill.ts'
import { insertLines } from './enter-bill.ts'
import { demandStep, moveLrs, submitBill } from './submit-bill.ts'

/**
 * Corrects a bill by who entered it, under every check of entering one, and matches it again; a draft stays a draft. One
 * that was rejected takes its number and its LRs again. What Finance accepted stays accepted where the amounts stay.
 * Throws 403 and 422 when it is not theirs or approved by now, and 409 where it was changed meanwhile.
 */
export async function correctBill(
  trx: Knex,
  before: TransporterBill,
  { rowVersion, reason, ...printed }: BillCorrection,
  person: Person,
  by: Author,
): Promise<void> {
  const author = { ...by, reason }
  const stored = await demandStep(trx, before, 'correct', person)
  if (before.rowVersion !== rowVersion) throw await staleRowError(trx, transporterBill, before.id)
  const { transporterId } = before
  const { bill, lines } = await checkBill(trx, { transporterId, ...printed }, person, before)
  await replaceLines(trx, before, stored, lines, author)
  const sameTax = bill.baseAmount === before.baseAmount && bill.gstAmount === before.gstAmount
  const changes = {
    ...bill,
    releasedNo: 0,
    rejectReason: null,
    isTaxAccepted: sameTax && before.isTaxAccepted,
  }
  const corrected = await updateRow(trx, transporterBill, before, changes, author)
  if (before.status !== 'DRAFT') await submitBill(trx, corrected, author)
}

/** Takes LRs off a bill, adds others, and changes those that stay. */
async function replaceLines(
  trx: Knex,
  { id, status }: TransporterBill,
  stored: readonly BilledLr[],
  lines: CheckedBill['lines'],
  author: Author,
) {
  const gone = stored.filter(({ line }) => !lines.some(({ lrId }) => lrId === line.lrId))
  await trx('transporter_bill_line')
    .whereIn(
      'id',
      gone.map(({ line }) => line.id),
    )
    .delete()
  // A rejected bill holds no LR: those it had may be on another bill by now.
  if (status !== 'REJECTED') {
    const freed = gone.map(({ lr }) => lr)
    await moveLrs(trx, freed, 'UNBILLED', author)
  }
  const staying = stored.flatMap(({ line }) => {
    const next = lines.find(({ lrId }) => lrId === line.lrId)
    return next ? [{ before: line, asked: { ...next, ...decisionOn(line, next), releasedNo: 0 } }] : []
  })
  await updateEach(trx, transporterBillLine, staying, author)
  const added = lines.filter(({ lrId }) => !stored.some(({ line }) => line.lrId === lrId))
  await insertLines(trx, id, added, author)
}

/** What Finance decided on an LR, as far as it holds for the corrected amounts. */
export function decisionOn(
  line: TransporterBillLine,
  next: Pick<TransporterBillLine, 'billedFreight' | 'billedOther' | 'expectedFreight' | 'expectedOther'>,
): Partial<TransporterBillLine> {
  const names = ['billedFreight', 'billedOther', 'expectedFreight', 'expectedOther'] as const
  return names.every(name => line[name] === next[name])
    ? {}
    : { isAccepted: false, acceptedAmount: null, remarks: null }
}
