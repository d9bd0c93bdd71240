import type { Knex } from 'knex'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { pick } from '../../../resources/define/pick.ts'
import { rupees, rupeesPer } from '../../../resources/define/show.ts'
import { products } from '../../../resources/masters/products.ts'
import { compareUnitPrices } from '../../../resources/orders/approvals/changed-price.ts'
import { netRupees } from '../../../resources/orders/line-price.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { termNames } from '../../../resources/orders/order-input.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import type { AgreedTerms } from '../../../resources/orders/terms/agreed-terms.ts'
import {
  type FallenGround,
  type Ground,
  groundOfTerms,
  groundsOf,
  type StandingRow,
  whyFallen,
} from '../../../resources/orders/terms/grounds.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import { resources } from '../../../resources/registry.ts'
import { readTogether, selectFrom } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { calculatedColumns } from '../lines/write-changed-line.ts'
import { inputByItsTerms } from '../order-as-input.ts'
import { agreedTerms } from '../quote/customer-terms.ts'
import { loadOrderFacts, type OrderFacts } from '../quote/order-facts.ts'
import { savedOpenLines } from '../quote/price-differences.ts'
import { type QuotedLine, quoteLine } from '../quote/quote-line.ts'
import { recalculateTotals } from '../recalculate-totals.ts'
import { routeTerms } from './kept-terms.ts'

/** A line whose price fell and that has another now, equal or lower. */
interface Repriced {
  line: OrderLine
  quoted: QuotedLine
  fallen: FallenGround[]
}

/** What became of the rows that an order stands on: those that are lost, and lines that have another price instead. */
export interface GroundsNow {
  lost: FallenGround[]
  repriced: Repriced[]
}

/**
 * Looks at the rows again from which an order keeps its values. Where the row of a price fell, an equal or lower price
 * of the order's day takes its place; everything else that fell is lost.
 */
export async function groundsNow(db: Knex, order: Order): Promise<GroundsNow> {
  const lines = await savedOpenLines(db, order.id)
  const fallen = await fallenGrounds(db, order, lines)
  if (fallen.length === 0) return { lost: [], repriced: [] }
  const input = await inputByItsTerms(db, order)
  const facts = await loadOrderFacts(db, input, order.orderDate, order.id)
  const priced = fallen.filter(({ of }) => of === 'price')
  const lost = fallen.filter(({ of }) => of !== 'price' && !(of === 'terms' && isAgreedStill(facts, order)))
  const repriced: Repriced[] = []
  for (const [lineNo, own] of Map.groupBy(priced, ground => ground.lineNo)) {
    const index = lines.findIndex(line => line.lineNo === lineNo)
    const line = lines[index]!
    const withoutPromo = own.some(({ resource }) => resource === 'channel-product-promocode')
    const entered = { ...input.lines[index]!, ...(withoutPromo && { promoCode: null }) }
    const quoted = quoteLine(facts, entered, input, index, { sourced: sourcedAs(line) })
    if (costsNoMore(quoted, line)) repriced.push({ line, quoted, fallen: own })
    else lost.push(...own.map(ground => ({ ...ground, why: `${ground.why}, and ${insteadText(quoted, line)}` })))
  }
  return { lost, repriced }
}

/** Whether the same freight and payment terms are agreed by another row. */
function isAgreedStill(facts: OrderFacts, order: Order): boolean {
  const kept = order.agreedTerms as unknown as AgreedTerms
  const now = agreedTerms(facts, facts.buyers.get(order.soldToId)!, order.sbuId)
  return termNames.every(name => now[name] === kept[name])
}

async function fallenGrounds(db: Knex, order: Order, lines: readonly OrderLine[]): Promise<FallenGround[]> {
  const grounds = [...lines.flatMap(groundsOf), ...groundOfTerms(order.agreedTerms)]
  const productIds = [...new Set(lines.map(({ productId }) => productId))]
  const { lineProducts, shipTos, ...found } = await readTogether(db, {
    ...rowsOfGrounds(grounds),
    lineProducts: selectFrom(products, rows => rows.whereIn('id', productIds)),
    shipTos: selectFrom(shipTo, rows => rows.where({ id: order.shipToId })),
  })
  const standing = new Map(
    Object.entries<{ id: number }[]>(found).flatMap(([name, rows]) =>
      rows.map(row => [`${name}/${row.id}`, row as StandingRow] as const),
    ),
  )
  const ofProducts = new Map(
    lineProducts.map(product => [product.id, pick(product, ['sbuId', 'materialPricingGroupId'])]),
  )
  return grounds.flatMap(ground => {
    const line = lines.find(({ lineNo }) => lineNo === ground.lineNo)
    const facts = {
      ...{ soldToId: line?.soldToId ?? order.soldToId, sbuId: order.sbuId, channelId: order.channelId },
      ...{ shipToId: order.shipToId, stateId: shipTos[0]!.stateId },
      ...(line && { productId: line.productId, ...ofProducts.get(line.productId)! }),
    }
    const keys = resources.find(({ name }) => name === ground.resource)?.whatIf?.lines as Record<string, string>
    const row = standing.get(`${ground.resource}/${ground.id}`)
    const why = whyFallen(row, { qty: line?.qty ?? 0, facts }, order.orderDate, keys)
    return why === undefined ? [] : [{ ...ground, why }]
  })
}

/** The selections of the rows that grounds name, by the name of their resource. */
function rowsOfGrounds(grounds: readonly Ground[]) {
  const selections = [...Map.groupBy(grounds, ({ resource }) => resource)].map(([name, own]) => {
    const ids = [...new Set(own.map(({ id }) => id))]
    return [name, selectFrom(resources.find(each => each.name === name)!, rows => rows.whereIn('id', ids))] as const
  })
  return Object.fromEntries(selections)
}

const sourcedAs = (line: OrderLine) => ({
  ...pick(line, ['plantId', 'sourceRule', 'sourceRowId']),
  sourceTrace: line.sourceTrace as unknown as Trace,
  sourceProblem: null,
})

/** Whether neither price nor freight of a line is higher now, and both are known. */
const costsNoMore = (now: QuotedLine, was: OrderLine) =>
  now.priceProblem === null &&
  now.freightWarning === null &&
  compareUnitPrices(now, was) <= 0 &&
  now.freightValue <= was.freightValue

function insteadText(now: QuotedLine, was: OrderLine): string {
  if (now.priceProblem !== null) return 'no other price is valid for the line'
  if (now.freightWarning !== null) return 'no other freight rate is valid for the line'
  if (compareUnitPrices(now, was) > 0) return `the price is ${netRupees(now)} now instead of ${netRupees(was)}`
  return `the freight is ${rupees(now.freightValue)} now instead of ${rupees(was.freightValue)}`
}

/** The grounds that a fresh search for plants refuses: a licence or an agreement has ended there. */
export function refusedPlants(lines: readonly OrderLine[], quoted: readonly QuotedLine[]): FallenGround[] {
  return lines.flatMap((line, index) => {
    const { steps } = quoted.find(each => each.index === index)!.sourceTrace
    return groundsOf(line)
      .filter(({ of, resource }) => of === 'plant' && resource !== 'central-warehouse')
      .flatMap(ground => {
        const now = steps.find(({ row }) => row?.resource === ground.resource && row.id === ground.id)
        return now?.verdict === 'skipped' ? [{ ...ground, why: `no longer holds: ${now.reason}` }] : []
      })
  })
}

/** Writes the other prices of lines whose price fell; the customer has not seen them. Returns the order with its totals. */
export async function takeOtherPrices(
  trx: Knex,
  order: Order,
  repriced: readonly Repriced[],
  author: Author,
): Promise<Order> {
  for (const { line, quoted } of repriced) {
    const was = pick(line, ['qty', 'netPrice', 'priceUnit', 'plantId'])
    const originalJson = line.originalJson ?? { ...was, requestedDate: order.requestedDeliveryDate }
    const marks = { originalJson, changedByApprover: true, promoCode: quoted.input.promoCode }
    await updateRow(trx, orderLine, line, { ...pick(quoted, calculatedColumns), ...marks }, author)
  }
  const { order: recalculated } = await recalculateTotals(trx, order, author)
  await routeTerms(trx, recalculated)
  return recalculated
}

/** What another price makes of lines, for the history. */
export const otherPricesText = (repriced: readonly Repriced[]) =>
  repriced
    .map(({ line, quoted }) => {
      const [was, now] = [line, quoted].map(({ netPrice, priceUnit }) => rupeesPer(netPrice, priceUnit))
      return `Line ${line.lineNo} has another price, as the row of its price fell: ${was} → ${now}`
    })
    .join('. ')
