import type { RowValues } from '../../../resources/define/row-values.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { type TransporterBill, transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import {
  type TransporterBillLine,
  transporterBillLine,
} from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { bodyObject, readBody, readVersionAndReason } from '../../derive/save/read-body.ts'
import { invalid } from '../../platform/errors.ts'

export const billFields = ['transporterId', 'billNo', 'billDate', 'baseAmount', 'gstAmount', 'attachmentId'] as const
/** What of a bill can be corrected. */
export const correctedFields = ['billNo', 'billDate', 'baseAmount', 'gstAmount', 'attachmentId'] as const
export const billedFields = ['lrId', 'billedFreight', 'billedOther'] as const
/** The most LRs on one bill that is entered by hand. */
export const MOST_LRS = 1000

/** A bill as it is printed, amounts in paise. */
export type PrintedBill = Pick<TransporterBill, (typeof billFields)[number]> & {
  lines: Pick<TransporterBillLine, (typeof billedFields)[number]>[]
}

/** A bill as it is entered. */
export type BillInput = PrintedBill & { isDraft: boolean }

/** What a bill is corrected to, and why; its transporter stays. */
export type BillCorrection = Omit<PrintedBill, 'transporterId'> & { rowVersion: number; reason: string }

/** Reads a bill from a request. Throws 400 that names every field which is wrong, unknown or not the client's to set. */
export function readBillInput(body: unknown): BillInput {
  const { lines, isDraft = false, ...given } = bodyObject(body, 'The bill')
  const faults: Fault[] = []
  const read = readBody(transporterBill, billFields, given, faults)
  if (typeof isDraft !== 'boolean')
    faults.push({ field: 'isDraft', code: 'TYPE', message: 'isDraft must be true or false' })
  const billed = readBilled(lines, faults)
  if (faults.length > 0) throw invalid(faults)
  return { ...read, lines: billed, isDraft: isDraft === true }
}

/** Reads the correction of a bill. Throws 400 that names every field which is wrong or not to be corrected. */
export function readBillCorrection(body: unknown): BillCorrection {
  const { lines, rowVersion, reason, ...given } = bodyObject(body, 'The correction')
  const faults: Fault[] = []
  const says = readVersionAndReason('the bill', { rowVersion, reason }, faults)
  const read = readBody(transporterBill, correctedFields, given, faults)
  const billed = readBilled(lines, faults)
  if (faults.length > 0) throw invalid(faults)
  return { ...read, ...says, lines: billed }
}

function readBilled(lines: unknown, faults: Fault[]): PrintedBill['lines'] {
  const listed = readLines(lines, faults, 'LRs are required: add 1 to 1,000 of them')
  const billed = listed.map((line, index) =>
    readBody(transporterBillLine, billedFields, line, faults, `lines[${index}].`),
  )
  const ids = billed.map(({ lrId }) => lrId)
  for (const [index, id] of ids.entries()) {
    if (id === null || ids.indexOf(id) === index) continue
    faults.push({
      field: `lines[${index}].lrId`,
      code: 'DUPLICATE',
      message: 'This LR is on the bill twice: remove one',
    })
  }
  return billed
}

/** The lines of a request as objects; adds a fault where they are no list of 1 to 1,000 objects. */
export function readLines(given: unknown, faults: Fault[], message: string): RowValues[] {
  const isSound = Array.isArray(given) && given.length > 0 && given.length <= MOST_LRS
  if (!isSound) {
    faults.push({ field: 'lines', code: 'REQUIRED', message })
    return []
  }
  return given.map((line, index) => bodyObject(line, `Line ${index + 1}`, `lines[${index}]`))
}
