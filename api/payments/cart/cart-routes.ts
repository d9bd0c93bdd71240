import { choice, flag, integer, money, text } from '../../../resources/define/fields.ts'
import { pick } from '../../../resources/define/pick.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import type {
  CartAnswer,
  CartInput,
  CartItem,
  CheckedOut,
  ReviewedLine,
} from '../../../resources/payments/cart-answers.ts'
import { type CartFault, type CartLine, type CartTotals, MOST_LINES } from '../../../resources/payments/cart-rules.ts'
import { paymentCart } from '../../../resources/payments/payment-cart.ts'
import { gateways } from '../../../resources/payments/payment-words.ts'
import { answerOf, bodyOf, listOf, maybe, oneOf, orNull, type Routes, told } from '../../derive/docs/route.ts'

const TAG = 'Payments'
const id = integer({ min: 1 })
const paise = money({})
const tds = money({ min: 0 })

const item = answerOf<CartItem>({
  id,
  ...pick(uploadOutstanding.fields, [
    'documentNo',
    'documentType',
    'documentDate',
    'dueDate',
    'originalAmount',
    'balanceAmount',
  ]),
  daysOverdue: integer({ min: 0 }),
  disputedAmount: told('What of it is disputed now, which is not payable', money({ min: 0 })),
  payable: told('What of it can be paid: its balance less what is disputed', paise),
  isOpen: flag(),
  lockedByTxnNo: orNull(text({ max: 20 })),
  isPaid: flag({ hint: 'By the payment that holds it; it is open until SAP clears it' }),
  inCart: orNull(answerOf<Omit<CartLine, 'itemId'>>({ payAmount: paise, tdsAmount: tds })),
})

const cartAnswer = answerOf<CartAnswer>({
  customer: answerOf({ id, code: text({ max: 10 }), name: text({ max: 120 }) }),
  isEligible: flag(),
  why: orNull(text({ max: 255 })),
  account: orNull(answerOf({ gateway: choice(gateways), companyCode: text({ max: 4 }) })),
  allowPartial: flag(),
  allowAdvance: flag(),
  maxTxnAmount: paise,
  cart: orNull(answerOf({ id, rowVersion: id })),
  items: listOf(item),
  totals: answerOf<CartTotals>({ debits: paise, credits: paise, tds, net: paise }),
  faults: listOf(
    answerOf<CartFault>({
      itemId: orNull(id),
      field: choice(['itemId', 'payAmount', 'tdsAmount', 'net']),
      code: text({ max: 40 }),
      message: text({ max: 255 }),
    }),
  ),
})

const line = { itemId: id, payAmount: paise, tdsAmount: tds }

/** How a customer chooses what to pay online, and goes to the gateway. */
export const cartRoutes: Routes = {
  'GET payments/cart': {
    tag: TAG,
    summary: 'The open items of a customer, what of them is in the cart, and whether they pay online',
    query: { customerId: maybe(told('Of staff; a customer’s own people have their own cart', id)) },
    answer: cartAnswer,
    isFor: ({ ability }) => ability.can('read', paymentCart.path),
  },
  'POST payments/cart': {
    tag: TAG,
    summary: 'Saves what is in the cart, in place of what was; its faults keep it from checkout only',
    body: bodyOf<CartInput>({ rowVersion: orNull(id), items: listOf(bodyOf<CartLine>(line), MOST_LINES) }),
    answer: cartAnswer,
    refusals: { 409: 'STALE_ROW: a colleague changed the cart meanwhile; `data.theirs` is the cart as it is now' },
    isFor: ({ ability }) => ability.can('create', paymentCart.path),
  },
  'POST payments/checkout': {
    tag: TAG,
    summary: 'Turns a reviewed cart, or an advance, into a payment; the browser then opens `location`',
    body: oneOf(
      bodyOf({
        cartId: id,
        rowVersion: id,
        lines: listOf(bodyOf<ReviewedLine>({ ...line, payable: paise }), MOST_LINES),
        total: paise,
      }),
      bodyOf({ advanceAmount: money({ min: 1 }) }),
    ),
    answer: answerOf<CheckedOut>({ id, txnNo: text({ max: 20 }), amount: paise, location: text({ max: 80 }) }),
    refusals: {
      409: 'CART_CHANGED: `data.lines` says which lines are no longer as they were reviewed',
      422: 'NOT_ELIGIBLE, CART_FAULTS with `data.faults`, ADVANCE_NOT_AGREED, ADVANCE_RANGE; KEY_REUSED: another request had this key',
    },
    isIdempotent: 'must',
    isFor: ({ ability }) => ability.can('approve', paymentCart.path),
    examples: { body: { advanceAmount: 2_500_000 } },
  },
}
