import type { Knex } from 'knex'
import { dayText, rupees } from '../../../resources/define/show.ts'
import {
  agreedFor,
  agreedOn,
  billTolerance,
  matchLines,
  whyNotBillable,
} from '../../../resources/dispatches/bills/bill-rules.ts'
import { type TransporterBill, transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { recordEvent } from '../../derive/history/record-event.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach } from '../../derive/save/write.ts'
import { readSettings } from '../../platform/settings.ts'
import { refusal } from '../events/refusal.ts'
import { linesWithLrs } from './bill-lines.ts'
import { decisionOn } from './correct-bill.ts'
import { matchBill } from './submit-bill.ts'

/** The bill that holds an LR and is not approved, kept so until the transaction ends; undefined where none does. */
export async function billHolding(trx: Knex, lrId: number): Promise<TransporterBill | undefined> {
  const held = await trx('transporter_bill_line').where({ lrId, releasedNo: 0 }).first('transporterBillId as id')
  if (!held) return undefined
  await trx('transporter_bill').where('id', held.id).forUpdate().first('id')
  const [bill] = await rowsOf(trx, transporterBill, rows => rows.where('id', held.id))
  return bill && bill.status !== 'APPROVED' && bill.status !== 'PAID' ? bill : undefined
}

/** The field by which an LR stops fitting a bill. */
const fieldOf: Record<string, keyof Lr> = { OTHER_TRANSPORTER: 'transporterId', NOT_BILLED: 'freightTerms' }

/** Throws 422 where a corrected LR could not be on the bill that holds it, with the bill to take it off first. */
export async function demandFitsBill(trx: Knex, bill: TransporterBill, before: Lr, after: Lr): Promise<void> {
  const why = whyNotBillable(after, bill)
  if (!why || whyNotBillable(before, bill)?.code === why.code) return
  const { name } = await trx('transporter').where('id', bill.transporterId).first('name')
  const wrong: Record<string, string> = {
    OTHER_TRANSPORTER: `Transporter must stay while LR ${before.lrNo} is on bill ${bill.billNo} of ${name}`,
    NOT_BILLED: `Freight terms must not be TO_PAY while LR ${before.lrNo} is on bill ${bill.billNo} of ${name}`,
    RANGE: `LR date must not be after ${dayText(bill.billDate)}, the date of bill ${bill.billNo} of ${name}`,
    TOO_OLD: `LR date must not be more than 180 days before bill ${bill.billNo} of ${name}, which is of ${dayText(bill.billDate)}`,
  }
  const exit = `take it off bill ${bill.billNo} first, or have that bill withdrawn`
  throw refusal(`${wrong[why.code] ?? why.message}: ${exit}`, fieldOf[why.code] ?? 'lrDate')
}

/** Matches the bill that holds a corrected LR again, where another amount is agreed for it now; its history says so. */
export async function rematchBill(trx: Knex, bill: TransporterBill, lrId: number, author: Author): Promise<void> {
  const lines = await linesWithLrs(trx, bill.id)
  const agreed = lines.map(({ line, lr }) => (lr.id === lrId ? { ...line, ...agreedOn(lr) } : line))
  const at = lines.findIndex(({ line }) => line.lrId === lrId)
  const [was, is] = [lines[at]!.line, agreed[at]!]
  if (was.expectedFreight === is.expectedFreight && was.expectedOther === is.expectedOther) return
  const matches = matchLines(agreed, billTolerance(await readSettings(trx)))
  await updateEach(
    trx,
    transporterBillLine,
    lines.map(({ line }, place) => {
      const { expectedFreight, expectedOther } = agreed[place]!
      const asked = { expectedFreight, expectedOther, ...matches[place]!, ...decisionOn(line, agreed[place]!) }
      return { before: line, asked }
    }),
    author,
  )
  const told = `LR ${lines[at]!.lr.lrNo} was corrected (${author.reason}): ${rupees(agreedFor(is))} agreed for it instead of ${rupees(agreedFor(was))}`
  await recordEvent(
    trx,
    { ...author, reason: told },
    { action: 'STATUS', entity: transporterBill.name, entityId: bill.id, businessKey: bill.billRef },
  )
  if (bill.status !== 'DRAFT') await matchBill(trx, bill, { ...author, reason: told })
}
