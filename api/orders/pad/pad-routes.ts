import { customer } from '../../../resources/access-control/customer.ts'
import { date, flag, instant, integer, money, percent, quantity, text } from '../../../resources/define/fields.ts'
import { products } from '../../../resources/masters/products.ts'
import { mayTakeStep } from '../../../resources/orders/order-process.ts'
import type { OrderContext } from '../../../resources/orders/pad/order-context.ts'
import type { FoundCustomer } from '../../../resources/orders/pad/order-customers.ts'
import type { Matched } from '../../../resources/orders/pad/order-matches.ts'
import type { FrequentProduct, OfferedProduct } from '../../../resources/orders/pad/order-products.ts'
import type { LineSources, SavedList, SourceLines } from '../../../resources/orders/pad/order-sources.ts'
import { answerOf, anything, bodyOf, columnsOf, listOf, maybe, orNull, type Routes } from '../../derive/docs/route.ts'
import type { Person } from '../../derive/rights/person.ts'

const TAG = 'Order pad'

const toPlaceOrders = (person: Person) => mayTakeStep(person, 'create')
const ofCustomer = { customerId: integer({ min: 1 }) }
const search = text({ max: 100, optional: true })

const product = {
  id: integer(),
  ...columnsOf(
    products,
    'code',
    'name',
    'packSize',
    'uom',
    'packQty',
    'minOrderQty',
    'maxOrderQty',
    'casNo',
    'hsnCode',
    'sbuId',
  ),
  sbu: text(),
}
const offered = answerOf<OfferedProduct>(product)
export const productsFound = listOf(offered)

export const customersFound = listOf(
  answerOf<FoundCustomer>({
    id: integer(),
    code: text(),
    name: text(),
    city: orNull(text()),
    channel: orNull(text()),
    blocked: orNull(text()),
  }),
)

export const contextAnswer = answerOf<OrderContext>({
  customer: answerOf({
    id: integer(),
    ...columnsOf(customer, 'code', 'name', 'gstin', 'channelId', 'sapOrderBlock', 'requiresAcceptance'),
    isActive: flag(),
  }),
  blocks: listOf(answerOf({ mode: text(), sbuId: orNull(integer()), message: text() })),
  shipTos: listOf(
    answerOf({
      id: integer(),
      code: text(),
      name: text(),
      address: text(),
      pincode: text(),
      isDefault: flag(),
      city: maybe(text()),
      state: maybe(text()),
    }),
  ),
  sbus: listOf(
    answerOf<OrderContext['sbus'][number]>({
      id: integer(),
      code: text(),
      name: text(),
      departmentId: integer(),
      departmentName: text(),
      orderTypes: listOf(
        answerOf<OrderContext['sbus'][number]['orderTypes'][number]>({
          id: integer(),
          code: text(),
          name: text(),
          departmentId: integer(),
          isDefault: flag(),
          requiresPo: flag(),
          allowsManualDiscount: flag(),
          isFreeOfCharge: flag(),
        }),
      ),
    }),
  ),
  ownDiscountLimit: orNull(percent()),
  credit: orNull(anything('What the customer owes, for people who see it')),
  usual: listOf(answerOf({ sbu: text(), step: text(), hours: integer(), tasks: integer() })),
  poFileRequiredAbove: money(),
  defaults: answerOf({
    freightTerms: text(),
    transMode: text(),
    paymentTermsDays: integer(),
    requestedDeliveryDate: date(),
    customerPoDate: date(),
  }),
})

const savedList = answerOf<SavedList>({ id: integer(), name: text(), lines: integer() })
const lineOfList = bodyOf({ productId: integer({ min: 1 }), qty: quantity() })

/** What the order pad asks while an order is filled in. */
export const padRoutes: Routes = {
  'GET order-customers': {
    tag: TAG,
    summary: 'The customers for whom the person may place orders, by code, name or city',
    query: { q: search },
    answer: customersFound,
    isFor: toPlaceOrders,
  },
  'GET order-context': {
    tag: TAG,
    summary: 'The addresses, SBUs, order types and defaults of an order for a customer',
    query: ofCustomer,
    answer: contextAnswer,
    isFor: toPlaceOrders,
  },
  'GET order-products': {
    tag: TAG,
    summary: 'The products that the customer may order, by code, name, CAS number or their own code',
    query: { ...ofCustomer, q: search },
    answer: productsFound,
    isFor: toPlaceOrders,
  },
  'POST order-products': {
    tag: TAG,
    summary: 'The products with these codes, as far as the customer may order them',
    body: bodyOf({ ...ofCustomer, codes: listOf(text({ max: 40 }), 1000) }),
    answer: productsFound,
    isFor: toPlaceOrders,
  },
  'POST order-matches': {
    tag: TAG,
    summary: 'The products that pasted rows mean, in the order of the rows',
    body: bodyOf({
      ...ofCustomer,
      rows: listOf(
        bodyOf({ code: orNull(text({ max: 40 })), cas: orNull(text({ max: 20 })), words: text({ max: 2000 }) }),
        1000,
      ),
    }),
    answer: listOf(answerOf<Matched>({ by: orNull(text()), product: orNull(offered), matches: productsFound })),
    isFor: toPlaceOrders,
  },
  'POST learned-codes': {
    tag: TAG,
    summary: 'Saves which product the customer means by their own item code',
    body: bodyOf({ ...ofCustomer, itemCode: text({ max: 40 }), productId: integer({ min: 1 }) }),
    answer: answerOf({ id: integer(), itemCode: text(), productId: integer() }),
    refusals: { 400: 'TAKEN: the code is one of ours; REFERENCE: the customer cannot order the product' },
    isFor: toPlaceOrders,
  },
  'GET order-frequent-items': {
    tag: TAG,
    summary: 'The products that the customer orders frequently, each with a quantity that fits its pack',
    query: ofCustomer,
    answer: listOf(answerOf<FrequentProduct>({ ...product, qty: quantity(), source: text() })),
    isFor: toPlaceOrders,
  },
  'GET order-sources': {
    tag: TAG,
    summary: 'The earlier orders, annexures and saved lists from which lines can be copied, and open carts',
    query: ofCustomer,
    answer: answerOf<LineSources>({
      orders: listOf(answerOf({ id: integer(), orderNo: text(), orderDate: date(), lines: integer() })),
      carts: listOf(
        answerOf({
          id: integer(),
          orderNo: text(),
          lines: integer(),
          updatedAt: instant(),
          submittedAt: orNull(instant()),
        }),
      ),
      annexures: listOf(answerOf({ id: integer(), annexureNo: text(), validTo: date() })),
      templates: listOf(savedList),
    }),
    isFor: toPlaceOrders,
  },
  'GET order-source-lines': {
    tag: TAG,
    summary: 'The products of an earlier order, an annexure or a saved list that may be ordered now',
    query: { ...ofCustomer, from: text({ hint: 'order, annexure or template' }), id: integer({ min: 1 }) },
    answer: answerOf<SourceLines>({
      lines: listOf(answerOf({ product: offered, qty: quantity() })),
      gone: listOf(answerOf({ code: text(), name: text() })),
    }),
    isFor: toPlaceOrders,
  },
  'GET order-templates': {
    tag: TAG,
    summary: 'The saved lists of the person for a customer',
    query: ofCustomer,
    answer: listOf(savedList),
    isFor: toPlaceOrders,
  },
  'POST order-templates': {
    tag: TAG,
    summary: 'Saves a list of products for a customer; one of the same name is replaced',
    body: bodyOf({ ...ofCustomer, name: text({ max: 60 }), lines: listOf(lineOfList, 500) }),
    answer: savedList,
    refusals: { 422: 'TOO_MANY: there are fifty lists of the customer already' },
    isFor: toPlaceOrders,
  },
  'DELETE order-templates/{id}': {
    tag: TAG,
    summary: 'Deletes a saved list',
    answer: answerOf({ id: integer() }),
  },
  'POST order-sheets': {
    tag: TAG,
    summary: 'Converts a workbook or CSV file to the text that pasting it would give; it is not stored',
    isUpload: true,
    body: bodyOf({}),
    answer: answerOf({ text: text(), warnings: listOf(text()) }),
    isFor: toPlaceOrders,
  },
}
