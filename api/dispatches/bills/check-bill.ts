import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { fyOf } from '../../../resources/define/dates.ts'
import { rupees } from '../../../resources/define/show.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import {
  agreedOn,
  agrees,
  billTolerance,
  matchLines,
  reverseCharge,
  whyNotBillable,
} from '../../../resources/dispatches/bills/bill-rules.ts'
import type { TransporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import type { TransporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import type { PrintedBill } from '../../../resources/dispatches/commands/bills.ts'
import { kindsOf, whyKindsDiffer } from '../../../resources/dispatches/freight/billed-kinds.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import type { GtaTaxMode } from '../../../resources/trade.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { seesFile } from '../../files/attachments.ts'
import { today } from '../../platform/clock.ts'
import { conflictOf, invalid } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { taxModeOn } from './tax-mode.ts'

/** A bill as it may be saved: its own columns, and its LRs with what was agreed for each. */
export interface CheckedBill {
  bill: Partial<TransporterBill> & { gtaTaxMode: GtaTaxMode }
  lines: Pick<
    TransporterBillLine,
    | 'lrId'
    | 'billedFreight'
    | 'billedOther'
    | 'billedWeightKg'
    | 'billedKinds'
    | 'expectedFreight'
    | 'expectedOther'
    | 'variance'
    | 'isMatched'
  >[]
}

/**
 * A bill as it may be saved, its LRs locked; `kept` is the bill that it corrects. Throws 400 with faults at the fields,
 * and 409 where its number is entered or an LR is billed on another bill.
 */
export async function checkBill(
  trx: Knex,
  input: PrintedBill,
  person: Person,
  kept?: TransporterBill,
): Promise<CheckedBill> {
  const faults: Fault[] = []
  const refuse = (field: string, code: string, message: string) => faults.push({ field, code, message })
  const [transporterRow] = await rowsOf(trx, transporter, rows =>
    restrict(rows.where('transporter.id', input.transporterId), trx, transporter, person, 'read'),
  )
  if (!transporterRow)
    throw invalid([
      { field: 'transporterId', code: 'UNKNOWN_REF', message: 'Transporter must be selected from the list' },
    ])
  const gtaTaxMode = kept?.gtaTaxMode ?? (await taxModeOn(trx, transporterRow, input.billDate))
  if (input.billDate > today()) refuse('billDate', 'RANGE', 'Bill date must not be in the future')
  if (!(await seesFile(trx, person, input.attachmentId, 'BILL')))
    refuse('attachmentId', 'UNKNOWN_REF', 'Scan of the bill is not known: upload it first')
  if (gtaTaxMode === 'RCM' && input.gstAmount > 0)
    refuse('gstAmount', 'RANGE', 'GST must be 0: we pay the tax of this transporter ourselves by reverse charge')
  const lrs = await billedLrs(trx, input, person, faults)
  const billed = sum(input.lines.map(line => line.billedFreight + line.billedOther))
  if (!agrees(billed, input.baseAmount))
    refuse('baseAmount', 'SUM', `Base amount must be the sum of the LRs, ${rupees(billed)}, within ₹ 1`)
  for (const [index, line] of input.lines.entries()) {
    const message = whyKindsDiffer(line)
    if (message) refuse(`lines[${index}].kinds`, 'SUM', message)
  }
  const taken = await takenBefore(trx, input, lrs, kept?.id ?? 0)
  if (faults.length > 0) throw invalid([...faults, ...taken])
  if (taken.length > 0) throw conflictOf(taken)
  const { lines, ...given } = input
  return { bill: { ...given, gtaTaxMode, ...following(given, gtaTaxMode) }, lines: await matched(trx, lines, lrs) }
}

/** What follows from the printed fields of a bill. */
const following = ({ billDate, baseAmount, gstAmount }: Omit<PrintedBill, 'lines'>, gtaTaxMode: GtaTaxMode) => ({
  fy: fyOf(billDate),
  totalAmount: baseAmount + gstAmount,
  reverseCharge: reverseCharge(gtaTaxMode, baseAmount),
})

/** The LRs of a bill, locked in the order of their ids; adds a fault for each that is unknown or cannot be billed. */
async function billedLrs(trx: Knex, input: PrintedBill, person: Person, faults: Fault[]): Promise<Map<number, Lr>> {
  const ids = input.lines.map(({ lrId }) => lrId).sort((a, b) => a - b)
  await trx('lr').whereIn('id', ids).orderBy('id').forUpdate().select('id')
  const billedRows = await rowsOf(trx, lr, rows => restrict(rows.whereIn('lr.id', ids), trx, lr, person, 'read'))
  const lrs = new Map(billedRows.map(row => [row.id, row]))
  for (const [index, { lrId }] of input.lines.entries()) {
    const row = lrs.get(lrId)
    const fault = row
      ? whyNotBillable(row, input)
      : { code: 'UNKNOWN_REF', message: 'LR is not one of yours: choose from the list' }
    if (fault) faults.push({ field: `lines[${index}].lrId`, ...fault })
  }
  return lrs
}

/** What other bills hold already: the number, and every LR that is billed, so that a bill is mended in one go. */
async function takenBefore(
  trx: Knex,
  { transporterId, billNo, billDate, lines }: PrintedBill,
  lrs: Map<number, Lr>,
  keptId: number,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const key = { transporterId, billNo, fy: fyOf(billDate), releasedNo: 0 }
  if (await trx('transporter_bill').where(key).whereNot('id', keptId).first('id')) {
    const message = `Bill no ${billNo} of this transporter is entered already in this financial year`
    faults.push({ field: 'billNo', code: 'DUPLICATE_KEY', message })
  }
  const taken: { lrId: number; billNo: string }[] = await trx('transporter_bill_line')
    .join('transporter_bill', 'transporter_bill.id', 'transporter_bill_line.transporterBillId')
    .whereIn('transporter_bill_line.lrId', [...lrs.keys()])
    .where('transporter_bill_line.releasedNo', 0)
    .whereNot('transporter_bill.id', keptId)
    .select('transporter_bill_line.lrId', 'transporter_bill.billNo')
  const billOf = new Map(taken.map(one => [one.lrId, one.billNo]))
  for (const [place, { lrId }] of lines.entries())
    if (billOf.has(lrId)) {
      const message = `LR ${lrs.get(lrId)!.lrNo} is on bill ${billOf.get(lrId)} already: an LR is billed once, so leave it out`
      faults.push({ field: `lines[${place}].lrId`, code: 'LR_BILLED', message })
    }
  return faults
}

/** Each line with what was agreed for its LR, and by how much it differs. */
async function matched(trx: Knex, lines: PrintedBill['lines'], lrs: Map<number, Lr>): Promise<CheckedBill['lines']> {
  const agreed = lines.map(line => {
    const { kinds, ...billed } = line
    return { ...billed, billedKinds: kindsOf(kinds), ...agreedOn(lrs.get(line.lrId)!) }
  })
  const matches = matchLines(agreed, billTolerance(await readSettings(trx)))
  return agreed.map((line, place) => ({ ...line, ...matches[place]! }))
}
