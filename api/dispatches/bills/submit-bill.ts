import type { Knex } from 'knex'
import { stateAfterMatching } from '../../../resources/dispatches/bills/bill-process.ts'
import { taxFits, whyNotBillable } from '../../../resources/dispatches/bills/bill-rules.ts'
import { type TransporterBill, transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { refused } from '../../platform/errors.ts'
import { isLineOpen, linesWithLrs } from './bill-lines.ts'
import { tellOfMatch } from './bill-news.ts'
import { moveLrs } from './move-lrs.ts'

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
