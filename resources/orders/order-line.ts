import { orderParts } from '../access.ts'
import {
  choice,
  code,
  flag,
  instant,
  integer,
  json,
  money,
  percent,
  quantity,
  reference,
  self,
  text,
} from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { channelProductPromocode } from '../masters/channel-product-promocode.ts'
import { products } from '../masters/products.ts'
import { shippingInstructions } from '../masters/shipping-instructions.ts'
import { plant } from '../settings/plant.ts'
import { reasonCode } from '../settings/reason-code.ts'
import { user } from '../settings/user.ts'
import { eudDocument } from './eud-document.ts'
import { order } from './order.ts'
import {
  amountsOfBuyers,
  approvalsHiddenFrom,
  assignedWithOrders,
  creditHiddenFrom,
  pricesHiddenFrom,
  stockHiddenFrom,
  withinOrders,
} from './order-visibility.ts'

/** Where the price of a line may come from, the first that has one before the next. */
export const priceSources = ['SHIP_TO_PRICE', 'CUSTOMER_PRICE', 'RATE_CONTRACT', 'LIST', 'FREE'] as const
export type PriceSource = (typeof priceSources)[number]

/** A product on an order, with the traces of its price and its plant. */
export const orderLine = record({
  path: 'order-lines',
  name: 'order-line',
  title: 'Order Lines',
  purpose: 'The products of each order, with price, tax, source and delivery status.',
  fields: {
    orderId: reference(order),
    lineNo: integer({ min: 1, label: 'Line' }),
    productId: reference(products),
    soldToId: reference('customer', {
      optional: true,
      label: 'Sold-to',
      hint: 'The distributor if they buy the line, else the customer',
    }),
    qty: quantity({ min: 0.001, label: 'Quantity' }),
    uom: code({ max: 3 }),
    priceUnit: integer({
      min: 1,
      max: 99_999,
      default: 1,
      label: 'Price for',
      hint: 'Number of units the prices of the line are for',
      nature: 'amount',
    }),
    listPrice: money({ min: 0, nature: 'amount' }),
    priceSource: choice(priceSources, {
      optional: true,
      nature: 'amount',
    }),
    priceSourceId: integer({ optional: true, label: 'Price row', hiddenFrom: creditHiddenFrom }),
    defaultDiscountPct: percent({ default: 0, label: 'Default discount', nature: 'amount' }),
    promoCode: code({ max: 20, optional: true, hint: 'The text as the person typed it' }),
    promoCodeId: reference(channelProductPromocode, {
      optional: true,
      label: 'Promo applied',
      nature: 'amount',
    }),
    promoDiscountPct: percent({ default: 0, label: 'Promo discount', nature: 'amount' }),
    promoDiscountValue: money({ min: 0, default: 0, label: 'Promo discount on the price', nature: 'amount' }),
    manualDiscountPct: percent({ default: 0, label: 'Manual discount', hiddenFrom: pricesHiddenFrom }),
    basePrice: money({
      optional: true,
      label: 'Price before discounts',
      hint: 'Empty where the net price is the price itself',
      nature: 'amount',
    }),
    netPrice: money({ min: 0, nature: 'amount' }),
    discountPct: percent({ min: -999.99, label: 'Discount on list', nature: 'amount' }),
    limitPrice: money({ optional: true, hiddenFrom: creditHiddenFrom }),
    limitGapPct: percent({ min: -999.99, default: 0, label: 'Below limit price', hiddenFrom: creditHiddenFrom }),
    asp: money({ optional: true, label: 'ASP', hiddenFrom: creditHiddenFrom }),
    aspGapPct: percent({ min: -999.99, default: 0, label: 'Below ASP', hiddenFrom: creditHiddenFrom }),
    netValue: money({ nature: 'amount' }),
    freightValue: money({ default: 0, nature: 'amount' }),
    taxableValue: money({ nature: 'amount' }),
    gstRate: percent({ max: 40, nature: 'amount' }),
    cgst: money({ default: 0, label: 'CGST', nature: 'amount' }),
    sgst: money({ default: 0, label: 'SGST', nature: 'amount' }),
    igst: money({ default: 0, label: 'IGST', nature: 'amount' }),
    grossValue: money({ nature: 'amount' }),
    plantId: reference(plant, { optional: true }),
    sourceRule: choice(
      [
        'MANUAL',
        'TOLL_CENTER',
        'CUSTOMER_PRODUCT_CNF',
        'CHANNEL_PRODUCT_CNF',
        'CNF_PRODUCT',
        'SBU_CNF',
        'CW_SHORTAGE',
        'DEFAULT_PLANT',
        'SAP',
      ],
      { optional: true, label: 'Source' },
    ),
    sourceRowId: integer({ optional: true, label: 'Source row', hiddenFrom: creditHiddenFrom }),
    sourceTrace: json({ optional: true, hiddenFrom: stockHiddenFrom }),
    priceTrace: json({ optional: true, hiddenFrom: creditHiddenFrom }),
    stockAtEntry: quantity({ optional: true, hiddenFrom: stockHiddenFrom }),
    eudStatus: choice(['NOT_REQUIRED', 'REQUIRED', 'SUBMITTED', 'APPROVED', 'REJECTED'], {
      default: 'NOT_REQUIRED',
      label: 'End-user document',
    }),
    eudDocumentId: reference(eudDocument, { optional: true, label: 'Document given' }),
    eudNeeds: json({ optional: true, label: 'Documents needed' }),
    singleBatchRequired: flag(),
    requestedBatchNo: text({ max: 10, format: 'batch', optional: true }),
    shippingInstruction: text({ audience: 'readers', max: 500, optional: true, long: true }),
    shippingInstructionId: reference(shippingInstructions, {
      optional: true,
      label: 'Instruction from',
      hint: 'The row that it was taken from; none where it was typed',
    }),
    lineStatus: choice(['OPEN', 'REJECTED', 'CANCELLED', 'DELETED', 'PARTIALLY_DISPATCHED', 'DISPATCHED', 'CLOSED'], {
      default: 'OPEN',
      label: 'Status',
    }),
    confirmedQty: quantity({ default: 0, label: 'Confirmed' }),
    dispatchedQty: quantity({ default: 0, label: 'Dispatched' }),
    invoicedQty: quantity({ default: 0, label: 'Invoiced' }),
    cancelledQty: quantity({ default: 0, label: 'Cancelled' }),
    changedByApprover: flag(),
    sapUom: code({
      max: 3,
      optional: true,
      label: 'Unit in SAP',
      hint: 'Unit of the order in SAP, where it differs',
      hiddenFrom: approvalsHiddenFrom,
    }),
    confirmedJson: json({ optional: true, label: 'Before the change in SAP', nature: 'amount' }),
    originalJson: json({ optional: true, label: 'Before the approver’s change', nature: 'amount' }),
    rejectReasonId: reference(reasonCode, { optional: true, where: { reasonType: 'REJECT' } }),
    sapItemNo: text({ max: 6, optional: true }),
    deletedAt: instant({ optional: true }),
    deletedById: reference(user, { optional: true, label: 'Deleted by', audience: 'staff' }),
    reorderedLineId: self({ optional: true, label: 'Ordered again as' }),
  },
  key: ['orderId', 'lineNo'],
  display: ['orderId', 'lineNo'],
  leads: ['productId', 'grossValue', 'lineStatus', 'qty', 'uom', 'lineNo'],
  list: [
    'lineNo',
    'productId',
    'qty',
    'uom',
    'listPrice',
    'netPrice',
    'taxableValue',
    'grossValue',
    'plantId',
    'lineStatus',
  ],
  computed: { plantState: text({ max: 60, optional: true, label: 'Supplied from state' }) },
  search: ['sapItemNo'],
  sort: ['orderId', 'lineNo'],
  indexes: [
    ['productId', 'lineStatus', 'plantId'],
    ['plantId', 'lineStatus'],
    ['lineStatus'],
    ['reorderedLineId'],
    ['deletedAt'],
    ['promoCodeId'],
    ['eudDocumentId'],
    ['sourceRowId'],
  ],
  access: orderParts,
  openIf: { lineStatus: ['OPEN', 'PARTIALLY_DISPATCHED'] },
  within: withinOrders,
  columnsWithin: amountsOfBuyers,
  asked: assignedWithOrders,
})

export type OrderLine = Row<typeof orderLine>
