import type { Knex } from 'knex'
import { type Customer, customer } from '../../../resources/access-control/customer.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import { rupeesInWords } from '../../../resources/define/in-words.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import type { CaptureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
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
import { liveRows } from '../money/ledger.ts'

const modes = {
  CARD: 'Card',
  NETBANKING: 'Net banking',
  UPI: 'UPI',
  NEFT: 'NEFT',
  WALLET: 'Wallet',
  OTHER: 'Other',
} as const

/** Makes the receipt of a capture for a mail. */
export async function receiptPdfFile(db: Knex, { receiptPdf }: { receiptPdf: number }) {
  const [capture] = await rowsOf(db, paymentCapture, rows => rows.where({ id: receiptPdf }))
  const facts = await readReceipt(db, capture!)
  return { filename: `${capture!.receiptNo}.pdf`, content: await printPdf(receiptLayout(facts)) }
}

/**
 * `GET /api/payments/7/receipt`: a PDF of what was first taken for the payment, with `?capture=9` of another one of it. 404
 * unless the person may read the payment and it has such a capture, 409 where nothing of it was received for good.
 */
export function serveReceipts(router: ApiRouter, db: Knex) {
  router.get('/api/payments/:id/receipt', async ctx => {
    const { person } = signedIn(ctx)
    const id = readId(ctx.params.id!)
    if (id === undefined) throw notFound()
    const [payment] = await rowsOf(db, paymentTransaction, rows =>
      restrict(rows.where('payment_transaction.id', id), db, paymentTransaction, person, 'read'),
    )
    if (!payment) throw notFound()
    const capture = await captureAsked(db, id, ctx.query.capture)
    const facts = await readReceipt(db, capture)
    offerFile(ctx, `${capture.receiptNo}.pdf`, 'application/pdf')
    ctx.body = await printPdf(receiptLayout(facts))
  })
}

async function captureAsked(db: Knex, transactionId: number, asked: unknown): Promise<PaymentCapture> {
  const captures = await rowsOf(db, paymentCapture, rows => rows.where({ transactionId }).orderBy('id'))
  if (asked === undefined) {
    const first = captures.find(({ receiptNo }) => receiptNo !== null)
    if (!first) throw conflict('NOT_NOW', 'There is a receipt once the payment has succeeded')
    return first
  }
  const capture = captures.find(({ id }) => id === readId(String(asked)))
  if (!capture) throw notFound()
  if (capture.receiptNo === null)
    throw conflict('NOT_NOW', 'There is a receipt once it is decided what this money is for')
  return capture
}

/** What a receipt says. */
interface ReceiptFacts {
  company: Company
  payment: PaymentTransaction
  capture: PaymentCapture
  customer: Customer
  /** Where the money is now. */
  allocations: readonly CaptureAllocation[]
}

/** Reads what the receipt of a capture says. */
async function readReceipt(db: Knex, capture: PaymentCapture): Promise<ReceiptFacts> {
  const [buyer] = await rowsOf(db, customer, rows => rows.where({ id: capture.customerId }))
  const [payment] = await rowsOf(db, paymentTransaction, rows => rows.where({ id: capture.transactionId }))
  return {
    company: await readCompany(db),
    payment: payment!,
    capture,
    customer: buyer!,
    allocations: await liveRows(db, [capture.id]),
  }
}

/** Lays out the receipt of a capture for pdfmake. */
function receiptLayout(facts: ReceiptFacts): { title: string; content: Content[] } {
  const { payment, capture, customer } = facts
  return {
    title: `Receipt ${capture.receiptNo}`,
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
          { text: rupees(capture.amount), fontSize: 16, bold: true },
          { text: rupeesInWords(capture.amount), style: 'quiet' },
        ],
        margin: [0, 12, 0, 12],
      },
      factColumns([
        ['Paid on', `${dayText(dayOf(capture.capturedAt))} ${timeOf(capture.capturedAt)}`],
        ['Transaction', payment.txnNo],
        ['Paid by', capture.mode && modes[capture.mode]],
        ['Gateway reference', capture.gatewayTxnId],
        ['Bank reference', capture.bankRefNo],
        ['Returned', capture.returnedAmount > 0 && rupees(capture.returnedAmount)],
      ]),
      whereItIs(facts),
      { text: 'This is not a GST receipt voucher.', style: 'quiet', margin: [0, 12, 0, 0] },
    ],
  }
}

const heading = ({ company, capture }: ReceiptFacts): Content =>
  letterhead(company, null, [
    { text: 'Payment receipt', style: 'title' },
    { text: capture.receiptNo, style: 'number' },
    ...(capture.returnedAmount >= capture.amount ? [{ text: 'Refunded', bold: true }] : []),
  ])

/** Where the money is: on which documents with the tax deducted, on account, being checked, back or on its way back. */
function whereItIs({ capture, allocations }: ReceiptFacts): Content {
  const documents = allocations.filter(({ target }) => target === 'ITEM')
  const of = (wanted: CaptureAllocation['target']) =>
    sum(allocations.filter(({ target }) => target === wanted).map(({ amount }) => amount))
  const rows = documents.map(({ documentNo, amount, tdsAmount }) => [
    documentNo ?? '',
    right(rupees(amount)),
    right(tdsAmount === 0 ? '' : rupees(tdsAmount)),
    right(rupees(amount + tdsAmount)),
  ])
  const back = Math.max(capture.returnedAmount, 0)
  for (const [words, amount] of [
    ['On account', of('ON_ACCOUNT')],
    ['Being checked', capture.unresolvedAmount],
    ['Goes back to you', of('TO_REFUND') - back],
    ['Returned to you', back],
  ] as const)
    if (amount > 0) rows.push([words, right(rupees(amount)), right(''), right(rupees(amount))])
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
