import { type AnswerOf, command, fileOf, may } from '../../define/command.ts'
import { choice, flag, instant, integer, money, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, group, many, maybe } from '../../define/shape.ts'
import { paymentAccount } from '../../settings/payment-account.ts'
import { moneyEvents } from '../money/money-events.ts'
import { MOST_CHECKED } from '../most-checked.ts'
import { paymentCart } from '../payment-cart.ts'
import { paymentTransaction } from '../payment-transaction.ts'
import { callbackResults } from '../payment-words.ts'

const room = 'Payments'
const id = integer({ min: 1 })
const account = paymentAccount.fields.code
const state = pick(paymentTransaction.fields, ['txnNo', 'status'])

const posts = {
  TYPE: [400, 'neither a form nor a JSON object'],
  NOT_FOUND: [404, 'there is no such payment account'],
  RATE_LIMITED: [429, 'too many posts of one address'],
} as const

export const takeNotice = command('POST payments/notify/{account}', {
  room,
  summary:
    'Takes what the server of a gateway reports of a payment, as a form or as JSON of at most 64 kB; the gateway is then asked, and its answer decides',
  who: 'public',
  reads: 'another body',
  body: { account },
  answer: { stored: flag() },
  refusals: posts,
})

export const takeReturn = command('POST payments/return/{account}', {
  room,
  summary:
    'Takes a payer back from a gateway, which posts a form or JSON of at most 64 kB, and leads to the page that shows the result',
  who: 'public',
  reads: 'another body',
  status: 303,
  body: { account },
  answer: fileOf('text/html'),
  refusals: posts,
})

export const showResult = command('GET payments/result', {
  room,
  summary: 'The status of a payment: for 15 minutes by the token of its return, otherwise for people who may read it',
  who: 'public',
  // A page asks every two seconds, and several payers may share an address.
  limit: { tries: 300, seconds: 60 },
  body: { txn: text({ max: 20, label: 'Payment' }), token: maybe(text({ max: 22 })) },
  answer: { ...state, amount: integer({ hint: 'Whole paise' }) },
  refusals: { NOT_FOUND: [404, 'no such payment, or the token is wrong or has ended'] },
})
export type PaymentResult = AnswerOf<typeof showResult>

const checked = {
  room,
  who: may(paymentTransaction, 'approve'),
  // Each payment waits for its gateway, and is saved by itself.
  does: 'each',
  body: { ids: many(id, { least: 1, most: MOST_CHECKED }) },
  answer: {
    results: many(
      {
        id,
        ...state,
        result: choice(callbackResults, { optional: true, hint: 'Null where the gateway was not asked' }),
        message: text({ max: 255 }),
      },
      { most: MOST_CHECKED },
    ),
  },
} as const

export const checkPayments = command('POST payments/check', {
  ...checked,
  summary: 'Checks payments with their gateways and processes the results; the answer has a sentence for each payment',
})
/** What became of a payment that was looked at, with a sentence. */
export type CheckedPayment = AnswerOf<typeof checkPayments>['results'][number]

export const cancelPayments = command('POST payments/cancel', {
  ...checked,
  summary: 'Cancels payments that were not started, once their gateways have said that they do not know them',
})

export const printReceipt = command('GET payments/{id}/receipt', {
  room,
  summary: 'The receipt of a payment as a PDF',
  who: may(paymentTransaction, 'read'),
  answer: fileOf('application/pdf'),
  refusals: { NOT_NOW: [409, 'the payment has not succeeded'] },
})

/** What whoever pays does about a payment of which nobody knows yet whether it is paid. */
const ofPayer = {
  room,
  who: may(paymentCart, 'approve'),
  // The gateway is asked outside of any transaction.
  does: 'each',
  body: { id },
} as const
const answered = { id, ...state, message: about('Its status, as a sentence', text({ max: 255 })) }

export const checkMine = command('POST payments/{id}/check-mine', {
  ...ofPayer,
  summary: 'Asks the gateway for the status of a payment of the caller’s customer, by all its attempts',
  answer: answered,
  limit: { tries: 30, seconds: 60 },
})

export const giveUp = command('POST payments/{id}/give-up', {
  ...ofPayer,
  summary:
    'Gives a payment up once the gateway says that it does not know it; the sentence says until when it waits otherwise',
  answer: answered,
  limit: { tries: 30, seconds: 60 },
})

export const payAgain = command('POST payments/{id}/again', {
  ...ofPayer,
  summary: 'Makes a new attempt of a payment, with a separate order number; the browser then opens `location`',
  answer: { id, txnNo: text({ max: 20 }), location: text({ max: 80 }) },
  refusals: { NOT_NOW: [409, 'it is decided already, or its invoices are paid otherwise'] },
})

export const underWay = command('GET payments/under-way', {
  room,
  summary: 'The payments of the caller’s customer that are not decided yet',
  who: may(paymentCart, 'approve'),
  answer: {
    payments: many(
      { id, ...state, amount: money(), lockUntil: instant({ optional: true }), isOfMine: flag(), startedAt: instant() },
      { most: 200 },
    ),
  },
})

export const showMoney = command('GET payments/{id}/money', {
  room,
  summary: 'What moved for a payment, by time, and what the reader may do about it',
  who: may(paymentTransaction, 'read'),
  body: { id },
  answer: {
    sentence: about('Its status in the words of the reader', text({ max: 255, optional: true })),
    may: group({ check: flag(), again: flag(), giveUp: flag(), decide: flag() }),
    events: many(
      {
        at: instant(),
        kind: choice(moneyEvents),
        text: text({ max: 255 }),
        amount: about('Whole paise, negative for what went back', maybe(money())),
        captureId: maybe(id),
        document: about('The document in SAP, the receipt or the refund', maybe(text({ max: 40 }))),
      },
      { most: 500 },
    ),
  },
})
export type PaymentMoney = AnswerOf<typeof showMoney>
