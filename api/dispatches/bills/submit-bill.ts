import type { Knex } from 'knex'
import { type Actor, refusalOf } from '../../../resources/define/process/process.ts'
import { type BillStep, billProcess, stateAfterMatching } from '../../../resources/dispatches/bills/bill-process.ts'
import { lacksPod, taxFits, whyNotBillable } from '../../../resources/dispatches/bills/bill-rules.ts'
import { type TransporterBill, transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow, updateRows } from '../../derive/save/write.ts'
import { forbidden, refused } from '../../platform/errors.ts'
import { type BilledLr, isLineOpen, linesWithLrs } from './bill-lines.ts'
import { tellOfMatch } from './bill-news.ts'

/** Submits a draft and matches it with what was agreed. Throws 422 where one of its LRs can no longer be billed. */
export async function submitBill(trx: Knex, draft: TransporterBill, author: Author): Promise<TransporterBill> {
  for (const { lr } of await linesWithLrs(trx, draft.id)) {
    const fault = whyNotBillable(lr, draft)
    if (fault) throw refused([{ field: '', ...fault }])
  }
  const submitted = await updateRow(trx, transporterBill, draft, { status: 'SUBMITTED' }, author)
  return matchBill(trx, submitted, author)
}

/** Sets a bill to matched, or to disputed while a difference of an LR or of its GST is not accepted. */
export async function matchBill(trx: Knex, bill: TransporterBill, author: Author): Promise<TransporterBill> {
  const lines = await linesWithLrs(trx, bill.id)
  const openLrs = lines.filter(isLineOpen).map(({ lr }) => lr.lrNo)
  const status = stateAfterMatching({ openLrs, taxIsOpen: isTaxOpen(bill) })
  await moveLrs(
    trx,
    lines.map(({ lr }) => lr),
    status === 'DISPUTED' ? 'DISPUTED' : 'BILLED',
    author,
  )
  const matched = await updateRow(trx, transporterBill, bill, { status }, author)
  if (status !== bill.status) await tellOfMatch(trx, matched, lines)
  return matched
}

/** Whether the GST of a bill differs from its rate and nobody has accepted that. */
export const isTaxOpen = ({ gtaTaxMode, baseAmount, gstAmount, isTaxAccepted }: TransporterBill) =>
  !isTaxAccepted && !taxFits(gtaTaxMode, baseAmount, gstAmount)

/** The lines of a bill with their LRs. Throws 403 or 422 unless the person may take this step of the bill now. */
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

/** Lets LRs follow the state of their bill. */
export async function moveLrs(trx: Knex, lrs: readonly Lr[], billStatus: Lr['billStatus'], author: Author) {
  const moving = lrs.filter(row => row.billStatus !== billStatus)
  if (moving.length > 0) await updateRows(trx, lr, moving, { billStatus }, author)
}
