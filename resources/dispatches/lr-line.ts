import { dispatches } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, code, flag, instant, integer, money, reference, text, weight } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { sigmaCustomers } from '../shipment-tracking/sigma-customers.ts'
import { invoice } from './invoice.ts'
import { lr, unseenByBuyers } from './lr.ts'
import { sapDelivery } from './sap-delivery.ts'
import { withinLrs } from './scopes.ts'

/** The goods of a delivery on an LR, with their share of the freight. */
export const lrLine = record({
  path: 'lr-lines',
  name: 'lr-line',
  title: 'LR Lines',
  purpose: 'The deliveries on each lorry receipt, with their share of the freight.',
  fields: {
    lrId: reference(lr),
    deliveryId: reference(sapDelivery, { optional: true, label: 'Delivery' }),
    /** The invoice of the goods at booking, which stays; those that are valid now follow from the goods. */
    invoiceId: reference(invoice, { optional: true, label: 'Invoice at booking' }),
    sigmaInvoiceNo: code({ max: 16, optional: true }),
    sigmaCustomerId: reference(sigmaCustomers, { optional: true, label: 'Sigma customer' }),
    challanNo: code({
      max: 16,
      optional: true,
      label: 'Delivery challan',
      hint: 'From the second LR of an invoice on, by rule 55(5) of the CGST Rules',
    }),
    ewayBillNo: text({ max: 12, format: 'eway', optional: true, label: 'E-way bill' }),
    ewayDocNo: text({
      max: 16,
      optional: true,
      label: 'Document of the e-way bill',
      hint: 'The invoice or challan that the e-way bill names',
    }),
    ewayValidTo: instant({ optional: true, label: 'E-way bill valid to' }),
    // Empty once the LR is cancelled or the goods are sent again, so that the number is free.
    ewayHeld: text({
      marker: true,
      max: 12,
      optional: true,
      unique: true,
    }),
    ewayWarnedAt: instant({ optional: true, label: 'Warned of its end at' }),
    packages: integer({ min: 0 }),
    weightKg: weight({ label: 'Weight' }),
    invoiceValue: money({ hiddenFrom: ['TRANSPORTER'] }),
    outcome: choice(['NONE', 'SENT_AGAIN', 'SETTLED', 'RECALLED'], {
      default: 'NONE',
      label: 'Outcome',
      hint: 'Goods that were returned, lost or called back',
      hiddenFrom: unseenByBuyers,
    }),
    freightShare: money({ default: 0, hiddenFrom: unseenByBuyers }),
    cartingShare: money({ default: 0, hiddenFrom: [...unseenByBuyers, 'TRANSPORTER'] }),
  },
  computed: {
    invoiceNos: text({
      audience: 'readers',
      max: 255,
      optional: true,
      label: 'Invoices',
      hint: 'Invoices that bill the goods now',
    }),
    deliveryNo: text({ max: 10, optional: true, label: 'Delivery no' }),
    ewayByPortal: flag({ label: 'E-way bill by the portal' }),
  },
  key: ['lrId', 'deliveryId', 'invoiceId', 'sigmaInvoiceNo'],
  display: ['lrId', 'invoiceId'],
  list: ['lrId', 'deliveryNo', 'invoiceNos', 'packages', 'weightKg', 'invoiceValue', 'freightShare', 'ewayByPortal'],
  search: ['sigmaInvoiceNo', 'ewayBillNo', 'challanNo'],
  sort: ['-id'],
  indexes: [['invoiceId'], ['deliveryId'], ['ewayBillNo'], ['ewayValidTo'], ['sigmaCustomerId']],
  actions: {
    sendAgain: action({
      label: 'Send again',
      letter: 'U',
      when: { outcome: ['NONE', 'RECALLED'] },
      confirm: 'The goods wait for dispatch again and can be put on a new LR.',
    }),
    settle: action({
      label: 'Settle',
      letter: 'U',
      when: { outcome: ['NONE', 'RECALLED'] },
      inputs: {
        creditNoteNo: code({ max: 16, optional: true, label: 'Credit note' }),
        reason: text({ max: 255, label: 'Why' }),
      },
    }),
    recall: action({
      label: 'Call back',
      letter: 'U',
      when: { outcome: 'NONE' },
      inputs: { reason: text({ max: 255, label: 'Why' }) },
    }),
    generateEway: action({
      label: 'Make the e-way bill',
      letter: 'U',
      when: { ewayBillNo: null },
      done: 'The e-way bill is asked for',
      inputs: {
        distanceKm: integer({
          min: 1,
          max: 4000,
          optional: true,
          label: 'Distance in km',
          hint: 'Leave empty: the table of PIN codes or the portal knows it',
        }),
      },
    }),
    replace: action({
      label: 'Replace the invoice',
      letter: 'U',
      when: { outcome: 'NONE' },
      inputs: {
        invoiceId: reference(invoice, { label: 'New invoice' }),
        ewayBillNo: text({ max: 12, format: 'eway', optional: true, label: 'New e-way bill' }),
      },
    }),
  },
  access: dispatches,
  within: withinLrs,
})

export type LrLine = Row<typeof lrLine>

/** An invoice on an LR as a reader gets it: without its value where that is not theirs to see. */
export type LrLineRow = Omit<LrLine, 'invoiceValue'> &
  Partial<Pick<LrLine, 'invoiceValue'>> & {
    invoiceNos: string | null
    deliveryNo: string | null
    ewayByPortal: boolean
  } & {
    texts: { [name in keyof LrLine]?: string }
  }
