import { rupees } from '../../../resources/define/show.ts'
import type { WordTable } from '../../../resources/payments/gateways/word-table.ts'
import { escaped } from '../../payments/escaped.ts'
import { type Fields, fromGatewayAmount } from '../../payments/gateways/fields.ts'
import type { SimulatedPayment } from './ledger.ts'
import { page } from './page.ts'
import type { SimulatedReturn } from './returns.ts'

/** What the console of a simulated gateway shows. */
interface Shown {
  path: string
  title: string
  /** The Indian day of today. */
  day: string
  /** Its own words, by which a payment that is under way ends. */
  words: WordTable
  payments: readonly SimulatedPayment[]
  returns: readonly SimulatedReturn[]
  at: string
  /** What came of the last act. */
  message?: string
}

/** What may be chosen, with the fields of its act. */
type Option = readonly [label: string, fields: Fields]

/** What may be done with money that was taken. */
const ofCapture: readonly Option[] = [
  ['Refund', { act: 'return', kind: 'REFUND' }],
  ['Charge back', { act: 'return', kind: 'CHARGEBACK' }],
  ['Win the chargeback', { act: 'return', kind: 'CHARGEBACK_WON' }],
  ['Return automatically', { act: 'return', kind: 'AUTO_REFUND' }],
  ['Reverse', { act: 'return', kind: 'REVERSED' }],
  ['Call it fraud', { act: 'return', kind: 'FRAUD' }],
  ['Capture again', { act: 'capture-again' }],
]

/** How the next refund that the portal asks for may go. */
const ofNextRefund: readonly Option[] = [
  ['Refuse it', { act: 'next-refund', way: 'refuse', code: '230' }],
  ['Settle it in three days', { act: 'next-refund', way: 'late' }],
  ['Let it fail at the bank', { act: 'next-refund', way: 'fail' }],
  ['Pay it twice', { act: 'next-refund', way: 'twice' }],
  ['Lose the answer', { act: 'next-refund', way: 'lost' }],
]

const ofRefund: readonly Option[] = [
  ['Settle now', { act: 'end-refund', ends: 'SETTLED' }],
  ['Let it fail', { act: 'end-refund', ends: 'FAILED' }],
]

/** The gateway's own console, in which a tester is the gateway, the payer's bank and the bank of the company. */
export function consolePage({ path, title, day, words, payments, returns, at, message }: Shown): string {
  const shown = payments.map(payment => {
    const ofPayment = returns.filter(({ gatewayTxnId }) => gatewayTxnId === payment.gatewayTxnId)
    const { txnNo: orderNo, gatewayTxnId, paid, word, status } = payment
    const options = status === 'SUCCESS' ? ofCapture : underWay(words)
    return `<h2>${escaped(orderNo)}</h2>
<p>${escaped(gatewayTxnId)}, ${inRupees(paid)}, ${escaped(word || status)}</p>
${ofPayment.map(back => returnRow(path, back, at)).join('\n')}
${chooser(path, 'What to do', options, { orderNo }, true)}`
  })
  return page(
    path,
    `Console of ${title}`,
    `${message ? `<p role="status">${escaped(message)}</p>` : ''}
<p><a href="${path}/settlement.csv?day=${day}">Settlement file of ${day}</a><br>
<a href="/gateway/bank-statement.csv?day=${day}">Bank statement of ${day}</a></p>
${chooser(path, 'The next refund that the portal asks for', ofNextRefund, {})}
${shown.join('\n') || '<p>No payment has come here yet.</p>'}`,
  )
}

/** How a payment may end that has not, in the words of the gateway. */
const underWay = ({ SUCCESS = [], FAILED = [], AUTO_REFUND = [] }: WordTable): readonly Option[] =>
  [...SUCCESS, ...FAILED, ...AUTO_REFUND].map(word => [`Say ${word}`, { act: 'say', word }])

function returnRow(path: string, { kind, amount, refundNo, requestId, ends, dueAt }: SimulatedReturn, at: string) {
  const isOpen = dueAt > at && refundNo !== ''
  const said = `<p>${kind} ${rupees(amount)}, ${escaped(refundNo || requestId)}, ${dueAt > at ? 'under way' : ends}</p>`
  return isOpen ? `${said}\n${chooser(path, 'How it ends', ofRefund, { refundNo })}` : said
}

/** A form of one choice; with an amount where it may be less than the whole. */
function chooser(path: string, label: string, options: readonly Option[], hidden: Fields, hasAmount = false): string {
  const choices = options.map(
    ([text, fields]) => `<option value="${escaped(new URLSearchParams(fields).toString())}">${escaped(text)}</option>`,
  )
  const fixed = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const amount = hasAmount ? ' <label>Rupees, empty for all <input name="rupees" size="10"></label>' : ''
  return `<form method="post" action="${path}/console">${fixed.join('')}
<label>${label} <select name="what">${choices.join('')}</select></label>${amount}
<button>Do it</button>
</form>`
}

const inRupees = (paid: string) => rupees(fromGatewayAmount(paid) ?? 0)
