import type { Knex } from 'knex'
import { quantityText } from '../../resources/define/show.ts'
import { type Book, MOST_DIFFERENCES } from '../platform/books.ts'
import { transact } from '../platform/transact.ts'
import { carriedQuantities, goodsCollected, goodsOnLrs } from './carried-goods.ts'
import { countedGoods, keptQuantities, recountGoods } from './recount-goods.ts'
import { givenBack } from './returned-goods.ts'

/** Where goods, LRs and invoices contradict each other, a sentence each. */
const goodsDifferences = async (db: Knex): Promise<string[]> =>
  (await Promise.all([tooMuch(db), miscounted(db), wronglyBilled(db), waitingThoughGone(db)])).flat()

const nameOf = ({ deliveryNo, lineNo }: { deliveryNo: string; lineNo: number }) =>
  `Delivery ${deliveryNo}, line ${lineNo}`

/** Goods of which more left than there was, or more arrived than left. */
async function tooMuch(db: Knex): Promise<string[]> {
  const ended = 'goods.arrivedQty + goods.shortQty + goods.lostQty'
  const rows = await named(db)
    .whereRaw(`goods.leftQty > goods.qty or ${ended} > goods.leftQty`)
    .select('goods.qty', 'goods.leftQty', db.raw(`${ended} as ??`, ['endedQty']))
    .limit(MOST_DIFFERENCES)
  return rows.map(row =>
    Number(row.leftQty) > Number(row.qty)
      ? `${nameOf(row)}: ${quantityText(Number(row.leftQty))} left, and there were ${quantityText(Number(row.qty))}`
      : `${nameOf(row)}: ${quantityText(Number(row.endedQty))} arrived, were short or lost, and ${quantityText(Number(row.leftQty))} left`,
  )
}

/** Goods whose kept quantities are not what LRs, collections, proofs, returns and invoices come to. */
async function miscounted(db: Knex): Promise<string[]> {
  const all = (rows: Knex.QueryBuilder) => rows
  const moved = db
    .from(db.unionAll([goodsOnLrs(db, all), goodsCollected(db, all)]).as('moved'))
    .groupBy('deliveryLineId')
    .select('deliveryLineId')
    .sum(Object.fromEntries(moving.map(name => [name, name])))
  const billed = db('invoice_line_goods').groupBy('deliveryLineId').select('deliveryLineId').sum({ billedQty: 'qty' })
  const differing = [...moving.map(name => ['counted', name]), ['billed', 'billedQty']]
    .map(([of, name]) => `goods.${name} <> coalesce(${of}.${name}, 0)`)
    .join(' or ')
  const cameBack = `case when coalesce(back.qty, 0) > coalesce(counted.leftQty, 0)
    then coalesce(counted.leftQty, 0) else coalesce(back.qty, 0) end`
  const rows = await named(db)
    .leftJoin(moved.as('counted'), 'counted.deliveryLineId', 'goods.id')
    .leftJoin(billed.as('billed'), 'billed.deliveryLineId', 'goods.id')
    .leftJoin(givenBack(db, all).as('back'), 'back.deliveryLineId', 'goods.id')
    .whereRaw(`(${differing} or goods.returnedQty <> ${cameBack})`)
    .select('goods.id', ...keptQuantities.map(name => `goods.${name}`))
    .limit(MOST_DIFFERENCES)
  const counted = await countedGoods(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(row => {
    const now = counted.get(row.id)!
    const wrong = keptQuantities.filter(name => Number(row[name]) !== now[name])
    const said = wrong.map(
      name => `${name} is kept as ${quantityText(Number(row[name]))} and counted as ${quantityText(now[name])}`,
    )
    return said.length === 0 ? [] : [`${nameOf(row)}: ${said.join(', ')}`]
  })
}

const moving = carriedQuantities.filter(name => name !== 'doneQty')

/** Lines of valid invoices that bill more or less goods than they are for; those that bill none are services and the like. */
async function wronglyBilled(db: Knex): Promise<string[]> {
  const rows = (await db('invoice_line')
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .join('invoice_line_goods as billed', 'billed.invoiceLineId', 'invoice_line.id')
    .join('sap_delivery_line as goods', 'goods.id', 'billed.deliveryLineId')
    .where('goods.uom', db.ref('invoice_line.uom'))
    .groupBy('invoice_line.id', 'invoice.invoiceNo', 'invoice_line.lineNo', 'invoice_line.qty', 'invoice.isCancelled')
    .havingRaw('sum(billed.qty) > invoice_line.qty or invoice.isCancelled = 1')
    .select('invoice.invoiceNo', 'invoice_line.lineNo', 'invoice_line.qty')
    .sum({ linked: 'billed.qty' })
    .limit(MOST_DIFFERENCES)) as { invoiceNo: string; lineNo: number; qty: number; linked: number }[]
  return rows.map(
    ({ invoiceNo, lineNo, qty, linked }) =>
      `Invoice ${invoiceNo}, line ${lineNo}: it bills ${quantityText(Number(qty))}, and goods of ${quantityText(Number(linked))} are linked to it`,
  )
}

/** Invoices that wait for dispatch although all goods that they bill have left. */
async function waitingThoughGone(db: Knex): Promise<string[]> {
  const bills = db('invoice_line_goods as billed')
    .join('sap_delivery_line as goods', 'goods.id', 'billed.deliveryLineId')
    .where('billed.invoiceId', db.ref('invoice.id'))
    .select(db.raw('1'))
  const numbers: string[] = await db('invoice')
    .where({ invoiceType: 'INVOICE', isCancelled: 0, dispatchStatus: 'PENDING' })
    .whereExists(bills.clone())
    .whereNotExists(bills.clone().whereRaw('goods.leftQty < goods.qty'))
    .limit(MOST_DIFFERENCES)
    .pluck('invoiceNo')
  return numbers.map(invoiceNo => `Invoice ${invoiceNo} waits for dispatch, and all its goods have left`)
}

const named = (db: Knex) =>
  db('sap_delivery_line as goods')
    .join('sap_delivery as delivery', 'delivery.id', 'goods.deliveryId')
    .where('goods.countsAs', 'GOODS')
    .orderBy('goods.id')
    .select('delivery.deliveryNo', 'goods.lineNo')

/** The goods of deliveries beside LRs, collections, proofs of delivery, returns and invoices. */
export const goodsBook: Book = {
  name: 'goods',
  at: '04:38',
  about: 'Goods differ from LRs or invoices',
  differences: goodsDifferences,
  rebuild: {
    by: 'rebuild-facts',
    async make(db) {
      const ids: number[] = await db('sap_delivery_line').orderBy('id').pluck('id')
      for (let at = 0; at < ids.length; at += 500)
        await transact(db, trx => recountGoods(trx, ids.slice(at, at + 500)), 'latest')
      return `The goods of ${ids.length} lines of deliveries are counted again.`
    },
  },
}
