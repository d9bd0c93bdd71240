import type { Fault } from '../../../resources/define/validate.ts'
import { type CartingCharge, cartingCharge } from '../../../resources/dispatches/bills/carting-charge.ts'
import { bodyObject, readBody } from '../../derive/save/read-body.ts'
import { invalid } from '../../platform/errors.ts'
import { readLines } from './bill-input.ts'

export const voucherFields = ['vendorName', 'voucherNo', 'voucherDate', 'attachmentId', 'remarks'] as const
export const chargeFields = ['lrId', 'chargeType', 'amount', 'gateInAt', 'gateOutAt'] as const

/** A voucher of a cartage vendor as it is entered: one amount in paise for each LR and type of charge. */
export type VoucherInput = Pick<CartingCharge, (typeof voucherFields)[number]> & {
  lines: Pick<CartingCharge, (typeof chargeFields)[number]>[]
}

/** Reads a voucher from a request. Throws 400 that names every field which is wrong, unknown or repeated. */
export function readVoucherInput(body: unknown): VoucherInput {
  const { lines, ...given } = bodyObject(body, 'The voucher')
  const faults: Fault[] = []
  const read = readBody(cartingCharge, voucherFields, given, faults)
  const listed = readLines(lines, faults, 'Charges are required: add 1 to 1,000 of them')
  const charges = listed.map((line, index) => readBody(cartingCharge, chargeFields, line, faults, `lines[${index}].`))
  const seen = new Set<string>()
  for (const [index, { lrId, chargeType }] of charges.entries()) {
    const key = `${lrId} ${chargeType}`
    if (seen.has(key))
      faults.push({
        field: `lines[${index}].lrId`,
        code: 'DUPLICATE',
        message: 'This LR has this charge twice on the voucher: add the amounts up',
      })
    seen.add(key)
  }
  if (faults.length > 0) throw invalid(faults)
  return { ...read, lines: charges }
}
