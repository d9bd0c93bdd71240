import { validOn } from '../../define/dates.ts'
import { quantityText, rupees, rupeesPer } from '../../define/show.ts'
import { conditionsOf, exactly, type LinePrice, lineValue, shareBelow } from '../line-price.ts'
import type { PriceSource } from '../order-line.ts'
import type { RateContractPrice, RuleProductPrice } from '../rows.ts'
import { type Trace, trace } from '../trace.ts'
import { conversionText, convertDown, convertQty, unitsIn, wholeOf } from '../unit-conversion.ts'
import { applyDiscounts } from './discount.ts'
import { type DiscountProblem, discountBook } from './discount-facts.ts'
import { type CandidateStep, firstMatch, hit, none } from './first-match.ts'
import type { PriceLine, PriceOrder, PriceRows } from './price-facts.ts'
import { rankRows } from './rank-rows.ts'
import { perUnit, priceFor, type UnitPrice, unitPrice, unitsOfLine } from './unit-price.ts'

/** The price rows by their keys, made once for all lines. */
export const priceBook = (rows: PriceRows) => ({
  shipTo: Map.groupBy(rows.shipToPrices, row => `${row.customerId}/${row.shipToId}/${row.productId}`),
  ofCustomer: Map.groupBy(rows.customerPrices, row => `${row.customerId}/${row.productId}`),
  contracts: Map.groupBy(rows.rateContracts, row => `${row.customerId}/${row.productId}`),
  list: Map.groupBy(rows.productPrices, row => `${row.channelId}/${row.productId}`),
  discounts: discountBook(rows),
})
type PriceBook = ReturnType<typeof priceBook>

interface PriceFacts {
  book: PriceBook
  order: PriceOrder
  line: PriceLine
}

const priceSteps = [
  {
    step: 'P0',
    name: 'FREE',
    evaluate: ({ order }) => [
      order.orderType.isFreeOfCharge
        ? hit(perUnit(0), null, `Order type ${order.orderType.code} is free of charge`)
        : none(`Order type ${order.orderType.code} is charged`),
    ],
  },
  {
    step: 'P1',
    name: 'SHIP_TO_PRICE',
    evaluate: ({ book, order, line }) =>
      rankRows(book.shipTo.get(`${order.soldToId}/${order.shipToId}/${line.product.id}`), {
        resource: 'cust-shipto-prod-price',
        columns: ['netPrice', 'minQty'],
        on: order.orderDate,
        qty: line.qty,
        value: row => perUnit(row.netPrice),
        says: row => `Agreed for this delivery address at ${rupees(row.netPrice)}`,
        missing: 'No price is agreed for this customer, delivery address and product',
      }),
  },
  {
    step: 'P2',
    name: 'CUSTOMER_PRICE',
    evaluate: ({ book, order, line }) =>
      order.isChannel13
        ? rankRows(book.ofCustomer.get(`${order.soldToId}/${line.product.id}`), {
            resource: 'customer-wise-product-wise-price',
            columns: ['netPrice', 'minQty'],
            on: order.orderDate,
            qty: line.qty,
            value: row => perUnit(row.netPrice),
            says: row => `Agreed in channel 13 at ${rupees(row.netPrice)}`,
            missing: 'No price of channel 13 is agreed for this customer and product',
          })
        : [none('The buyer is not of channel 13')],
  },
  {
    step: 'P3',
    name: 'RATE_CONTRACT',
    evaluate: ({ book, order, line }) =>
      rankRows(book.contracts.get(`${order.soldToId}/${line.product.id}`), {
        resource: 'rate-contract-line',
        columns: ['contractNo', 'rate', 'uom', 'openQty'],
        on: order.orderDate,
        value: row => rateOf(row, line) ?? perUnit(0),
        says: row => contractSays(row, line),
        refuses: row => unitRefusal(row.uom, line),
        missing: 'No active rate contract of this customer has the product',
      }),
  },
  {
    step: 'P4',
    name: 'LIST',
    evaluate: ({ book, order, line }) =>
      rankRows(book.list.get(`${order.channelId}/${line.product.id}`), {
        resource: 'product-price',
        columns: ['listPrice', 'priceUnit', 'uom'],
        on: order.orderDate,
        value: row => listPriceOf(row, line) ?? perUnit(0),
        says: row => listSays(row, line),
        refuses: row =>
          unitRefusal(row.uom, line) ??
          (listPriceOf(row, line)!.exact.num > 0n ? undefined : 'a price must be above zero'),
        missing: 'The product has no list price in this channel',
      }),
  },
] as const satisfies readonly CandidateStep<PriceFacts, UnitPrice>[]

/** The rate of a sales unit; null where the contract is in a unit that cannot be converted. */
const rateOf = ({ rate, priceUnit, uom }: RateContractPrice, { product }: PriceLine) =>
  unitPrice(product, { price: rate, per: priceUnit, unit: uom })

/** The list price of a sales unit; null where it is for a unit that cannot be converted. */
const listPriceOf = ({ listPrice, priceUnit, uom }: RuleProductPrice, { product }: PriceLine) =>
  unitPrice(product, { price: listPrice, per: priceUnit, unit: uom })

/** Why a price in this unit may not be used for the product. */
const unitRefusal = (unit: string, { product }: PriceLine) =>
  unitsIn(product, product.uom, unit) ? undefined : `${unit} cannot be converted to the sales unit ${product.uom}`

/**
 * The rate also applies beyond the open quantity: the approval of the contract decides whether that much may be
 * delivered.
 */
function contractSays(row: RateContractPrice, line: PriceLine) {
  const { contractNo, rate, priceUnit, uom } = row
  const agreed = { price: rate, per: priceUnit, unit: uom }
  const ratio = unitsIn(line.product, uom, line.product.uom)
  if (!ratio)
    return `Contract ${contractNo} gives ${priceUnit === 1 ? `${rupees(rate)} a` : rupeesPer(rate, priceUnit)} ${uom}`
  const openQty = convertDown(row.openQty, ratio)
  const gives = `Contract ${contractNo} gives ${perUnitText(rateOf(row, line)!, agreed, line)}`
  return line.qty > openQty
    ? `${gives}, and ${quantityText(openQty)} of ${quantityText(line.qty)} are still open on it`
    : `${gives}, and ${quantityText(openQty)} are open on it`
}

function listSays(row: RuleProductPrice, line: PriceLine) {
  const { listPrice, priceUnit, uom } = row
  const price = listPriceOf(row, line)
  if (price === null) return `The list price of this channel is ${rupees(listPrice)} for ${priceUnit} ${uom}`
  const agreed = { price: listPrice, per: priceUnit, unit: uom }
  return `The list price of this channel is ${perUnitText(price, agreed, line)}`
}

/** `₹ 120.00`, `₹ 12.34 per 100`, or with the conversion: `₹ 120.00 a BAG (₹ 4.80 for 1 KG, and 1 BAG = 25 KG)`. */
function perUnitText(
  price: UnitPrice,
  { price: agreed, per = 1, unit }: { price: number; per?: number; unit: string },
  { product }: PriceLine,
) {
  const cost = priceFor(price, price.per)
  if (unit === product.uom) return rupeesPer(cost, price.per)
  const one = conversionText(1000, product.uom, convertQty(1000, unitsIn(product, product.uom, unit)!), unit)
  const ofUnits = price.per === 1 ? `${rupees(cost)} a` : rupeesPer(cost, price.per)
  return `${ofUnits} ${product.uom} (${rupees(agreed)} for ${per} ${unit}, and ${one})`
}

/** Whether a price that counts on the day, before the one that won, is for a unit that cannot be converted. */
function isBlind({ book, order, line }: PriceFacts, won: PriceSource | undefined): boolean {
  if (won !== undefined && won !== 'LIST') return false
  const counts = (row: { isActive: boolean; validFrom: string; validTo: string; uom: string }) =>
    row.isActive && validOn(row, order.orderDate) && unitRefusal(row.uom, line) !== undefined
  const contracts = book.contracts.get(`${order.soldToId}/${line.product.id}`) ?? []
  const listed = book.list.get(`${order.channelId}/${line.product.id}`) ?? []
  return contracts.some(counts) || (won === undefined && listed.some(counts))
}

/** The largest value of one line, in paise (₹ 10,000 crore): 500 such lines with tax still add up exactly. */
export const LARGEST_LINE = 10_000_000_000_000

export type PriceProblem = 'NO_PRICE' | 'PRICE_UNIT' | 'VALUE_TOO_LARGE' | DiscountProblem

/**
 * A line as priced; column names of `order_line`. Zero, and `priceSource` null, where it cannot be priced. Its prices are
 * for `priceUnit` sales units.
 */
export interface PricedLine {
  priceUnit: number
  listPrice: number
  priceSource: PriceSource | null
  priceSourceId: number | null
  defaultDiscountPct: number
  /** The promotion that applied, and how much it took off the price, in paise. */
  promoCodeId: number | null
  promoDiscountPct: number
  promoDiscountValue: number
  manualDiscountPct: number
  /** Before the discounts; null where there are none, or each rounds the price of a unit. */
  basePrice: number | null
  netPrice: number
  /** Against the list price; a price above the list is no discount. */
  discountPct: number
  netValue: number
  priceProblem: PriceProblem | null
  /** What is wrong with a promo code, and what to do. */
  problemWhy?: string
  priceTrace: Trace
}

/**
 * Prices one line on the order's day: the first step with a price wins, then discounts follow, whose values are rounded
 * on the line. Money in paise, percent in hundredths, quantity in thousandths; every rounding is half up.
 */
export function priceLine(book: PriceBook, order: PriceOrder, line: PriceLine): PricedLine {
  const facts = { book, order, line }
  const { won, best, steps } = firstMatch<PriceFacts, UnitPrice, (typeof priceSteps)[number]>(priceSteps, facts)
  if (isBlind(facts, won?.name)) return unpriced(line, 'PRICE_UNIT', trace('price', order.orderDate, steps))
  if (!won) return unpriced(line, 'NO_PRICE', trace('price', order.orderDate, steps))
  const listed = best.get('P4')
  const priceUnit = unitsOfLine(won.value, listed)
  const undiscounted = priceFor(won.value, priceUnit)
  const discounted = applyDiscounts({
    ...{ ...facts, book: book.discounts, priceSource: won.name },
    ...{ undiscounted, priceUnit },
  })
  const netPrice = wholeOf(discounted.price)
  const counted = {
    ...{
      netPrice,
      basePrice: order.netByUnit ? null : undiscounted,
      defaultDiscountPct: discounted.defaultDiscountPct,
    },
    ...{ promoDiscountPct: discounted.promoDiscountPct, promoDiscountValue: discounted.promoDiscountValue },
    manualDiscountPct: discounted.manualDiscountPct,
  }
  const listPrice = listed ? priceFor(listed, priceUnit) : netPrice
  const priceTrace = trace('price', order.orderDate, [...steps, ...discounted.steps])
  // A bound and not an amount: a float is good enough here.
  const tooLarge = (Math.max(listPrice, netPrice) / priceUnit / 1000) * line.qty > LARGEST_LINE
  if (tooLarge) return unpriced(line, 'VALUE_TOO_LARGE', priceTrace)
  return {
    priceUnit,
    listPrice,
    priceSource: won.name,
    priceSourceId: won.row?.id ?? null,
    defaultDiscountPct: discounted.defaultDiscountPct,
    promoCodeId: discounted.promoCodeId,
    promoDiscountPct: discounted.promoDiscountPct,
    promoDiscountValue: discounted.promoDiscountValue,
    manualDiscountPct: line.manualDiscountPct,
    basePrice: isDiscounted(counted, line) ? undiscounted : null,
    netPrice,
    discountPct: shareBelow(discounted.price, exactly(listPrice)),
    netValue: lineValue(counted, line.qty, priceUnit),
    priceProblem: discounted.problem,
    ...(discounted.problem === 'PROMO_NOT_VALID' && { problemWhy: discounted.problemWhy }),
    priceTrace,
  }
}

/** Whether discounts are worked out on the line; one that is refused counts for nothing. */
const isDiscounted = (counted: LinePrice, { manualDiscountPct }: PriceLine) =>
  conditionsOf(counted).length > 0 && counted.manualDiscountPct === manualDiscountPct

const unpriced = ({ manualDiscountPct }: PriceLine, priceProblem: PriceProblem, priceTrace: Trace): PricedLine => ({
  priceUnit: 1,
  listPrice: 0,
  priceSource: null,
  priceSourceId: null,
  defaultDiscountPct: 0,
  promoCodeId: null,
  promoDiscountPct: 0,
  promoDiscountValue: 0,
  manualDiscountPct,
  basePrice: null,
  netPrice: 0,
  discountPct: 0,
  netValue: 0,
  priceProblem,
  priceTrace,
})
