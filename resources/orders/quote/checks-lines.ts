import { dayText, quantityText, rupees } from '../../define/show.ts'
import { NO_LINES } from '../order-guards.ts'
import type { RuleCustomer, RuleProduct } from '../rows.ts'
import { rowUsed } from '../trace.ts'
import { type Check, type CheckFacts, type CheckLine, finding, openLines } from './check-facts.ts'
import { LARGEST_LINE } from './price.ts'
import { lastDay } from './schedule.ts'

function numberOfLines(facts: CheckFacts) {
  const count = openLines(facts).length
  const { maxLines } = facts.settings
  if (count === 0) return [finding('NO_LINES', 'lines', NO_LINES)]
  if (count <= maxLines) return []
  const message = `The order has ${count} lines, more than the ${maxLines} allowed: move the rest to a second order`
  return [finding('MAX_LINES', 'lines', message)]
}

const oneSbu = (facts: CheckFacts) =>
  openLines(facts)
    .filter(({ line }) => line.product.sbuId !== facts.order.sbuId)
    .map(({ at, what }) =>
      finding(
        'SBU_DIFFERS',
        `${at}.productId`,
        `${what} is not of SBU ${facts.sbu.code}: place a separate order for it`,
      ),
    )

/** The same product twice is allowed only where the batch or the deliveries differ. */
function productOnce(facts: CheckFacts) {
  const first = new Map<string, CheckLine>()
  return openLines(facts).flatMap(({ line, at, what }) => {
    const deliveries = line.schedules.map(({ requestedDate, qty }) => `${requestedDate}=${qty}`)
    const same = JSON.stringify([line.product.id, line.requestedBatchNo, deliveries])
    const earlier = first.get(same)
    if (!earlier) {
      first.set(same, line)
      return []
    }
    const message = `${what} is on line ${earlier.lineNo} already: add the quantities up on one line, or ask for another batch or other dates`
    return [finding('PRODUCT_TWICE', `${at}.productId`, message)]
  })
}

type Sale = Pick<RuleProduct, 'isActive' | 'isOrderable' | 'sapSalesStatus' | 'sapDeleted' | 'lastDay'>

/** Whether a product may be ordered on a day. */
export const isOrderable = (
  { isActive, isOrderable: isFree, sapSalesStatus, sapDeleted, lastDay }: Sale,
  day: string,
) => isActive && isFree && !sapSalesStatus && !sapDeleted && (lastDay === null || day <= lastDay)

const orderable = (facts: CheckFacts) =>
  openLines(facts)
    .filter(({ line: { product } }) => !isOrderable(product, facts.order.orderDate))
    .map(({ line: { product }, at, what }) => {
      const substitute = facts.substitutes.get(product.id)
      const stopped = product.sapDeleted ? 'was deleted in SAP and can no longer be ordered' : 'cannot be ordered'
      const instead = substitute
        ? `order ${substitute.code} ${substitute.name} instead`
        : 'remove the line or choose another product'
      return {
        ...finding('PRODUCT_NOT_ORDERABLE', `${at}.productId`, `${what} ${stopped}: ${instead}`),
        row: rowUsed('products', product, [
          'code',
          'isActive',
          'isOrderable',
          'sapSalesStatus',
          'sapDeleted',
          'lastDay',
        ]),
        ...(substitute && { substitute }),
      }
    })

const quantities = (facts: CheckFacts) =>
  openLines(facts).flatMap(({ line, at, what }) => {
    const wrong = quantityProblem(line.qty, line.product)
    return wrong ? [finding(wrong.code, `${at}.qty`, `${what}: ${wrong.message}`)] : []
  })

/**
 * Why a quantity (thousandths) does not fit a product's pack, or undefined; also used by the form while it is typed.
 */
export function quantityProblem(qty: number, product: Pick<RuleProduct, 'packQty' | 'minOrderQty' | 'maxOrderQty'>) {
  const { packQty, minOrderQty, maxOrderQty } = product
  if (!Number.isSafeInteger(qty) || qty <= 0) return { code: 'QTY_MIN', message: 'enter a quantity above 0' }
  if (qty < minOrderQty) {
    const message = `quantity ${quantityText(qty)} is too small: order at least ${quantityText(minOrderQty)}`
    return { code: 'QTY_MIN', message }
  }
  if (maxOrderQty !== null && qty > maxOrderQty) {
    const message = `quantity ${quantityText(qty)} is too large: order at most ${quantityText(maxOrderQty)}`
    return { code: 'QTY_MAX', message }
  }
  if (packQty <= 0 || qty % packQty === 0) return undefined
  const below = qty - (qty % packQty)
  const near = [below, below + packQty].filter(each => each > 0).map(quantityText)
  const message = `quantity ${quantityText(qty)} is not a multiple of the pack of ${quantityText(packQty)}: order ${near.join(' or ')}`
  return { code: 'QTY_MULTIPLE', message }
}

/** The least quantity (thousandths), from this one on, that fits a product's pack and its minimum order. */
export function fittingQty(qty: number, { packQty, minOrderQty }: Pick<RuleProduct, 'packQty' | 'minOrderQty'>) {
  const least = Math.max(qty, minOrderQty)
  return packQty > 0 ? Math.ceil(least / packQty) * packQty : least
}

const priceSentences = {
  NO_PRICE: {
    field: 'productId',
    message: 'has no price on the order date: ask the pricing desk for one, or remove the line',
  },
  PRICE_UNIT: {
    field: 'productId',
    message:
      'has a price for a unit that cannot be converted to the one it is sold in: have the price, or the units of the product, corrected',
  },
  VALUE_TOO_LARGE: { field: 'qty', message: `is worth more than ${rupees(LARGEST_LINE)}: lower the quantity` },
  DISCOUNT_OVER_CAP: {
    field: 'manualDiscountPct',
    message: 'has a manual discount beyond the cap of its material pricing group, which no approval can pass: lower it',
  },
  PROMO_NOT_VALID: {
    field: 'promoCode',
    message: 'has a promo code that does not apply: remove it, or enter one for this product, channel and quantity',
  },
  DISCOUNT_NOT_ALLOWED: {
    field: 'manualDiscountPct',
    message: 'has a manual discount, which this order type does not allow: set it to 0',
  },
} as const

const prices = (facts: CheckFacts) =>
  openLines(facts).flatMap(({ line: { priceProblem, problemWhy }, at, what }) => {
    if (priceProblem === null) return []
    const { field, message } = priceSentences[priceProblem]
    return [finding(priceProblem, `${at}.${field}`, problemWhy ? `${what}: ${problemWhy}` : `${what} ${message}`)]
  })

/** The receiver of a drug must hold a licence until the last requested day. */
const drugLicence = (facts: CheckFacts) =>
  openLines(facts).flatMap(({ line, at, what }) => {
    if (!line.product.isDrug) return []
    const until = lastDay(facts.order.requestedDeliveryDate, line.schedules)
    const short = [facts.customer, facts.soldTo].find(buyer => !licensedUntil(buyer, until))
    if (!short) return []
    const has =
      short.drugLicenceNo && short.drugLicenceValidTo ? `ends on ${dayText(short.drugLicenceValidTo)}` : 'is missing'
    const message = `${what} is a drug, and the drug licence of ${short.code} ${short.name} ${has}: have a licence entered that is valid on ${dayText(until)}`
    const row = rowUsed('customer', short, ['code', 'name', 'drugLicenceNo', 'drugLicenceValidTo'])
    return [{ ...finding('DRUG_LICENCE_EXPIRED', `${at}.productId`, message), row }]
  })

const licensedUntil = ({ drugLicenceNo, drugLicenceValidTo }: RuleCustomer, day: string) =>
  Boolean(drugLicenceNo) && drugLicenceValidTo !== null && drugLicenceValidTo >= day

/** What only a distributor may sell is not sold directly, even if they cannot buy it. */
const exclusive = (facts: CheckFacts) =>
  openLines(facts).flatMap(({ line: { onlyThrough }, at, what }) => {
    if (onlyThrough === null) return []
    const message = `${what} is sold to this customer only by ${onlyThrough}, who is no longer active: ask the master data desk to end the mapping, or remove the line`
    return [finding('DISTRIBUTOR_EXCLUSIVE', `${at}.productId`, message)]
  })

const freights = (facts: CheckFacts) =>
  openLines(facts).flatMap(({ line: { freightWarning }, at, what }) => {
    if (freightWarning === null) return []
    const message = `${what} has no freight rate for this mode of transport: no freight is charged for it`
    return [{ ...finding(freightWarning, `${at}.productId`, message), warns: true as const }]
  })

const plants = (facts: CheckFacts) =>
  openLines(facts)
    .filter(({ line }) => line.plantId === null)
    .map(({ at, what }) =>
      finding(
        'NO_SOURCE',
        `${at}.plantId`,
        `${what} has no plant to supply it: ask customer service to map or choose one`,
      ),
    )

/** The rules about each line, and about the lines together. */
export const lineChecks: readonly Check[] = [
  { rule: 'C.4', title: 'The order has lines, and not too many', find: numberOfLines },
  { rule: 'C.3', title: 'All lines are of one SBU', find: oneSbu },
  { rule: 'C.4', title: 'Each product is on one line', find: productOnce },
  { rule: 'V6', title: 'The product may be ordered', find: orderable },
  { rule: 'V7', title: 'The quantity fits the pack', find: quantities },
  { rule: 'V8', title: 'The line has a price', find: prices },
  { rule: 'D.6', title: 'The freight of the line is known', find: freights },
  { rule: 'D.4', title: 'The line is not sold past a distributor', find: exclusive },
  { rule: 'V11', title: 'The drug licence holds', find: drugLicence },
  { rule: 'V12', title: 'The line has a supplying plant', find: plants },
]
