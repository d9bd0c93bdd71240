import { partnerRoles, payments } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { choice, integer, money, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { uploadOutstanding } from '../../masters/upload-outstanding.ts'
import { paymentTransaction } from '../payment-transaction.ts'
import { refund } from '../refund.ts'
import { withinPayments } from '../scopes.ts'
import { allocationTargets } from './capture-states.ts'
import { paymentCapture } from './payment-capture.ts'

/** Where rupees of a capture are. A move ends one row as RELEASED and writes others in the same commit. */
export const captureAllocation = record({
  path: 'capture-allocations',
  name: 'capture-allocation',
  title: 'Capture Allocations',
  purpose: 'Where the money of each capture is.',
  fields: {
    captureId: reference(paymentCapture, { label: 'Capture' }),
    seq: integer({ min: 1, label: 'No' }),
    transactionId: reference(paymentTransaction, { label: 'Transaction' }),
    customerId: reference(customer),
    target: choice(allocationTargets, {
      label: 'Where it is',
      words: {
        staff: { ITEM: 'On an item', ON_ACCOUNT: 'On account', TO_REFUND: 'Goes back' },
        buyer: {},
      },
    }),
    itemId: reference(uploadOutstanding, { optional: true, label: 'Open item' }),
    documentNo: text({ max: 16, optional: true, label: 'Document no' }),
    refundId: reference(refund, { optional: true, label: 'Refund' }),
    amount: money({ hint: 'Negative for a credit that is used' }),
    tdsAmount: money({ min: 0, default: 0, label: 'TDS' }),
    balanceBefore: money({
      optional: true,
      label: 'Open before',
    }),
    clearingStatus: choice(['OPEN', 'CLEARED', 'SHORT', 'SETTLED', 'RELEASED'], {
      default: 'OPEN',
      hint: 'Released: moved to other rows',
    }),
    sapLine: choice(['ACCOUNT'], {
      optional: true,
      label: 'Line in SAP',
      words: { staff: { ACCOUNT: 'That on account' }, buyer: {} },
      hiddenFrom: partnerRoles,
    }),
    movedFromId: reference('capture-allocation', { optional: true, label: 'Moved from' }),
  },
  key: ['captureId', 'seq'],
  display: ['documentNo', 'target'],
  list: ['transactionId', 'customerId', 'target', 'documentNo', 'amount', 'tdsAmount', 'clearingStatus', 'createdAt'],
  filters: ['target', 'clearingStatus', 'customerId'],
  totals: ['amount', 'tdsAmount'],
  search: ['documentNo'],
  sort: ['-id'],
  indexes: [['itemId', 'clearingStatus'], ['customerId', 'target'], ['transactionId'], ['refundId']],
  access: payments,
  openIf: { clearingStatus: ['OPEN', 'SHORT'] },
  within: withinPayments,
})

export type CaptureAllocation = Row<typeof captureAllocation>
