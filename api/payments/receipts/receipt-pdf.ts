import type { Knex } from 'knex'
import { type Customer, customer } from '../../../resources/access-control/customer.ts'
import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import { rupeesInWords } from '../../../resources/define/in-words.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import type { PaymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { isPaid } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { readId } from '../../derive/list/query.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { signedIn } from '../../derive/signed-in.ts'
import { letterhead } from '../../files/letterhead.ts'
import { type Content, factColumns, head, party, right } from '../../files/pdf-content.ts'
import { printPdf } from '../../files/print-pdf.ts'
import { type Company, readCompany } from '../../platform/company.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { offerFile } from '../../platform/http/offer-file.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { settledBy } from '../posting/payment-message.ts'

const modes = {
  CARD: 'Card',
  NETBANKING: 'Net banking',
  UPI: 'UPI',
  NEFT: 'NEFT',
  WALLET: 'Wallet',
  OTHER: 'Other',
} as const

/** Makes the receipt of a payment for a mail. */
export async function receiptPdfFile(db: Knex, { receiptPdf }: { receiptPdf: number }) {
  const [payment] = await rowsOf(db, paymentTransaction, rows => rows.where({ id: receiptPdf }))
  const facts = await readReceipt(db, payment!)
  return { filename: `${payment!.receiptNo}.pdf`, content: await printPdf(receiptLayout(facts)) }
}

/** `GET /api/payments/7/receipt`: a PDF. 404 unless the person may read the payment, 409 where it has not succeeded. */
export function serveReceipts(router: ApiRouter, db: Knex) {
  router.get('/api/payments/:id/receipt', async ctx => {
    const { person } = signedIn(ctx)
    const id = readId(ctx.params.id!)
    if (id === undefined) throw notFound()
    const [payment] = await rowsOf(db, paymentTransaction, rows =>
      restrict(rows.where('payment_transaction.id', id), db, paymentTransaction, person, 'read'),
    )
    if (!payment) throw notFound()
    if (payment.receiptNo === null || !isPaid(payment))
      throw conflict('NOT_NOW', 'There is a receipt once the payment has succeeded')
    const facts = await readReceipt(db, payment)
    offerFile(ctx, `${payment.receiptNo}.pdf`, 'application/pdf')
    ctx.body = await printPdf(receiptLayout(facts))
  })
}

/** What a receipt says. */
interface ReceiptFacts {
  company: Company
  payment: PaymentTransaction
  customer: Customer
  /** What the payment settles, without what was released to the account. */
  allocations: readonly PaymentAllocation[]
}

/** Reads what the receipt of a payment says. */
async function readReceipt(db: Knex, payment: PaymentTransaction): Promise<ReceiptFacts> {
  const [buyer] = await rowsOf(db, customer, rows => rows.where({ id: payment.customerId }))
  return {
    company: await readCompany(db),
    payment,
    customer: buyer!,
    allocations: await settledBy(db, [payment.id]),
  }
}

/** Lays out the receipt of a payment for pdfmake. */
function receiptLayout(facts: ReceiptFacts): { title: string; content: Content[] } {
  const { payment, customer } = facts
  return {
    title: `Receipt ${payment.receiptNo}`,
    content: [
      heading(facts),
      party('Received from', [
        `${customer.name} (${customer.code})`,
        customer.address,
        customer.pincode,
        customer.gstin && `GSTIN ${customer.gstin}`,
      ]),
      {
        stack: [
          { text: rupees(payment.amount), fontSize: 16, bold: true },
          { text: rupeesInWords(payment.amount), style: 'quiet' },
        ],
        margin: [0, 12, 0, 12],
      },
      factColumns([
        ['Paid on', payment.paidAt && `${dayText(dayOf(payment.paidAt))} ${timeOf(payment.paidAt)}`],
        ['Transaction', payment.txnNo],
        ['Paid by', payment.paymentMode && modes[payment.paymentMode]],
        ['Gateway reference', payment.gatewayTxnId],
        ['Bank reference', payment.bankRefNo],
        ['Refunded', payment.refundedAmount > 0 && rupees(payment.refundedAmount)],
      ]),
      settled(facts),
      { text: 'This is not a GST receipt voucher.', style: 'quiet', margin: [0, 12, 0, 0] },
    ],
  }
}

const heading = ({ company, payment }: ReceiptFacts): Content =>
  letterhead(company, null, [
    { text: 'Payment receipt', style: 'title' },
    { text: payment.receiptNo, style: 'number' },
    ...(payment.status === 'REFUNDED' ? [{ text: 'Refunded', bold: true }] : []),
  ])

function settled({ payment, allocations }: ReceiptFacts): Content {
  const rows = allocations.map(({ documentNo, amount, tdsAmount }) => [
    documentNo,
    right(rupees(amount)),
    right(tdsAmount === 0 ? '' : rupees(tdsAmount)),
    right(rupees(amount + tdsAmount)),
  ])
  if (payment.unallocatedAmount !== 0) {
    const onAccount = rupees(payment.unallocatedAmount)
    rows.push(['On account', right(onAccount), right(''), right(onAccount)])
  }
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['*', 'auto', 'auto', 'auto'],
      body: [[head('Document'), head('Paid', true), head('TDS deducted', true), head('Settled', true)], ...rows],
    },
    layout: 'lightHorizontalLines',
  }
}
