import type { Knex } from 'knex'
import { shippingInstructions } from '../../../resources/masters/shipping-instructions.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { instructionFor } from '../../../resources/orders/quote/instructions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { ForLr } from './goods-for-lr.ts'

/** What of the goods asks for care on the way. */
interface Care {
  /** The codes of petroleum products, and of those that are stored as hazardous. */
  hazardous: string[]
  /** The UN number of the first that has one. */
  unNumber: string | null
  /** The codes of products that travel cold. */
  cold: string[]
}

const coldStorage = ['COLD_2_8', 'FROZEN_M20', 'FROZEN_M80']

/** What of the products of these invoices is hazardous, or cold, by the code. */
export async function careOf(db: Knex, chosen: readonly { goods: readonly { productId: number }[] }[]): Promise<Care> {
  const ids = [...new Set(chosen.flatMap(({ goods }) => goods.map(one => one.productId)))]
  const rows: { code: string; storageCondition: string; pesoId: number | null; unNo: string | null }[] = await db(
    'products',
  )
    .leftJoin('peso_products', function () {
      this.on('peso_products.productId', 'products.id').andOnVal('peso_products.isActive', 1)
    })
    .whereIn('products.id', ids)
    .orderBy('products.code')
    .select('products.code', 'products.storageCondition', 'peso_products.id as pesoId', 'peso_products.unNo')
  const hazardous = rows.filter(row => row.pesoId !== null || row.storageCondition === 'HAZARD')
  return {
    hazardous: hazardous.map(row => row.code),
    unNumber: hazardous.find(row => row.unNo !== null)?.unNo ?? null,
    cold: rows.filter(row => coldStorage.includes(row.storageCondition)).map(row => row.code),
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
