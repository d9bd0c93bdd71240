import { type AnswerOf, type BodyOf, command, may } from '../../define/command.ts'
import { choice, instant, integer, quantity, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, group, many, maybe, type Read } from '../../define/shape.ts'
import { customerAnnexure } from '../../masters/customer-annexure.ts'
import { customerItemCodes } from '../../masters/customer-item-codes.ts'
import { frequentlyPurchasedItems } from '../../masters/frequently-purchased-items.ts'
import { order } from '../order.ts'
import { orderLine } from '../order-line.ts'
import { orderTemplate } from '../order-template.ts'
import {
  foundCustomer,
  MOST_EARLIER,
  MOST_FOUND,
  MOST_FREQUENT,
  MOST_LISTS,
  MOST_ROWS,
  MOST_SAVED,
  offeredProduct,
  orderContext,
} from './offers.ts'

const room = 'Order pad'
const who = may(order, 'create')
const id = integer({ min: 1 })
const lines = integer({ min: 0, hint: 'How many' })
const ofCustomer = { customerId: id }
const search = text({ max: 100, optional: true })

export const findCustomers = command('GET order-customers', {
  room,
  summary: 'The customers for whom the person may place orders, by code, name or city',
  who,
  body: { q: search },
  answer: many(foundCustomer, { most: MOST_FOUND }),
})

export const showContext = command('GET order-context', {
  room,
  summary: 'The addresses, SBUs, order types and defaults of an order for a customer',
  who,
  body: ofCustomer,
  answer: orderContext,
})

export const findProducts = command('GET order-products', {
  room,
  summary: 'The products that the customer may order, by code, name, CAS number or their own code',
  who,
  body: { ...ofCustomer, q: search },
  answer: many(offeredProduct, { most: MOST_FOUND }),
})

export const listProducts = command('POST order-products', {
  room,
  summary: 'The products with these codes, as far as the customer may order them',
  who,
  does: 'reads',
  body: { ...ofCustomer, codes: many(text({ max: 40 }), { most: MOST_ROWS }) },
  answer: many(offeredProduct, { most: MOST_ROWS }),
})

const pastedRow = {
  code: text({ max: 40, optional: true }),
  cas: text({ max: 20, optional: true }),
  words: text({ max: 2_000, long: true, optional: true }),
}
/** A pasted row that is to be matched with a product. */
export type RowToMatch = Read<typeof pastedRow>

export const matchRows = command('POST order-matches', {
  room,
  summary: 'The products that pasted rows mean, in the order of the rows',
  who,
  does: 'reads',
  body: { ...ofCustomer, rows: many(pastedRow, { most: MOST_ROWS }) },
  answer: many(
    {
      by: choice(['code', 'itemCode', 'learned', 'cas', 'name'], { optional: true, hint: 'How it was recognised' }),
      product: group(offeredProduct, { optional: true }),
      matches: many(offeredProduct, { most: MOST_FOUND, hint: 'The products that are most like it' }),
    },
    { most: MOST_ROWS },
  ),
})
/** The product of a pasted row and how it was recognised, or the products that are most like it. */
export type Matched = AnswerOf<typeof matchRows>[number]

const { itemCode } = customerItemCodes.fields

export const learnCode = command('POST learned-codes', {
  room,
  summary: 'Saves which product the customer means by their own item code',
  who,
  body: { ...ofCustomer, itemCode, productId: id },
  answer: { id, itemCode, productId: id },
  refusals: {
    TAKEN: [400, 'the code is one of ours'],
    REFERENCE: [400, 'the customer cannot order the product'],
  },
})

const frequent = { ...offeredProduct, qty: quantity(), source: frequentlyPurchasedItems.fields.source }
/** A product that a customer orders regularly, with the quantity to begin with. */
export type FrequentProduct = Read<typeof frequent>

export const listFrequent = command('GET order-frequent-items', {
  room,
  summary: 'The products that the customer orders frequently, each with a quantity that fits its pack',
  who,
  body: ofCustomer,
  answer: many(frequent, { most: MOST_FREQUENT }),
})

const savedList = { id, name: orderTemplate.fields.name, lines }
/** A saved list of products, with the number of its lines. */
export type SavedList = Read<typeof savedList>
const { orderNo, orderDate, submittedAt } = order.fields

export const listSources = command('GET order-sources', {
  room,
  summary: 'The earlier orders, annexures and saved lists from which lines can be copied, and open carts',
  who,
  body: ofCustomer,
  answer: {
    orders: many({ id, orderNo, orderDate, lines }, { most: MOST_EARLIER }),
    carts: many(
      {
        id,
        orderNo,
        lines,
        updatedAt: instant(),
        submittedAt: about('When it was submitted before', maybe(submittedAt)),
      },
      { most: MOST_EARLIER },
    ),
    annexures: many({ id, ...pick(customerAnnexure.fields, ['annexureNo', 'validTo']) }, { most: 1_000 }),
    templates: many(savedList, { most: MOST_LISTS }),
  },
})
/** What the lines of an order can be taken from, and the open carts of the person for the customer. */
export type LineSources = AnswerOf<typeof listSources>

export const showSourceLines = command('GET order-source-lines', {
  room,
  summary: 'The products of an earlier order, an annexure or a saved list that may be ordered now',
  who,
  body: { ...ofCustomer, from: choice(['order', 'annexure', 'template']), id },
  answer: {
    lines: many({ product: group(offeredProduct), qty: quantity() }, { most: MOST_ROWS }),
    gone: many({ code: text(), name: text() }, { most: MOST_ROWS }),
  },
})
/** The lines of a source that may be ordered now; `gone` may not. */
export type SourceLines = AnswerOf<typeof showSourceLines>
/** From what the lines of an order can be taken. */
export type LineSource = BodyOf<typeof showSourceLines>['from']

export const listTemplates = command('GET order-templates', {
  room,
  summary: 'The saved lists of the person for a customer',
  who,
  body: ofCustomer,
  answer: many(savedList, { most: MOST_LISTS }),
})

export const saveTemplate = command('POST order-templates', {
  room,
  summary: 'Saves a list of products for a customer; one of the same name is replaced',
  who,
  body: {
    ...ofCustomer,
    name: orderTemplate.fields.name,
    lines: many(pick(orderLine.fields, ['productId', 'qty']), { most: MOST_SAVED, least: 1 }),
  },
  answer: savedList,
  refusals: { TOO_MANY: [422, 'there are fifty lists of the customer already'] },
})

export const deleteTemplate = command('DELETE order-templates/{id}', {
  room,
  summary: 'Deletes a saved list',
  who: 'signed in',
  body: { id },
  answer: { id },
})

export const readSheet = command('POST order-sheets', {
  room,
  summary: 'Converts a workbook or CSV file to the text that pasting it would give; it is not stored',
  who,
  reads: 'upload',
  answer: { text: text({ max: 1_000_000, long: true }), warnings: many(text(), { most: 100 }) },
})
