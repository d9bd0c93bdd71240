import type { Customer } from '../../resources/access-control/customer.ts'
import { sum } from '../../resources/define/amounts.ts'
import type { Finding } from '../../resources/orders/check-facts.ts'
import { findingsOf } from '../../resources/orders/checks.ts'
import { type EudOfLine, eudOf } from '../../resources/orders/eud.ts'
import { type Floored, floorOf } from '../../resources/orders/floor.ts'
import { freightOf, type LineFreight } from '../../resources/orders/freight.ts'
import { instructionFor, needsSingleBatch } from '../../resources/orders/instructions.ts'
import { type PricedLine, priceLine } from '../../resources/orders/price.ts'
import { soldThrough } from '../../resources/orders/sold-through.ts'
import { type SourcedLine, sourceLine } from '../../resources/orders/source.ts'
import { type LineTax, taxLine } from '../../resources/orders/tax.ts'
import { grossOf, type OrderTotals, orderTotals } from '../../resources/orders/totals.ts'
import type { OrderFacts } from './facts.ts'
import type { LineInput, OrderInput } from './order-input.ts'

/** A line with all that the rules decided about it; amounts in paise. */
export interface QuotedLine
  extends PricedLine,
    SourcedLine,
    LineTax,
    Omit<Floored, 'steps'>,
    Omit<LineFreight, 'steps'> {
  input: LineInput
  /** Its place in what the person entered. */
  index: number
  sbuId: number
  /** The distributor who buys for the customer, else the customer. */
  soldToId: number
  /** The distributor who alone may sell it to the customer, and cannot. */
  onlyThrough: string | null
  uom: string
  taxableValue: number
  grossValue: number
  stockAtEntry: number | null
  lineStatus: string
  singleBatchRequired: boolean
  shippingInstruction: string | null
  eud: EudOfLine
}

/** The lines of one SBU and sold-to: at submit each becomes an order of its own (§D.2, 3). */
export interface QuotedOrder {
  sbuId: number
  soldToId: number
  departmentId: number | null
  salesEmployeeId: number | null
  salesGroupId: number | null
  lines: QuotedLine[]
  totals: OrderTotals
}

/** Prices, sources and taxes every line of an order and adds them up; pure, for the facts are loaded. */
export function quote(facts: OrderFacts, input: OrderInput): QuotedOrder[] {
  const lines = input.lines.map((line, index) => quoteLine(facts, line, input, index))
  return [...Map.groupBy(lines, ({ sbuId, soldToId }) => `${sbuId}/${soldToId}`).values()].map(own => ({
    sbuId: own[0]!.sbuId,
    soldToId: own[0]!.soldToId,
    ...accountOf(facts, own[0]!.sbuId),
    lines: own,
    totals: orderTotals(own.map(line => ({ ...line, qty: line.input.qty }))),
  }))
}

/** What of a line stays as it was found, although the rest of it is worked out anew. */
export interface Kept {
  priced?: PricedLine
  sourced?: SourcedLine
}

/** Prices, sources and taxes one line, which stands at `index` of the order. */
export function quoteLine(
  facts: OrderFacts,
  line: LineInput,
  input: OrderInput,
  index: number,
  kept: Kept = {},
): QuotedLine {
  const { customer, buyers, shipTo, orderType, day, settings } = facts
  const product = facts.products.get(line.productId)!
  const { soldTo, onlyThrough, steps } = soldThrough({
    book: facts.dealers,
    orderDate: day,
    customer,
    distributors: buyers,
    product,
  })
  const { channelId } = soldTo
  const order = { orderDate: day, channelId, sbuId: product.sbuId, soldToId: soldTo.id }
  const priced =
    kept.priced ??
    priceLine(
      facts.prices,
      {
        ...order,
        isChannel13: facts.channels.get(channelId)?.code === '13',
        shipToId: shipTo.id,
        customerSegmentId: facts.segments.get(`${soldTo.id}/${product.sbuId}`) ?? null,
        orderType,
      },
      { product, qty: line.qty, manualDiscountPct: line.manualDiscountPct, promoCode: line.promoCode },
    )
  const stockAt = (plantId: number) => facts.stock.get(`${plantId}/${product.id}`) ?? 0
  const sourced =
    kept.sourced ??
    sourceLine(
      facts.sources,
      { ...order, shipToStateId: shipTo.stateId },
      { product, qty: line.qty, manualPlantId: line.plantId },
      settings['sourcing.cw_fallback'] ? stockAt : null,
    )
  const plant = sourced.plantId === null ? null : facts.plants.get(sourced.plantId)!
  const floored = floorOf({
    book: facts.floors,
    orderDate: day,
    channelId,
    fourEyes: settings['limits.four_eyes'],
    productId: product.id,
    netPrice: priced.netPrice,
  })
  const freight = freightOf({
    book: facts.freights,
    orderDate: day,
    freightTerms: input.freightTerms ?? termsOf(facts, soldTo, product.sbuId).freightTerms,
    transMode: input.transMode ?? soldTo.defaultTransMode,
    zoneId: facts.zoneId,
    isFreeOfCharge: orderType.isFreeOfCharge,
    product,
    qty: line.qty,
  })
  const { freightValue } = freight
  const taxableValue = priced.netValue + freightValue
  const tax = taxLine({
    plant,
    // What a distributor buys is billed to him and delivered to another.
    shipTo: { ...shipTo, isThirdParty: shipTo.isThirdParty || soldTo.id !== customer.id },
    billTo: soldTo,
    isFreeOfCharge: orderType.isFreeOfCharge,
    gstRate: product.gstRate,
    taxableValue,
  })
  const { steps: floorSteps, ...floor } = priced.priceSource === null ? NO_FLOOR : floored
  return {
    ...priced,
    ...sourced,
    ...tax,
    ...floor,
    priceTrace: {
      ...priced.priceTrace,
      steps: [...steps, ...priced.priceTrace.steps, ...floorSteps, ...freight.steps],
    },
    input: line,
    index,
    sbuId: product.sbuId,
    soldToId: soldTo.id,
    onlyThrough: onlyThrough && `${onlyThrough.code} ${onlyThrough.name}`,
    uom: product.uom,
    freightValue,
    freightWarning: freight.freightWarning,
    taxableValue,
    grossValue: grossOf({ taxableValue, ...tax }),
    stockAtEntry: sourced.plantId === null ? null : stockAt(sourced.plantId),
    lineStatus: 'OPEN',
    // Who needs one batch needs it, whatever the order says.
    singleBatchRequired:
      line.singleBatchRequired ||
      needsSingleBatch(facts.control.singleBatches, { productId: product.id, plantId: sourced.plantId }),
    shippingInstruction:
      line.shippingInstruction ??
      instructionFor(facts.control.instructions, { productId: product.id, sbuId: product.sbuId })?.instruction ??
      null,
    eud: eudOf({
      ...facts.eud,
      orderDate: day,
      orderId: facts.orderId,
      customerId: customer.id,
      productId: product.id,
      qty: sum(input.lines.filter(({ productId }) => productId === product.id).map(({ qty }) => qty)),
      chosenId: line.eudDocumentId,
    }),
  }
}

/** Lines as somebody approves them. */
export const approvedAs = (lines: readonly QuotedLine[]) => lines.map(line => ({ ...line, ...line.input }))

/** Without a price there is nothing to hold against a floor. */
const NO_FLOOR: Floored = { limitPrice: null, limitGapPct: 0, asp: null, aspGapPct: 0, steps: [] }

/** Who pays the freight and within how many days is paid: an accepted annexure of the SBU goes before the buyer's own terms (M49). */
export function termsOf({ annexures }: OrderFacts, soldTo: Customer, sbuId: number) {
  const [annexure] = annexures
    .filter(row => row.customerId === soldTo.id && row.sbuId === sbuId)
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom) || b.id - a.id)
  const { freightTerms, paymentTermsDays } = annexure ?? soldTo
  return { freightTerms, paymentTermsDays }
}

/** The customer's department in an SBU, and who keeps the account. */
function accountOf(facts: OrderFacts, sbuId: number) {
  const departments = facts.departments.filter(row => row.isActive && row.sbuId === sbuId)
  const types = facts.departmentOrderTypes.filter(row => row.orderTypeId === facts.orderType.id)
  const fitting = departments.find(({ id }) => types.some(row => row.departmentId === id)) ?? departments[0]
  const account = fitting && facts.customerDepartments.find(row => row.departmentId === fitting.id)
  return {
    departmentId: fitting?.id ?? null,
    salesEmployeeId: account?.salesEmployeeId ?? null,
    salesGroupId: account?.salesGroupId ?? null,
  }
}

/** What there is to say of all orders of a cart, each sentence once although it may concern several of them. */
export function findingsOfAll(
  facts: OrderFacts,
  input: OrderInput,
  quoted: QuotedOrder[],
  placedByEmployee: boolean,
): Finding[] {
  const all = quoted.flatMap(part => findings(facts, input, part, placedByEmployee))
  return [...new Map(all.map(finding => [`${finding.field} ${finding.message}`, finding])).values()]
}

/** What there is to say of one of the orders (§D.4); fields point at the lines as the person entered them. */
function findings(facts: OrderFacts, input: OrderInput, quoted: QuotedOrder, placedByEmployee: boolean): Finding[] {
  const found = findingsOf({
    ...facts.control,
    today: facts.day,
    order: {
      ...input,
      sbuId: quoted.sbuId,
      departmentId: quoted.departmentId ?? 0,
      orderDate: facts.day,
      taxableValue: quoted.totals.taxableValue,
      grossValue: quoted.totals.grossValue,
    },
    lines: quoted.lines.map(line => ({
      lineNo: (line.index + 1) * 10,
      lineStatus: line.lineStatus,
      product: facts.products.get(line.input.productId)!,
      qty: line.input.qty,
      requestedBatchNo: line.input.requestedBatchNo,
      schedules: line.input.schedules,
      priceProblem: line.priceProblem,
      plantId: line.plantId,
      onlyThrough: line.onlyThrough,
      freightWarning: line.freightWarning,
      eud: line.eud,
    })),
    customer: facts.customer,
    soldTo: facts.buyers.get(quoted.soldToId)!,
    shipTo: facts.shipTo,
    orderType: facts.orderType,
    sbu: facts.sbus.get(quoted.sbuId)!,
    placedByEmployee,
    customerDepartments: facts.customerDepartments,
    departments: facts.departments,
    departmentOrderTypes: facts.departmentOrderTypes,
    settings: {
      poFileRequiredAbove: facts.settings['po.file_required_above'],
      maxLines: facts.settings['order.max_lines'],
    },
  })
  const place = (field: string) =>
    field.replace(/^lines\[(\d+)\]/, (_, index) => `lines[${quoted.lines[Number(index)]!.index}]`)
  return found.map(finding => ({ ...finding, field: place(finding.field) }))
}
