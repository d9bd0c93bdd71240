import type { Knex } from 'knex'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import { nothingSent, remainingQty } from '../../../resources/dispatches/parts.ts'
import { type SapDelivery, sapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import { type SapDeliveryLine, sapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import type { Call } from '../../derive/call.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { goodsSent } from '../goods/sent-goods.ts'
import type { ForLr, GoodsToSend } from './goods-for-lr.ts'

/** Goods that SAP has issued and that are never billed: free of charge, or marked so. */
const freeGoods = (rows: Knex.QueryBuilder) =>
  rows
    .where({ 'sap_delivery_line.countsAs': 'GOODS', 'sap_delivery_line.goodsIssue': 'ISSUED' })
    .where('sap_delivery_line.qty', '>', 0)
    .where(any => any.where('sap_delivery_line.refCategory', 'I').orWhere('sap_delivery_line.isBillable', 0))
    .whereNotExists(db => db.from('invoice_line_goods').whereRaw('?? = ??', ['deliveryLineId', 'sap_delivery_line.id']))

/** Narrows deliveries to those with goods that are never billed and have not all left, which the person may dispatch. */
export function waitingFree(rows: Knex.QueryBuilder, db: Knex, person: Person | undefined): Knex.QueryBuilder {
  const open = freeGoods(db('sap_delivery_line'))
    .whereRaw('?? > ??', ['sap_delivery_line.qty', 'sap_delivery_line.leftQty'])
    .select('sap_delivery_line.deliveryId')
  const waiting = rows.where('sap_delivery.category', 'J').whereIn('sap_delivery.id', open)
  return person ? restrict(waiting, db, sapDelivery, person, 'read') : waiting
}

/**
 * Deliveries that are never billed, by their ids. Throws 400 with the place of the line for one that the person does not
 * read or that is billed or not issued, 409 when all of one has left. `ofLr` is an LR that holds them and is corrected.
 */
export async function readFreeDeliveries(
  db: Knex,
  asked: readonly { id: number; place: number }[],
  { person }: Call,
  ofLr?: number,
): Promise<ForLr[]> {
  if (asked.length === 0) return []
  const ids = asked.map(({ id }) => id)
  const rows = await rowsOf(db, sapDelivery, found => {
    const named = found.whereIn('sap_delivery.id', ids)
    return person ? restrict(named, db, sapDelivery, person, 'read') : named
  })
  const missing = asked.find(({ id }) => !rows.some(row => row.id === id))
  if (missing)
    throw invalidField(
      `lines[${missing.place}].deliveryId`,
      'UNKNOWN_REF',
      'Delivery is not one of your plants: choose from the list',
    )
  const described = await describeFreeDeliveries(db, rows, ofLr)
  const billed = asked.find(({ id }) => described.some(one => one.delivery!.id === id && one.goods.length === 0))
  if (billed) {
    const message = 'Delivery must be free of charge and issued in SAP: goods that are billed go with their invoice'
    throw invalidField(`lines[${billed.place}].deliveryId`, 'NOT_FREE', message)
  }
  const gone = described.filter(({ goods, sent }) => remainingQty(goods, sent).size === 0)
  if (gone.length === 0) return described
  const names = gone.map(({ head }) => head.invoiceNo).join(', ')
  const deliveryIds = gone.map(({ delivery }) => delivery!.id)
  throw conflict('INVOICE_TAKEN', `Delivery ${names} has left already: leave it out`, { deliveryIds }, 'lines')
}

/** Deliveries with their goods that are never billed, their value in paise by list price. */
export async function describeFreeDeliveries(
  db: Knex,
  deliveries: readonly SapDelivery[],
  ofLr?: number,
): Promise<ForLr[]> {
  const lines = await rowsOf(db, sapDeliveryLine, rows =>
    freeGoods(rows)
      .whereIn(
        'sap_delivery_line.deliveryId',
        deliveries.map(({ id }) => id),
      )
      .orderBy(['sap_delivery_line.deliveryId', 'sap_delivery_line.lineNo']),
  )
  const carried = await goodsSent(
    db,
    lines.map(({ id }) => id),
    ofLr,
  )
  const addresses = await rowsOf(db, shipTo, rows =>
    rows.whereIn(
      'id',
      deliveries.flatMap(({ shipToId }) => shipToId ?? []),
    ),
  )
  const orders = await rowsOf(db, order, rows =>
    rows.whereIn(
      'id',
      lines.flatMap(({ orderId }) => orderId ?? []),
    ),
  )
  const prices = await listPrices(db, lines)
  const onLines = await linesOfLrs(
    db,
    carried.flatMap(({ lrLineId }) => lrLineId ?? []),
  )
  return deliveries.map(delivery => {
    const own = lines.filter(({ deliveryId }) => deliveryId === delivery.id)
    const goods = own.map(
      (line): GoodsToSend => ({
        ...{ id: line.id, deliveryId: delivery.id, productId: line.productId, orderLineId: line.orderLineId },
        ...{ lineNo: line.lineNo, batchNo: line.batchNo, uom: line.uom, qty: line.qty },
        ...{ grossWeightKg: line.grossWeightKg, value: prices(line), isExempt: false, billed: [] },
      }),
    )
    const gone = carried.filter(({ deliveryLineId }) => own.some(({ id }) => id === deliveryLineId))
    const onLrs = onLines.filter(({ id }) => gone.some(({ lrLineId }) => lrLineId === id))
    const orderIds = [...new Set(own.flatMap(({ orderId }) => orderId ?? []))]
    const [bought] = orders.filter(({ id }) => orderIds.includes(id))
    const address = addresses.find(({ id }) => id === delivery.shipToId) ?? null
    const head = {
      ...{ invoiceNo: delivery.deliveryNo, invoiceType: 'INVOICE' as const, isCancelled: false },
      ...{ invoiceDate: delivery.issuedOn ?? delivery.createdOn, plantId: delivery.plantId, sbuId: delivery.sbuId },
      ...{ soldToId: delivery.soldToId!, shipToId: delivery.shipToId, transMode: null, packages: delivery.packages },
      ...{ grossValue: sum(goods.map(({ value }) => value)), ewayBillNo: null, ewayValidTo: null },
      dispatchStatus: gone.length > 0 ? ('PARTIAL' as const) : ('PENDING' as const),
    }
    return {
      ...{ invoice: null, delivery, head, goods, shipTo: address, order: bought ?? null, orderIds },
      sent:
        gone.length === 0
          ? nothingSent
          : {
              items: gone.map(({ deliveryLineId: goodsId, qty, weightKg }) => ({ goodsId, qty, weightKg })),
              packages: sum(onLrs.map(({ packages }) => packages)),
              value: sum(onLrs.map(({ invoiceValue }) => Number(invoiceValue))),
              lrs: new Set(gone.map(({ lrId }) => lrId)).size,
            },
      asRules: {
        ...head,
        isFree: true,
        hasGoods: true,
        freightTerms: bought?.freightTerms ?? null,
        shipTo: address,
        incomplete: null,
      },
    }
  })
}

const linesOfLrs = (
  db: Knex,
  ids: readonly number[],
): Promise<{ id: number; packages: number; invoiceValue: number }[]> =>
  db('lr_line')
    .whereIn('id', [...new Set(ids)])
    .select('id', 'packages', 'invoiceValue')

/** The value in paise of goods by list price: that of their order line, else a list price of the day; 0 where none is known. */
async function listPrices(db: Knex, lines: readonly SapDeliveryLine[]) {
  const ordered = await rowsOf(db, orderLine, rows =>
    rows.whereIn(
      'id',
      lines.flatMap(({ orderLineId }) => orderLineId ?? []),
    ),
  )
  const listed: { productId: number; uom: string; listPrice: number; priceUnit: number }[] = await whereValidOn(
    db('product_price'),
    today(),
  )
    .whereIn(
      'productId',
      lines.map(({ productId }) => productId),
    )
    .orderBy('id')
    .select('productId', 'uom', 'listPrice', 'priceUnit')
  return ({ orderLineId, productId, qty, uom }: SapDeliveryLine): number => {
    const bought = ordered.find(row => row.id === orderLineId && row.uom === uom && row.listPrice !== null)
    const price = bought ?? listed.find(row => row.productId === productId && row.uom === uom)
    return price ? mulDiv(Number(price.listPrice), qty, 1000 * Number(price.priceUnit)) : 0
  }
}
