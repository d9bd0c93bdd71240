import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import { rupeesInWords } from '../../../resources/define/in-words.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { type Content, factColumns, head, party, right } from '../../files/pdf-content.ts'
import type { ReceiptFacts } from './receipt-facts.ts'

const modes = {
  CARD: 'Card',
  NETBANKING: 'Net banking',
  UPI: 'UPI',
  NEFT: 'NEFT',
  WALLET: 'Wallet',
  OTHER: 'Other',
} as const

/** Lays out the receipt of a payment for pdfmake. */
export function receiptLayout(facts: ReceiptFacts): { title: string; content: Content[] } {
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

const heading = ({ company, payment }: ReceiptFacts): Content => ({
  columns: [
    { text: company, fontSize: 15, bold: true },
    {
      stack: [
        { text: 'Payment receipt', fontSize: 12 },
        { text: payment.receiptNo, fontSize: 13, bold: true },
        ...(payment.status === 'REFUNDED' ? [{ text: 'Refunded', bold: true }] : []),
      ],
      alignment: 'right',
    },
  ],
  margin: [0, 0, 0, 12],
})

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
