import type { Knex } from 'knex'
import { shippingInstructions } from '../../../resources/masters/shipping-instructions.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { instructionFor } from '../../../resources/orders/quote/instructions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { hazardsOf } from '../hazards/hazards-of-lrs.ts'
import type { ForLr } from './goods-for-lr.ts'

/** What of the goods asks for care on the way. */
interface Care {
  /** The codes of hazardous products. */
  hazardous: string[]
  /** The UN number of the first that has one. */
  unNumber: string | null
  /** All their UN numbers. */
  fitting: string[]
  /** Whether their TREM cards are printed from the master, so that none is attached. */
  hasCards: boolean
  /** The codes of products that travel cold. */
  cold: string[]
}

const coldStorage = ['COLD_2_8', 'FROZEN_M20', 'FROZEN_M80']

/** What of the products of these invoices is hazardous, or cold, by the code. */
export async function careOf(db: Knex, chosen: readonly { goods: readonly { productId: number }[] }[]): Promise<Care> {
  const ids = [...new Set(chosen.flatMap(({ goods }) => goods.map(one => one.productId)))]
  const { hazardous } = await hazardsOf(
    db,
    ids.map(productId => ({ lrId: 0, productId, qty: 0 })),
  )
  const petroleum: { productId: number; unNo: string | null }[] = await db('peso_products')
    .whereIn('productId', ids)
    .where('isActive', 1)
    .select('productId', 'unNo')
  const numbers = hazardous.map(
    ({ productId, unNo }) => unNo ?? petroleum.find(row => row.productId === productId)?.unNo ?? null,
  )
  const fitting = [...new Set(numbers.filter(unNo => unNo !== null))]
  return {
    hazardous: hazardous.map(({ code }) => code),
    unNumber: fitting[0] ?? null,
    // One whose number nobody knows may have any.
    fitting: numbers.includes(null) ? [] : fitting,
    hasCards: hazardous.length > 0 && hazardous.every(({ hasCard }) => hasCard),
    cold: await db('products')
      .whereIn('id', ids)
      .whereIn('storageCondition', coldStorage)
      .orderBy('code')
      .pluck('code'),
  }
}

/** The dispatch instructions: those of the order lines, else the standing instructions that are printed on LRs. */
export async function instructionsOf(db: Knex, chosen: readonly ForLr[]): Promise<string[]> {
  const lineIds = chosen.flatMap(({ goods }) => goods.flatMap(one => one.orderLineId ?? []))
  const orderLines = await rowsOf(db, orderLine, rows => rows.whereIn('id', lineIds))
  const standing = await rowsOf(db, shippingInstructions, rows =>
    rows.where('isActive', 1).whereIn(
      'customerId',
      chosen.flatMap(({ order }) => order?.customerId ?? []),
    ),
  )
  const all = chosen.flatMap(({ head, order, goods }) =>
    goods.flatMap(line => {
      const own = standing.filter(row => row.customerId === order?.customerId)
      const row = instructionFor(own, { productId: line.productId, sbuId: head.sbuId })
      const text = orderLines.find(({ id }) => id === line.orderLineId)?.shippingInstruction ?? row?.instruction
      return text && !(row && !row.printOnLr && row.instruction === text) ? [text] : []
    }),
  )
  return [...new Set(all)]
}
