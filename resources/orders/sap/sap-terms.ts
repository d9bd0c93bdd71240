import {
  type Condition,
  discountsOf,
  exactly,
  exactNet,
  isPricedAs,
  lineValue,
  rupeesExact,
  shareBelow,
  withNetPrice,
} from '../line-price.ts'
import type { OrderLine } from '../order-line.ts'
import { gapOf } from '../quote/limit-price.ts'
import { type TaxFacts, taxLine } from '../quote/tax.ts'
import { grossOf } from '../totals.ts'
import { type Trace, type TraceStep, trace } from '../trace.ts'

/** SAP's price, freight and plant of a line; null where it gives none, or the same as ours. */
interface SapTerms {
  netPrice: number | null
  /** The discounts from that price; null where they are not told. */
  discounts: readonly Condition[] | null
  freightValue: number | null
  plant: { id: number; code: string; stateId: number } | null
}

/** Where an order goes and who is billed, which with the plant decide its tax. */
type DeliveryAndBilling = Pick<TaxFacts, 'shipTo' | 'billTo'>

/**
 * The columns of a line at SAP's price and freight and from SAP's plant: values, tax and discounts follow, and the traces name SAP.
 * Undefined where nothing differs; `from` is the plant the line comes from now.
 */
export function lineInSap(
  line: OrderLine,
  { netPrice: price, discounts, freightValue: freight, plant }: SapTerms,
  from: Pick<NonNullable<SapTerms['plant']>, 'stateId'> | null,
  supply: DeliveryAndBilling,
  on: string,
): Partial<OrderLine> {
  const isPriced = price !== null && !isPricedAs(line, { price, discounts }) && line.priceSource !== 'FREE'
  const isMoved = plant !== null && plant.id !== line.plantId
  const freightValue = freight ?? line.freightValue
  if (!isPriced && !isMoved && freightValue === line.freightValue) return {}
  const priced = isPriced ? pricedInSap(line, price, discounts ?? [], on) : { netValue: line.netValue }
  const moved = isMoved ? movedInSap(line, plant, on) : {}
  const taxableValue = priced.netValue + freightValue
  const { gstRate } = line
  const isFreeOfCharge = line.priceSource === 'FREE'
  const { taxReason: _, ...tax } = taxLine({ ...supply, plant: plant ?? from, isFreeOfCharge, gstRate, taxableValue })
  return { ...priced, ...moved, freightValue, taxableValue, ...tax, grossValue: grossOf({ taxableValue, ...tax }) }
}

function pricedInSap(line: OrderLine, price: number, discounts: readonly Condition[], on: string) {
  const terms = discounts.length > 0 ? discountedTerms(line, price, discounts) : withNetPrice(line, price)
  const net = exactNet({ ...line, ...terms })
  const sapStep = {
    step: 'A1',
    name: 'SAP',
    verdict: 'won',
    row: null,
    reason: `SAP set the price to ${rupeesExact(net, line.priceUnit)}`,
  } as const
  return {
    ...terms,
    limitGapPct: gapOf(net, line.limitPrice),
    aspGapPct: gapOf(net, line.asp),
    priceTrace: trace('price', asTrace(line.priceTrace)?.on ?? on, [
      ...(asTrace(line.priceTrace)?.steps ?? []),
      sapStep,
    ]),
  }
}

function discountedTerms({ listPrice, qty, priceUnit }: OrderLine, price: number, discounts: readonly Condition[]) {
  const priced = discountsOf(price, discounts)
  return {
    ...priced,
    discountPct: shareBelow(exactNet(priced), exactly(listPrice)),
    netValue: lineValue(priced, qty, priceUnit),
  }
}

function movedInSap(line: OrderLine, { id, code }: NonNullable<SapTerms['plant']>, on: string) {
  const sapStep = {
    step: 'S0',
    name: 'SAP',
    verdict: 'won',
    row: null,
    reason: `SAP supplies it from ${code}`,
  } as const
  const earlierTrace = asTrace(line.sourceTrace)
  const others = earlierTrace?.steps.map(
    (step): TraceStep => (step.verdict === 'won' ? { ...step, verdict: 'lost' } : step),
  )
  return {
    plantId: id,
    sourceRule: 'SAP' as const,
    sourceRowId: null,
    sourceTrace: trace('source', earlierTrace?.on ?? on, [sapStep, ...(others ?? [])]),
  }
}

const asTrace = (stored: unknown) => stored as Trace | null
