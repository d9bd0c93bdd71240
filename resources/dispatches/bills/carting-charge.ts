import { cartingCharges } from '../../access.ts'
import { choice, code, date, file, instant, integer, money, reference, text } from '../../define/fields.ts'
import { statusField } from '../../define/process/states.ts'
import { stepAction } from '../../define/process/step-action.ts'
import { type Row, record } from '../../define/resource.ts'
import { user } from '../../settings/user.ts'
import { lr } from '../lr.ts'
import { cartingProcess } from './carting-process.ts'
import { cartingTypes } from './carting-rules.ts'

/** What a cartage vendor charged for one LR, by a voucher that may cover several LRs. */
export const cartingCharge = record({
  path: 'dispatches/add-carting-charges',
  name: 'carting-charge',
  title: 'Add Carting Charges',
  one: 'carting charge',
  purpose: 'Local cartage, loading and detention of each LR, by voucher.',
  fields: {
    lrId: reference(lr),
    chargeType: choice(cartingTypes),
    vendorName: text({ max: 60, label: 'Vendor' }),
    voucherNo: code({ max: 20, label: 'Voucher' }),
    fy: text({ max: 4, financialYear: true, label: 'Financial year' }),
    lineNo: integer({ min: 1, label: 'Line of the voucher' }),
    releasedNo: integer({
      marker: true,
      min: 0,
      default: 0,
      label: 'Voucher released',
      hint: '0 while the charge counts, else its own id',
    }),
    voucherDate: date(),
    amount: money({ min: 0.01 }),
    attachmentId: file({ optional: true, sentFor: 'CARTING', accept: '.pdf,.png,.jpg', label: 'Voucher scan' }),
    gateInAt: instant({ optional: true, label: 'Gate in', hint: 'When the vehicle arrived, for detention' }),
    gateOutAt: instant({ optional: true, label: 'Gate out', hint: 'When the vehicle could leave, for detention' }),
    status: statusField(cartingProcess),
    approvalReason: text({ audience: 'readers', max: 255, optional: true, label: 'Why Finance decides' }),
    approvedById: reference(user, { optional: true, audience: 'staff', label: 'Decided by' }),
    decidedAt: instant({ optional: true, label: 'Decided' }),
    remarks: text({ audience: 'readers', max: 255, optional: true }),
    adjustedOn: date({
      optional: true,
      label: 'Counted as adjustment on',
      hint: 'Approved after the freight of the LR was final',
    }),
  },
  key: ['vendorName', 'voucherNo', 'fy', 'lineNo', 'releasedNo'],
  display: ['voucherNo', 'lrId'],
  list: ['lrId', 'chargeType', 'vendorName', 'voucherNo', 'amount', 'status', 'voucherDate', 'approvalReason'],
  filters: ['status', 'voucherDate', 'chargeType', 'vendorName', 'lrId'],
  totals: ['amount'],
  search: ['vendorName', 'voucherNo'],
  sort: ['-id'],
  indexes: [['lrId'], ['status', 'voucherDate'], ['attachmentId']],
  actions: {
    approve: stepAction(cartingProcess, 'approve', {
      on: 'rows',
      inputs: { remarks: text({ max: 255, optional: true }) },
    }),
    reject: stepAction(cartingProcess, 'reject', { on: 'rows', inputs: { remarks: text({ max: 255 }) } }),
  },
  access: cartingCharges,
  within: { DISPATCH: { lrId: 'lrsInMyScope' } },
})

export type CartingCharge = Row<typeof cartingCharge>
