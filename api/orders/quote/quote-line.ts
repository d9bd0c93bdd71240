import type { Customer } from '../../../resources/access-control/customer.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { pick } from '../../../resources/define/pick.ts'
import type { Product } from '../../../resources/masters/products.ts'
import { pricedBy } from '../../../resources/orders/line-price.ts'
import type { LineInput, OrderInput } from '../../../resources/orders/order-input.ts'
import { type EudOfLine, eudOf } from '../../../resources/orders/quote/eud.ts'
import { freightOf, type LineFreight } from '../../../resources/orders/quote/freight.ts'
import { instructionFor, needsSingleBatch } from '../../../resources/orders/quote/instructions.ts'
import { compareLimitPrice, type LimitPriceComparison } from '../../../resources/orders/quote/limit-price.ts'
import type { PricedLine } from '../../../resources/orders/quote/price.ts'
import { type SourcedLine, sourceLine } from '../../../resources/orders/quote/source.ts'
import { withStock } from '../../../resources/orders/quote/stock-shown.ts'
import { type LineTax, taxLine } from '../../../resources/orders/quote/tax.ts'
import type { Completed } from '../../../resources/orders/rows.ts'
import { termsOf } from '../../../resources/orders/terms/agreed-terms.ts'
import { grossOf } from '../../../resources/orders/totals.ts'
import { stockInSalesUnits } from '../../../resources/orders/unit-conversion.ts'
import { agreedTerms, channelOf } from './customer-terms.ts'
import type { OrderFacts } from './order-facts.ts'
import { buyerOf, priceFor } from './price-for.ts'

/** A line with its price, source, tax and documents; amounts in paise. */
export interface QuotedLine
  extends PricedLine,
    SourcedLine,
    LineTax,
    Omit<LimitPriceComparison, 'steps'>,
    Omit<LineFreight, 'steps'> {
  input: LineInput
  /** The index of the line in the order input. */
  index: number
  sbuId: number
  /** The distributor who buys for the customer, or else the customer. */
  soldToId: number
  /** The only distributor who may sell the product to the customer, where this one cannot. */
  onlyThrough: string | null
  uom: string
  taxableValue: number
  grossValue: number
  stockAtEntry: number | null
  lineStatus: 'OPEN'
  singleBatchRequired: boolean
  shippingInstruction: string | null
  /** The row that the instruction was taken from; null where it was typed. */
  shippingInstructionId: number | null
  eud: EudOfLine
}

/** Decisions about a line that are kept while the rest is calculated again. */
interface FixedDecisions {
  priced?: PricedLine
  sourced?: SourcedLine
}

/** One line of an order with its buyer: the input of each rule. */
interface LineContext {
  facts: OrderFacts
  input: OrderInput
  line: LineInput
  product: Product & Completed
  soldTo: Customer
}

/** Prices, sources and taxes the line at `index` of the order. Pure: reads no database. */
export function quoteLine(
  facts: OrderFacts,
  line: LineInput,
  input: OrderInput,
  index: number,
  fixed: FixedDecisions = {},
): QuotedLine {
  const product = facts.products.get(line.productId)!
  const { soldTo, onlyThrough, steps } = buyerOf(facts, product)
  const context = { facts, input, line, product, soldTo }
  const priced = fixed.priced ?? priceFor(facts, soldTo, product, line)
  const chosen = fixed.sourced ?? sourceFor(context)
  const { plantId } = chosen
  const sourced = fixed.sourced || plantId === null ? chosen : withStock(chosen, product, baseStockAt(context, plantId))
  const { steps: limitSteps, ...limits } = limitPriceFor(context, priced)
  const freight = freightFor(context)
  const taxableValue = priced.netValue + freight.freightValue
  const tax = taxOn(context, plantId, taxableValue)
  return {
    ...priced,
    ...sourced,
    ...tax,
    ...limits,
    priceTrace: {
      ...priced.priceTrace,
      steps: [...steps, ...priced.priceTrace.steps, ...limitSteps, ...freight.steps],
    },
    input: line,
    index,
    sbuId: product.sbuId,
    soldToId: soldTo.id,
    onlyThrough: onlyThrough && `${onlyThrough.code} ${onlyThrough.name}`,
    uom: product.uom,
    freightValue: freight.freightValue,
    freightWarning: freight.freightWarning,
    taxableValue,
    grossValue: grossOf({ taxableValue, ...tax }),
    stockAtEntry: plantId === null ? null : stockAt(context, plantId),
    lineStatus: 'OPEN',
    ...handlingOf(context, plantId),
    eud: eudFor(context),
  }
}

/** The available stock of the product at a plant, in thousandths of the base unit. */
const baseStockAt = ({ facts, product }: LineContext, plantId: number) =>
  facts.stock.get(`${plantId}/${product.id}`) ?? 0

/** The available stock of the product at a plant, in thousandths of the sales unit. */
const stockAt = (context: LineContext, plantId: number) =>
  stockInSalesUnits(context.product, baseStockAt(context, plantId))

/** The order of this line as the price and source rules need it. */
const bookOrder = ({ facts, product, soldTo }: LineContext) => ({
  orderDate: facts.day,
  channelId: channelOf(facts, soldTo, product.sbuId),
  sbuId: product.sbuId,
  soldToId: soldTo.id,
})

function sourceFor(context: LineContext): SourcedLine {
  const { facts, line, product } = context
  return sourceLine(
    facts.sources,
    { ...bookOrder(context), shipToStateId: facts.shipTo.stateId },
    { product, qty: line.qty, manualPlantId: line.plantId },
    facts.settings['sourcing.cw_fallback'] ? plantId => stockAt(context, plantId) : null,
  )
}

function limitPriceFor({ facts, product, soldTo }: LineContext, priced: PricedLine): LimitPriceComparison {
  if (priced.priceSource === null) return NO_LIMIT_PRICE
  return compareLimitPrice({
    book: facts.limitPrices,
    orderDate: facts.day,
    channelId: channelOf(facts, soldTo, product.sbuId),
    fourEyes: facts.settings['limits.four_eyes'],
    productId: product.id,
    ...pick(priced, ['priceUnit', ...pricedBy]),
  })
}

/** Used for lines without a price, which cannot be compared with a limit price. */
const NO_LIMIT_PRICE: LimitPriceComparison = { limitPrice: null, limitGapPct: 0, asp: null, aspGapPct: 0, steps: [] }

function freightFor({ facts, input, line, product, soldTo }: LineContext) {
  const { freightTerms, transMode } = termsOf(input, agreedTerms(facts, soldTo, product.sbuId))
  return freightOf({
    ...{ book: facts.freights, orderDate: facts.day, freightTerms, transMode },
    zoneId: facts.zoneId,
    isFreeOfCharge: facts.orderType.isFreeOfCharge,
    product,
    qty: line.qty,
  })
}

function taxOn({ facts, product, soldTo }: LineContext, plantId: number | null, taxableValue: number): LineTax {
  const { customer, shipTo, orderType, plants, stateNames } = facts
  const plant = plantId === null ? null : plants.get(plantId)!
  return taxLine({
    plant: plant && { stateId: plant.stateId, stateName: stateNames.get(plant.stateId) },
    // Goods that a distributor buys are billed to them and delivered to somebody else.
    shipTo: { ...shipTo, isThirdParty: shipTo.isThirdParty || soldTo.id !== customer.id },
    billTo: soldTo,
    isFreeOfCharge: orderType.isFreeOfCharge,
    gstRate: product.gstRate,
    taxableValue,
  })
}

/** The handling of the goods. Customers who need a single batch get one, whatever the order says. */
function handlingOf({ facts, line, product }: LineContext, plantId: number | null) {
  const { singleBatches, instructions } = facts.control
  const usual = instructionFor(instructions, { productId: product.id, sbuId: product.sbuId })
  const isUsual = line.shippingInstruction === null || line.shippingInstruction === usual?.instruction
  return {
    singleBatchRequired:
      line.singleBatchRequired || needsSingleBatch(singleBatches, { productId: product.id, plantId }),
    shippingInstruction: line.shippingInstruction ?? usual?.instruction ?? null,
    shippingInstructionId: (isUsual && usual?.id) || null,
  }
}

/** A document must cover all lines of the order with this product. */
const eudFor = ({ facts, input, line, product }: LineContext) =>
  eudOf({
    ...facts.eud,
    orderDate: facts.day,
    orderId: facts.orderId,
    customerId: facts.customer.id,
    productId: product.id,
    qty: sum(input.lines.filter(({ productId }) => productId === product.id).map(({ qty }) => qty)),
    chosenId: line.eudDocumentId,
  })
