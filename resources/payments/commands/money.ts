import { type AnswerOf, anyOf, type BodyOf, command, may } from '../../define/command.ts'
import { choice, flag, integer, money, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, group, many, maybe } from '../../define/shape.ts'
import { uploadOutstanding } from '../../masters/upload-outstanding.ts'
import { MOST_LINES } from '../cart-rules.ts'
import { paymentCapture } from '../money/payment-capture.ts'
import { paymentCart } from '../payment-cart.ts'
import { paymentDecision } from '../payment-decision.ts'
import { paymentTransaction } from '../payment-transaction.ts'
import { refund } from '../refund.ts'

const room = 'Payments'
const id = integer({ min: 1 })
const paise = money()
const moved = money({ min: 0.01, label: 'Amount' })
const message = text({ max: 255 })

/** Finance, of all captures; a customer's own people who pay, of what is on account of theirs. */
const whoApplies = anyOf(may(paymentCapture, 'approve'), may(paymentCart, 'approve'))

/** Where rupees are put, line by line or the oldest due item first. */
const onItems = {
  lines: many(
    {
      itemId: id,
      amount: moved,
      tdsAmount: about('TDS deducted beside it; by Finance only', maybe(money({ min: 0, label: 'TDS' }))),
    },
    { most: MOST_LINES, distinct: 'itemId', optional: true },
  ),
  oldestFirst: flag({ label: 'Oldest first', hint: 'In place of lines: the oldest due item first' }),
}

const refusals = {
  MONEY_MOVED: [409, 'this money was moved in the meantime'],
  ITEM_NOT_PAYABLE: [422, 'an item is closed, held, disputed, or open for less'],
} as const

const applied = {
  applied: many(
    {
      captureId: id,
      itemId: id,
      documentNo: uploadOutstanding.fields.documentNo,
      amount: paise,
      tdsAmount: money({ min: 0 }),
    },
    { most: 5_000 },
  ),
  message: about('What was done, as a sentence', message),
}

export const applyCapture = command('POST payments/captures/{id}/apply', {
  room,
  summary: 'Puts rupees of a capture, to decide or on account, on open items of its customer',
  who: whoApplies,
  sees: 'latest',
  idempotent: 'may',
  body: { id, ...onItems, amount: about('The most that is put on the oldest items; all of it without', maybe(moved)) },
  answer: { id, ...applied },
  refusals,
})
export type ApplyInput = BodyOf<typeof applyCapture>

export const applyOnAccount = command('POST payments/on-account/apply', {
  room,
  summary: 'Puts what a customer has on account on their open items, of the oldest capture first',
  who: whoApplies,
  sees: 'latest',
  idempotent: 'may',
  body: {
    customerId: about('The customer, for Finance; a customer’s own people have their own', maybe(id)),
    ...onItems,
  },
  answer: applied,
  refusals,
})

export const showOnAccount = command('GET payments/on-account', {
  room,
  summary: 'What a customer has on account, what they could put it on, and what the oldest items would take',
  who: whoApplies,
  body: { customerId: about('The customer, for Finance; a customer’s own people have their own', maybe(id)) },
  answer: {
    customer: group({ id, code: text({ max: 10 }), name: text() }),
    onAccount: about('All that is on account', paise),
    captures: many(
      { id, transactionId: id, ...pick(paymentTransaction.fields, ['txnNo']), capturedAt: text(), onAccount: paise },
      { most: 5_000 },
    ),
    items: many(
      {
        id,
        ...pick(uploadOutstanding.fields, ['documentNo', 'documentType', 'documentDate', 'dueDate', 'balanceAmount']),
        payable: about('What of it can still be settled: less what is disputed, or paid and not booked yet', paise),
        heldBy: about('The payment under way that holds it', maybe(text({ max: 20 }))),
      },
      { most: 5_000 },
    ),
    oldestFirst: many({ itemId: id, amount: paise }, { most: 5_000 }),
  },
})
export type OnAccount = AnswerOf<typeof showOnAccount>

export const keepOnAccount = command('POST payments/captures/{id}/keep', {
  room,
  summary: 'Keeps what is to decide of a capture on account of its customer',
  who: may(paymentCapture, 'approve'),
  sees: 'latest',
  idempotent: 'may',
  body: { id, amount: about('All that is to decide without', maybe(moved)) },
  answer: { id, message },
  refusals: { MONEY_MOVED: refusals.MONEY_MOVED },
})

export const refundCapture = command('POST payments/captures/{id}/refund', {
  room,
  summary: 'Proposes that money of a capture goes back to its payer; another person of Finance confirms it',
  who: may(refund, 'approve'),
  // Whether the gateway takes refunds is asked outside of the transaction.
  does: 'each',
  body: {
    id,
    amount: refund.fields.amount,
    how: choice(['API', 'HAND'], { label: 'Sent by', words: { staff: refund.fields.how.words!.staff, buyer: {} } }),
    reason: refund.fields.reason,
  },
  answer: { id: about('The id of the refund', id), ...pick(refund.fields, ['refundNo']), message },
  refusals: {
    TOO_MUCH: [422, 'less of the capture can go back'],
    BY_HAND_ONLY: [422, 'the gateway of this account takes no refunds from the portal'],
  },
})

export const decidePayment = command('POST payments/{id}/decide', {
  room,
  summary:
    'Decides by hand whether a payment that its gateway leaves open is paid; another person of Finance confirms it',
  who: may(paymentDecision, 'approve'),
  sees: 'latest',
  body: {
    id,
    paid: flag({ label: 'Paid' }),
    gatewayTxnId: maybe(paymentDecision.fields.gatewayTxnId),
    amount: maybe(moved),
    currency: maybe(text({ min: 3, max: 3, label: 'Currency', hint: 'INR without' })),
    proofId: maybe(paymentDecision.fields.proofId),
    reason: maybe(paymentDecision.fields.reason),
  },
  answer: { id: about('The id of the decision', id), message },
  refusals: { NOT_NOW: [409, 'the payment is decided already, or a decision waits for confirmation'] },
  example: { id: 1, paid: false, reason: 'The gateway has no payment of this number' },
})
export type DecisionInput = BodyOf<typeof decidePayment>

export const confirmDecision = command('POST payments/{id}/confirm-decision', {
  room,
  summary: 'Confirms what another person of Finance decided about a payment, or drops it',
  who: may(paymentDecision, 'approve'),
  sees: 'latest',
  body: { id, agrees: flag({ default: true, label: 'Agrees' }) },
  answer: { id, ...pick(paymentTransaction.fields, ['txnNo', 'status']), message },
  refusals: { NOT_NOW: [409, 'no decision waits for confirmation'], SECOND_PERSON: [403, 'who decided first'] },
})
