import { transporterBills } from '../../access.ts'
import { action } from '../../define/action.ts'
import { choice, code, date, file, flag, integer, money, reference, text } from '../../define/fields.ts'
import { openWhile, statusField } from '../../define/process/states.ts'
import { type Row, record } from '../../define/resource.ts'
import { transporter } from '../../masters/transporter.ts'
import { user } from '../../settings/user.ts'
import { gtaTaxModes, gtaTaxWords } from '../../trade.ts'
import { lr } from '../lr.ts'
import { billProcess } from './bill-process.ts'
import { deductionReasons, deductionWords } from './deduction-reasons.ts'

const { steps } = billProcess

/** A transporter's bill over LRs: matched with what was agreed, approved and paid by Finance. */
export const transporterBill = record({
  path: 'dispatches/lr-transporter-bill',
  name: 'transporter-bill',
  title: 'LR - Transporter Bill',
  one: 'transporter bill',
  purpose: 'Transporter bills for LRs: agreed, disputed, approved and paid amounts.',
  fields: {
    billRef: text({ max: 14, unique: true, label: 'Reference' }),
    transporterId: reference(transporter),
    billNo: code({ max: 20, label: 'Bill no' }),
    fy: text({ max: 4, financialYear: true, label: 'Financial year' }),
    releasedNo: integer({
      marker: true,
      min: 0,
      default: 0,
      label: 'Number released',
      hint: '0 while the bill holds its number, else its own id',
    }),
    billDate: date(),
    baseAmount: money({ min: 0.01, hint: 'The sum of the LRs before GST' }),
    gtaTaxMode: choice(gtaTaxModes, { label: 'GST of carriage', words: gtaTaxWords }),
    gstAmount: money({ min: 0, default: 0, label: 'GST' }),
    totalAmount: money({ label: 'Total' }),
    reverseCharge: money({
      default: 0,
      label: 'GST payable by us',
      hint: 'Reverse charge of 5 %, not part of the total',
    }),
    attachmentId: file({ sentFor: 'BILL', accept: '.pdf,.png,.jpg', label: 'Scan of the bill' }),
    status: statusField(billProcess),
    isPodRequired: flag({ label: 'Needs proof of delivery' }),
    isTaxAccepted: flag({ label: 'GST accepted' }),
    deductionAmount: money({ min: 0, default: 0, label: 'Deduction' }),
    debitNoteNo: code({ max: 16, optional: true, label: 'Debit note' }),
    tdsAmount: money({ min: 0, default: 0, label: 'TDS' }),
    approvedById: reference(user, { optional: true, audience: 'staff', label: 'Approved by' }),
    approvedOn: date({ optional: true }),
    sapInvoiceDoc: text({ max: 10, format: 'sapNumber', optional: true, label: 'SAP invoice document' }),
    paymentRef: text({ max: 40, optional: true, label: 'Payment reference' }),
    paidOn: date({ optional: true, label: 'Paid on' }),
    rejectReason: text({ audience: 'readers', max: 255, optional: true, label: 'Why it was rejected' }),
  },
  key: ['transporterId', 'billNo', 'fy', 'releasedNo'],
  display: ['billRef', 'billNo'],
  list: ['billRef', 'transporterId', 'billNo', 'billDate', 'baseAmount', 'gstAmount', 'totalAmount', 'status'],
  filters: ['status', 'transporterId', 'billDate', 'billNo'],
  totals: ['baseAmount', 'gstAmount', 'totalAmount'],
  search: ['billRef', 'billNo', 'debitNoteNo', 'paymentRef'],
  sort: ['-id'],
  indexes: [['transporterId', 'billDate'], ['status', 'billDate'], ['attachmentId']],
  actions: {
    submit: action({ label: steps.submit.label, letter: 'C', when: { status: steps.submit.from } }),
    acceptAll: action({
      label: 'Accept all differences',
      letter: 'A',
      when: { status: steps.accept.from },
      inputs: {
        paid: choice(['AGREED', 'BILLED'], {
          label: 'Pay',
          words: { staff: { AGREED: 'What was agreed', BILLED: 'What was billed' }, buyer: {} },
        }),
        deductionReason: choice(deductionReasons, {
          optional: true,
          words: deductionWords,
          label: 'Deducted for',
          hint: 'Required where what was agreed is paid',
        }),
        remarks: text({ max: 255, hint: 'The transporter reads it' }),
      },
      confirm: 'Each LR that differs is decided in the same way.',
    }),
    acceptTax: action({
      label: 'Accept GST',
      letter: 'A',
      when: { status: steps.accept.from, isTaxAccepted: false },
      inputs: { reason: text({ max: 255 }) },
      confirm: 'The GST of the bill is accepted although it differs from its rate.',
    }),
    approve: action({
      label: steps.approve.label,
      letter: 'A',
      when: { status: steps.approve.from },
      inputs: {
        deductionAmount: money({
          min: 0,
          default: 0,
          label: 'Further deduction',
          hint: 'A deduction beside those per LR',
        }),
        deductionReason: choice(deductionReasons, {
          optional: true,
          words: deductionWords,
          label: 'Why it is deducted',
          hint: 'Required for a further deduction; a debit note is made of all that is deducted',
        }),
        remarks: text({ max: 255, optional: true, label: 'Remarks', hint: 'Printed on the debit note' }),
        tdsAmount: money({ min: 0, default: 0, label: 'TDS' }),
        sapInvoiceDoc: text({ max: 10, format: 'sapNumber', optional: true, label: 'SAP invoice document' }),
      },
    }),
    pay: action({
      label: steps.pay.label,
      letter: 'A',
      when: { status: steps.pay.from },
      inputs: {
        paymentRef: text({ max: 40, label: 'Payment reference' }),
        paidAmount: money({ min: 0, label: 'Amount paid', hint: 'Total less deduction and TDS' }),
      },
    }),
    reject: action({
      label: steps.reject.label,
      letter: 'A',
      when: { status: steps.reject.from },
      inputs: { reason: text({ max: 255, hint: 'The transporter reads it' }) },
      danger: true,
    }),
    withdraw: action({
      label: steps.withdraw.label,
      letter: 'C',
      when: { status: steps.withdraw.from },
      inputs: { reason: text({ max: 255 }) },
      danger: true,
    }),
    allowLate: action({
      label: 'Allow a late LR',
      letter: 'A',
      on: 'list',
      inputs: {
        lrId: reference(lr, { label: 'LR', where: { billStatus: 'UNBILLED' } }),
        reason: text({ max: 255, hint: 'Why it may be billed after 180 days' }),
      },
    }),
  },
  access: transporterBills,
  openIf: openWhile(billProcess),
  within: { DISPATCH: { id: 'billsOfMyPlants' }, TRANSPORTER: { transporterId: 'ownTransporter' } },
})

export type TransporterBill = Row<typeof transporterBill>
