import type { OrderLine } from '../order-line.ts'
import type { Trace } from '../trace.ts'
import { fixMissingPrice, fixMissingSource, type GapFix } from './fix-rule-gap.ts'

/** Where the masters are entered that a line lacks: a price, or a plant to supply it. */
export interface LineMends {
  price?: GapFix[]
  source?: GapFix[]
}

interface MendedLine extends Pick<OrderLine, 'productId' | 'uom' | 'priceSource' | 'plantId'> {
  priceTrace?: unknown
  sourceTrace?: unknown
}

/** Where the order is sold, and the state of its ship-to, where it is known. */
interface SoldWhere {
  channelId: number
  sbuId: number
  stateId: number | null
}

/** The forms that close what the price and source rules of a line found nothing for; empty where they found something. */
export function lineMends(line: MendedLine, { channelId, sbuId, stateId }: SoldWhere): LineMends {
  const { productId, uom } = line
  const mends: LineMends = {}
  if (line.priceSource === null && line.priceTrace && !hasWinner(line.priceTrace))
    mends.price = priceInOtherUnit(line) ?? fixMissingPrice({ productId, channelId, uom })
  if (line.plantId === null && line.sourceTrace && !hasWinner(line.sourceTrace))
    mends.source = fixMissingSource({ sbuId, channelId, productId, stateId })
  return mends
}

const stepsOf = (lineTrace: unknown) => (lineTrace as Trace).steps
/** A price or a plant was found; later steps of the trace may win too, but only after one of these. */
const hasWinner = (lineTrace: unknown) =>
  stepsOf(lineTrace).some(({ step, verdict }) => /^[PS]/.test(step) && verdict === 'won')

/** A list price that stands in a unit that cannot be converted is corrected, or the units of the product are. */
function priceInOtherUnit({ priceTrace, productId, uom }: MendedLine): GapFix[] | undefined {
  const listed = stepsOf(priceTrace).find(
    ({ step, verdict, row }) => step === 'P4' && verdict === 'skipped' && row && row.values.uom !== uom,
  )
  if (!listed) return undefined
  return [
    { label: 'Correct the list price', resource: 'settings/product-price', id: listed.row!.id },
    { label: 'Correct the units', resource: 'masters/products', id: productId },
  ]
}
