import { rupees } from '../../../resources/define/show.ts'
import { escaped } from '../../payments/escaped.ts'
import { fromGatewayAmount } from '../../payments/gateways/fields.ts'
import type { SimulatedPayment } from './ledger.ts'
import { page } from './page.ts'
import type { SimulatedReturn } from './returns.ts'

/** What the console of a simulated gateway shows. */
interface Shown {
  path: string
  title: string
  /** The Indian day of today. */
  day: string
  payments: readonly SimulatedPayment[]
  returns: readonly SimulatedReturn[]
  /** What came of the last act. */
  message?: string
}

/** What may be done with a payment in the console; each is an act with these fields, and asks for an amount or not. */
const ofPayment = [
  ['Refund', { act: 'return', kind: 'REFUND' }],
  ['Charge back', { act: 'return', kind: 'CHARGEBACK' }],
  ['Chargeback won', { act: 'return', kind: 'CHARGEBACK_WON' }],
  ['Refund by itself', { act: 'return', kind: 'AUTO_REFUND' }],
  ['Reverse', { act: 'return', kind: 'REVERSED' }],
  ['Call it fraud', { act: 'return', kind: 'FRAUD' }],
  ['Capture again', { act: 'capture-again' }],
] as const

/** What may be told about the next refund that the portal asks for. */
const ofNextRefund = [
  ['Refuse the next refund', { act: 'next-refund', way: 'refuse', code: '230' }],
  ['Settle the next refund in three days', { act: 'next-refund', way: 'late' }],
  ['Let the next refund fail', { act: 'next-refund', way: 'fail' }],
  ['Pay the next refund twice', { act: 'next-refund', way: 'twice' }],
  ['Lose the answer to the next refund', { act: 'next-refund', way: 'lost' }],
] as const

/** The gateway's own console, in which a tester is the gateway, the payer's bank and the bank of the company. */
export function consolePage({ path, title, day, payments, returns, message }: Shown): string {
  const rows = payments.map(payment => {
    const gone = returns.filter(({ gatewayTxnId }) => gatewayTxnId === payment.gatewayTxnId)
    const buttons = payment.status === 'SUCCESS' ? actForm(path, payment) : ''
    return `<li><b>${escaped(payment.txnNo)}</b> ${escaped(payment.gatewayTxnId)}, ${paiseOf(payment.paid)}, ${payment.word ? escaped(payment.word) : payment.status}
${gone.map(back => `<br>${back.kind} ${rupees(back.amount)} ${escaped(back.refundNo || back.requestId)}, ${back.ends} ${back.dueAt.slice(0, 16)}`).join('')}
${buttons}</li>`
  })
  const files = `<p><a href="${path}/settlement.csv?day=${day}">Settlement file of ${day}</a>
<br><a href="/gateway/bank-statement.csv?day=${day}">Bank statement of ${day}</a></p>`
  return page(
    path,
    `Console of ${title}`,
    `${message ? `<p role="status">${escaped(message)}</p>` : ''}${files}
${ofNextRefund.map(([label, fields]) => form(path, fields, `<button>${label}</button>`)).join('\n')}
<ul>${rows.join('\n') || '<li>No payment has come here yet.</li>'}</ul>`,
  )
}

const actForm = (path: string, { txnNo }: SimulatedPayment) =>
  ofPayment
    .map(([label, fields]) =>
      form(
        path,
        { ...fields, orderNo: txnNo },
        `<label>Rupees <input name="rupees" size="10"></label> <button>${label}</button>`,
      ),
    )
    .join('\n')

function form(path: string, fields: Readonly<Record<string, string>>, content: string): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return `<form method="post" action="${path}/console">${hidden.join('')}${content}</form>`
}

const paiseOf = (paid: string) => rupees(fromGatewayAmount(paid) ?? 0)
