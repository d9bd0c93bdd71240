import type { Finding } from '../../resources/orders/check-facts.ts'
import { findingsOf } from '../../resources/orders/checks.ts'
import { instructionFor, needsSingleBatch } from '../../resources/orders/instructions.ts'
import { type PricedLine, priceLine } from '../../resources/orders/price.ts'
import { type SourcedLine, sourceLine } from '../../resources/orders/source.ts'
import { type LineTax, taxLine } from '../../resources/orders/tax.ts'
import { grossOf, type OrderTotals, orderTotals } from '../../resources/orders/totals.ts'
import type { OrderFacts } from './facts.ts'
import type { LineInput, OrderInput } from './order-input.ts'

/** A line with all that the rules decided about it; amounts in paise. */
export interface QuotedLine extends PricedLine, SourcedLine, LineTax {
  input: LineInput
  /** Its place in what the person entered. */
  index: number
  sbuId: number
  uom: string
  freightValue: number
  taxableValue: number
  grossValue: number
  stockAtEntry: number | null
  lineStatus: string
  singleBatchRequired: boolean
  shippingInstruction: string | null
}

/** The lines of one SBU: at submit each becomes an order of its own (§D.2, 3). */
export interface QuotedOrder {
  sbuId: number
  departmentId: number | null
  salesEmployeeId: number | null
  salesGroupId: number | null
  lines: QuotedLine[]
  totals: OrderTotals
}

/** Prices, sources and taxes every line of an order and adds them up; pure, for the facts are loaded. */
export function quote(facts: OrderFacts, input: OrderInput): QuotedOrder[] {
  const lines = input.lines.map((line, index) => quoteLine(facts, line, index))
  return [...Map.groupBy(lines, ({ sbuId }) => sbuId)].map(([sbuId, own]) => ({
    sbuId,
    ...accountOf(facts, sbuId),
    lines: own,
    totals: orderTotals(own.map(line => ({ ...line, qty: line.input.qty }))),
  }))
}

function quoteLine(facts: OrderFacts, line: LineInput, index: number): QuotedLine {
  const { customer, shipTo, orderType, day } = facts
  const product = facts.products.get(line.productId)!
  const order = { orderDate: day, channelId: customer.channelId, sbuId: product.sbuId }
  const priced = priceLine(
    facts.prices,
    {
      ...order,
      soldToId: customer.id,
      shipToId: shipTo.id,
      customerSegmentId: facts.segments.get(product.sbuId) ?? null,
      orderType,
    },
    { product, qty: line.qty, manualDiscountPct: line.manualDiscountPct },
  )
  const sourced = sourceLine(
    facts.sources,
    { ...order, shipToStateId: shipTo.stateId },
    { product, manualPlantId: line.plantId },
  )
  const plant = sourced.plantId === null ? null : facts.plants.get(sourced.plantId)!
  const freightValue = 0
  const taxableValue = priced.netValue + freightValue
  const tax = taxLine({
    plant,
    shipTo,
    billTo: customer,
    isFreeOfCharge: orderType.isFreeOfCharge,
    gstRate: product.gstRate,
    taxableValue,
  })
  return {
    ...priced,
    ...sourced,
    ...tax,
    input: line,
    index,
    sbuId: product.sbuId,
    uom: product.uom,
    freightValue,
    taxableValue,
    grossValue: grossOf({ taxableValue, ...tax }),
    stockAtEntry: sourced.plantId === null ? null : (facts.stock.get(`${sourced.plantId}/${line.productId}`) ?? 0),
    lineStatus: 'OPEN',
    // Who needs one batch needs it, whatever the order says.
    singleBatchRequired:
      line.singleBatchRequired ||
      needsSingleBatch(facts.control.singleBatches, { productId: product.id, plantId: sourced.plantId }),
    shippingInstruction:
      line.shippingInstruction ??
      instructionFor(facts.control.instructions, { productId: product.id, sbuId: product.sbuId })?.instruction ??
      null,
  }
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

/** What is wrong with all orders of a cart, so that none of them may go on. */
export const faultsOfAll = (...cart: Parameters<typeof findingsOfAll>) =>
  findingsOfAll(...cart).filter(found => !found.warns)

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
    })),
    customer: facts.customer,
    soldTo: facts.customer,
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
