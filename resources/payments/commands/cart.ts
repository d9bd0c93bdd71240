import { type AnswerOf, type BodyOf, command, may } from '../../define/command.ts'
import { choice, flag, integer, money, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, either, group, many, maybe, type Read } from '../../define/shape.ts'
import { leftOut } from '../../masters/outstanding.ts'
import { uploadOutstanding } from '../../masters/upload-outstanding.ts'
import { MOST_LINES } from '../cart-rules.ts'
import { paymentCart } from '../payment-cart.ts'
import { paymentCartItem } from '../payment-cart-item.ts'
import { gateways } from '../payment-words.ts'

const room = 'Payments'
const id = integer({ min: 1 })
const paise = money()
const tds = money({ min: 0 })

const openItem = {
  id,
  ...pick(uploadOutstanding.fields, [
    'documentNo',
    'documentType',
    'documentDate',
    'dueDate',
    'originalAmount',
    'balanceAmount',
    'invoiceId',
  ]),
  daysOverdue: integer({ min: 0 }),
  disputedAmount: about('What of it is disputed now, which is not payable', money({ min: 0 })),
  payable: about('What of it can be paid: its balance less what is disputed; 0 once it is settled', paise),
  isOpen: flag(),
  lockedByTxnNo: text({ max: 20, optional: true, hint: 'The payment that settles it already' }),
  isPaid: flag({ hint: 'Settled by the payment that holds it; the item stays open until SAP clears it' }),
  inCart: group({ payAmount: paise, tdsAmount: tds }, { optional: true }),
}

const cart = {
  customer: group({ id, code: text({ max: 10 }), name: text() }),
  isEligible: flag({ hint: 'Whether the customer pays online now' }),
  why: text({ max: 255, optional: true, hint: 'Why not, and whom to ask' }),
  account: group({ gateway: choice(gateways), companyCode: text({ max: 4 }) }, { optional: true }),
  allowPartial: flag(),
  allowAdvance: flag(),
  maxTxnAmount: paise,
  cart: group({ id, rowVersion: id }, { optional: true, hint: 'Null before anything was saved' }),
  items: many(openItem, { most: 5_000 }),
  leftOut,
  totals: group({ debits: paise, credits: paise, tds, net: paise }),
  faults: many(
    {
      itemId: maybe(id),
      field: choice(['itemId', 'payAmount', 'tdsAmount', 'net']),
      code: text({ max: 40 }),
      message: text({ max: 255 }),
    },
    { most: 5_000 },
  ),
}
export type CartItem = Read<typeof openItem>
export type CartAnswer = AnswerOf<typeof showCart>

const { itemId, payAmount, tdsAmount } = paymentCartItem.fields
const line = { itemId, payAmount, tdsAmount }

export const showCart = command('GET payments/cart', {
  room,
  summary: 'The open items of a customer, what of them is in the cart, and whether they pay online',
  who: may(paymentCart, 'read'),
  body: { customerId: about('The customer whose cart staff open; a customer’s own people have their own', maybe(id)) },
  answer: cart,
})

export const saveCart = command('POST payments/cart', {
  room,
  summary: 'Saves what is in the cart, in place of what was; its faults keep it from checkout only',
  who: may(paymentCart, 'create'),
  // Where a colleague has just begun the cart, it is read anew after its transaction.
  does: 'each',
  body: {
    rowVersion: about('That of the cart as it was read; null where there was none', maybe(id)),
    items: many(line, { most: MOST_LINES, distinct: 'itemId' }),
  },
  answer: cart,
  refusals: { STALE_ROW: [409, 'a colleague changed the cart meanwhile; `data.theirs` is the cart as it is now'] },
})
export type CartInput = BodyOf<typeof saveCart>

/** How much an advance may be is a rule of the customer's terms, not of the field. */
const advanceAmount = money({ label: 'Advance' })
const reviewedLine = { ...line, payable: about('What of the item could be paid when it was reviewed', paise) }
export type ReviewedLine = Read<typeof reviewedLine>

export const checkout = command('POST payments/checkout', {
  room,
  summary: 'Turns a reviewed cart, or an advance, into a payment; the browser then opens `location`',
  who: may(paymentCart, 'approve'),
  sees: 'latest',
  idempotent: 'must',
  body: either(
    {
      cartId: id,
      rowVersion: id,
      lines: many(reviewedLine, { most: MOST_LINES, distinct: 'itemId' }),
      total: paise,
    },
    { advanceAmount },
  ),
  answer: { id, txnNo: text({ max: 20 }), amount: paise, location: text({ max: 80 }) },
  refusals: {
    CART_CHANGED: [409, '`data.lines` says which lines are no longer as they were reviewed'],
    NOT_ELIGIBLE: [422, 'the customer does not pay online today'],
    CART_FAULTS: [422, '`data.faults` says what the rules refuse'],
    ADVANCE_NOT_AGREED: [422, 'no advance was agreed'],
    ADVANCE_RANGE: [422, 'less or more than is taken at once'],
    KEY_REUSED: [422, 'another request had this key'],
  },
  example: { advanceAmount: 2_500_000 },
})
export type CheckoutInput = BodyOf<typeof checkout>
