import { choice, flag, integer, text } from '../../../resources/define/fields.ts'
import { statesOf } from '../../../resources/define/states.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import type { CheckedPayment } from '../../../resources/payments/payment-result.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { callbackResults } from '../../../resources/payments/payment-words.ts'
import { answerOf, anything, bodyOf, listOf, orNull, type Route, type Routes } from '../../derive/docs/route.ts'

const TAG = 'Payments'

const posted = anything('What the gateway posts, as a form or as JSON, of at most 64 kB')
const refusals = {
  400: 'TYPE: neither a form nor a JSON object',
  404: 'NOT_FOUND: there is no such payment account',
  429: 'RATE_LIMITED: too many posts of one address',
}

const checked = {
  body: bodyOf({ ids: listOf(integer({ min: 1 }), 20) }),
  answer: answerOf({
    results: listOf(
      answerOf<CheckedPayment>({
        id: integer(),
        txnNo: text(),
        status: choice(statesOf(paymentProcess)),
        result: orNull(choice(callbackResults)),
        message: text(),
      }),
    ),
  }),
  isFor: ({ ability }) => ability.can('approve', paymentTransaction.path),
} satisfies Partial<Route>

/** How payments come back from their gateways. */
export const resultRoutes: Routes = {
  'POST payments/notify/{account}': {
    tag: TAG,
    summary:
      'Takes what the server of a gateway reports of a payment; the gateway is then asked, and its answer decides',
    body: posted,
    answer: answerOf({ stored: flag() }),
    status: 200,
    refusals,
    isPublic: true,
  },
  'POST payments/return/{account}': {
    tag: TAG,
    summary: 'Takes a payer back from a gateway, and leads to the page that shows the result',
    body: posted,
    status: 303,
    refusals,
    isPublic: true,
  },
  'GET payments/result': {
    tag: TAG,
    summary: 'The status of a payment: for 15 minutes by the token of its return, otherwise for people who may read it',
    query: { txn: text({ max: 20 }), token: text({ max: 22, optional: true }) },
    answer: answerOf({
      txnNo: text(),
      status: choice(statesOf(paymentProcess)),
      amount: integer({ hint: 'Whole paise' }),
    }),
    refusals: { 404: 'NOT_FOUND: no such payment, or the token is wrong or has ended' },
    isPublic: true,
  },
  'POST payments/check': {
    tag: TAG,
    summary:
      'Checks payments with their gateways and processes the results; the answer has a sentence for each payment',
    ...checked,
  },
  'POST payments/cancel': {
    tag: TAG,
    summary: 'Cancels payments that were not started, once their gateways have said that they do not know them',
    ...checked,
  },
}
