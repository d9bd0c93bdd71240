import { flag, integer, text } from '../../../resources/define/fields.ts'
import { pick } from '../../../resources/define/pick.ts'
import { cartingCharge } from '../../../resources/dispatches/bills/carting-charge.ts'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { bodyOf, listOf, maybe, type Routes, rowOf } from '../../derive/docs/route.ts'
import { billedFields, billFields, correctedFields, MOST_LRS } from './bill-input.ts'
import { chargeFields, voucherFields } from './carting-input.ts'

const TAG = 'Dispatch'
const billedLrs = listOf(bodyOf(pick(transporterBillLine.fields, billedFields)), MOST_LRS)

/** What other programs may ask of the bills of transporters, besides reading and deciding on them. */
export const billRoutes: Routes = {
  'POST dispatches/lr-transporter-bill': {
    tag: TAG,
    summary: 'Enters a transporter’s bill over LRs, and matches it unless it is a draft',
    body: bodyOf({
      ...pick(transporterBill.fields, billFields),
      lines: billedLrs,
      isDraft: maybe(flag()),
    }),
    answer: rowOf(transporterBill),
    refusals: { 409: 'LR_BILLED: an LR is on another bill; DUPLICATE_KEY: the bill number is entered already' },
    isIdempotent: 'must',
    isFor: ({ ability }) => ability.can('create', transporterBill.path),
  },
  'PATCH dispatches/lr-transporter-bill/{id}': {
    tag: TAG,
    summary: 'Corrects a bill by who entered it, with the reason, until it is approved, and matches it again',
    body: bodyOf({
      rowVersion: integer({ min: 1 }),
      reason: text({ max: 255 }),
      ...pick(transporterBill.fields, correctedFields),
      lines: billedLrs,
    }),
    answer: rowOf(transporterBill),
    refusals: {
      409: 'STALE_ROW: it was changed meanwhile; LR_BILLED and DUPLICATE_KEY as when it is entered',
      422: 'NOT_ALLOWED_STATE: it is approved by now',
    },
    isFor: ({ ability }) => ability.can('create', transporterBill.path),
  },
  'POST dispatches/add-carting-charges': {
    tag: TAG,
    summary: 'Enters a voucher of carting, split over LRs; answers with its charges',
    body: bodyOf({
      ...pick(cartingCharge.fields, voucherFields),
      lines: listOf(bodyOf(pick(cartingCharge.fields, chargeFields)), MOST_LRS),
    }),
    answer: listOf(rowOf(cartingCharge)),
    refusals: { 409: 'DUPLICATE_KEY: the voucher is entered already' },
    isIdempotent: 'must',
    isFor: ({ ability }) => ability.can('create', cartingCharge.path),
  },
}
