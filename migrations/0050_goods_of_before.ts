import type { Knex } from 'knex'

export { down } from './ddl.ts'

type Row = Record<string, string | number | null>

/** So many lines of LRs are taken up at once. */
const AT_ONCE = 200
/** Invoices of so many days are read again, so that SAP's deliveries take the place of what is made here. */
const READ_AGAIN_DAYS = 400

const UNLINKED = `invoice_line l join invoice i on i.id = l.invoiceId
  where i.invoiceType = 'INVOICE' and i.isCancelled = 0 and l.qty > 0
    and not exists (select 1 from invoice_line_goods g where g.invoiceLineId = l.id)`

/**
 * Goods of before hang on deliveries: those that are known, else made as invoices tell of them. What LRs and collections
 * carry names its goods, and the line of an LR over several deliveries becomes one of each. Sums of LRs stay as they are.
 */
export async function up(db: Knex) {
  const isMysql = db.client.driverName === 'mysql2'
  const own = isMysql ? "concat('B', i.id)" : "'B' || i.id"
  const number = `coalesce(l.sapDeliveryNo, i.sapDeliveryNo, ${own})`
  await db('sap_delivery_line').where({ isOpen: 0, goodsIssue: 'OPEN' }).update({ goodsIssue: 'ISSUED' })
  await linkKnown(db, number)
  await db.raw(`insert into sap_delivery (deliveryNo, category, origin, status, orderId, soldToId, shipToId, plantId, sbuId,
      createdOn, issuedOn, grossWeightKg, isComplete, rowVersion, createdAt, updatedAt)
    select n.deliveryNo, 'J', 'MIGRATED', 'ISSUED', i.orderId, i.soldToId, i.shipToId, i.plantId, i.sbuId,
      i.invoiceDate, i.invoiceDate, 0, 0, 1, i.createdAt, i.createdAt
    from (select ${number} as deliveryNo, min(i.id) as invoiceId from ${UNLINKED} group by ${number}) n
    join invoice i on i.id = n.invoiceId
    where not exists (select 1 from sap_delivery d where d.deliveryNo = n.deliveryNo)`)
  await db.raw(`insert into sap_delivery_line (deliveryId, lineNo, countsAs, goodsIssue, isBillable, orderId, orderLineId, productId,
      soldToId, plantId, sbuId, batchNo, expiryDate, qty, uom, baseQty, baseUom, grossWeightKg, isOpen, rowVersion, createdAt, updatedAt)
    select n.deliveryId, coalesce(t.last, 0) + n.place * 10, 'GOODS', 'ISSUED', 1, coalesce(o.orderId, n.orderId), n.orderLineId,
      n.productId, n.soldToId, n.plantId, n.sbuId, n.batchNo, n.expiryDate, n.qty, n.uom, coalesce(n.baseQty, n.qty),
      coalesce(n.baseUom, n.uom), n.grossWeightKg, 0, 1, n.createdAt, n.createdAt
    from (select l.*, i.orderId, i.soldToId, i.plantId, i.sbuId, d.id as deliveryId,
        row_number() over (partition by d.id order by l.id) as place
      from ${UNLINKED.replace('where', `join sap_delivery d on d.deliveryNo = ${number} where`)}) n
    left join order_line o on o.id = n.orderLineId
    left join (select deliveryId, max(lineNo) as last from sap_delivery_line group by deliveryId) t on t.deliveryId = n.deliveryId`)
  await linkKnown(db, number)

  await db.raw(`update lr_line_item set deliveryLineId =
      (select min(g.deliveryLineId) from invoice_line_goods g where g.invoiceLineId = lr_line_item.invoiceLineId)
    where deliveryLineId is null`)
  const ofItems = 'from lr_line_item t left join sap_delivery_line s on s.id = t.deliveryLineId where t.lrLineId = lr_line.id'
  await db.raw(`update lr_line set deliveryId = (select min(s.deliveryId) ${ofItems})
    where deliveryId is null and invoiceId is not null and (select count(distinct s.deliveryId) ${ofItems}) = 1
      and not exists (select 1 ${ofItems} and t.deliveryLineId is null)`)
  await db.raw(`update lr_line set ewayDocNo = (select invoiceNo from invoice where invoice.id = lr_line.invoiceId)
    where ewayBillNo is not null and ewayDocNo is null and invoiceId is not null`)
  for (let last = 0; ; ) {
    const lines: Row[] = await db('lr_line').whereNull('deliveryId').whereNotNull('invoiceId').where('id', '>', last).orderBy('id').limit(AT_ONCE)
    for (const line of lines) await db.transaction(trx => placeOnDeliveries(trx, line))
    if (lines.length < AT_ONCE) break
    last = Number(lines.at(-1)!.id)
  }

  await db.raw(`insert into pwc_collection_item (collectionId, deliveryLineId, soldToId, plantId, sbuId, qty, rowVersion, createdAt, updatedAt)
    select c.id, g.deliveryLineId, c.soldToId, c.plantId, c.sbuId, sum(g.qty), 1, c.createdAt, c.createdAt
    from pwc_collection c join invoice_line_goods g on g.invoiceId = c.invoiceId
    where c.status in ('AWAITED', 'READY', 'COLLECTED')
      and not exists (select 1 from pwc_collection_item t where t.collectionId = c.id and t.deliveryLineId = g.deliveryLineId)
    group by c.id, g.deliveryLineId, c.soldToId, c.plantId, c.sbuId, c.createdAt`)
  await keepQuantities(db)
  await listBoth(db)
  const since = new Date(Date.now() - READ_AGAIN_DAYS * 86_400_000).toISOString().slice(0, 10)
  await db.raw(
    `insert into sap_pending_row (object, sapKey, waitsFor, item, reason, since)
    select 'INVOICE_AWAITED', i.sapBillingDoc, 'POSTING', 'null', 'Goods are read again', ?
    from invoice i where i.invoiceType = 'INVOICE' and i.isCancelled = 0
      and (i.invoiceDate >= ? or i.dispatchStatus = 'PENDING' or exists (select 1 from lr_line join lr on lr.id = lr_line.lrId
        where lr_line.invoiceId = i.id and lr.deliveryStatus not in ('DELIVERED', 'RETURNED', 'LOST', 'CANCELLED')))
      and not exists (select 1 from sap_pending_row p where p.object = 'INVOICE_AWAITED' and p.sapKey = i.sapBillingDoc)`,
    [new Date().toISOString(), since],
  )
}

/** Links lines to goods of their delivery of the same product, batch and quantity, each to one. */
const linkKnown = (db: Knex, number: string) => {
  const place = (delivery: string, row: string) =>
    `row_number() over (partition by ${delivery}, ${row}.productId, coalesce(${row}.batchNo, ''), ${row}.qty order by ${row}.id) as place`
  return db.raw(`insert into invoice_line_goods (invoiceLineId, invoiceId, deliveryLineId, qty, rowVersion, createdAt, updatedAt)
    select billed.id, billed.invoiceId, goods.id, goods.qty, 1, billed.createdAt, billed.createdAt
    from (select l.id, l.invoiceId, l.productId, l.batchNo, l.qty, i.createdAt, d.id as deliveryId, ${place('d.id', 'l')}
      from ${UNLINKED.replace('where', `join sap_delivery d on d.deliveryNo = ${number} where`)}) billed
    join (select s.id, s.deliveryId, s.productId, s.batchNo, s.qty, ${place('s.deliveryId', 's')} from sap_delivery_line s
      where s.countsAs = 'GOODS' and not exists (select 1 from invoice_line_goods g where g.deliveryLineId = s.id)) goods
    on goods.deliveryId = billed.deliveryId and goods.productId = billed.productId and goods.qty = billed.qty
      and coalesce(goods.batchNo, '') = coalesce(billed.batchNo, '') and goods.place = billed.place`)
}

/** Gives a line of an LR its goods, and divides it by their deliveries. */
async function placeOnDeliveries(trx: Knex, line: Row) {
  const lines: Row[] = await trx('invoice_line').where({ invoiceId: line.invoiceId }).where('qty', '>', 0).orderBy('id')
  const stored: Row[] = await trx('lr_line_item').where({ lrLineId: line.id }).orderBy('id')
  const items = stored.length > 0 ? stored : await allGoods(trx, line, lines)
  for (const item of items.filter(({ deliveryLineId }) => deliveryLineId === null)) {
    const billed = lines.find(({ id }) => id === item.invoiceLineId)
    item.deliveryLineId = await goodsFor(trx, billed ?? (await trx('invoice_line').where({ id: item.invoiceLineId }).first()))
    await trx('lr_line_item').where({ id: item.id }).update({ deliveryLineId: item.deliveryLineId })
  }
  if (items.length === 0) return
  const goods: Row[] = await trx('sap_delivery_line').whereIn('id', items.map(({ deliveryLineId }) => Number(deliveryLineId)))
  const deliveryOf = (item: Row) => Number(goods.find(({ id }) => id === item.deliveryLineId)!.deliveryId)
  const parts = [...Map.groupBy(items, deliveryOf)].map(([deliveryId, own]) => ({ deliveryId, items: own }))
  const weights = parts.map(part => sum(part.items.map(item => grossOf(item, lines))))
  const values = parts.map(part => sum(part.items.map(item => valueOf(item, lines))))
  const share = (name: string, by: number[]) => shareOut(Number(line[name]), by)
  const shares = {
    packages: share('packages', weights),
    weightKg: share('weightKg', weights),
    invoiceValue: share('invoiceValue', values),
    freightShare: share('freightShare', values),
    cartingShare: share('cartingShare', values),
  }
  const rowOf = (at: number) => ({
    deliveryId: parts[at]!.deliveryId,
    ...(parts.length > 1 && Object.fromEntries(Object.entries(shares).map(([name, all]) => [name, all[at]!]))),
  })
  for (const [at, part] of parts.entries()) {
    if (at === 0) continue
    const { id: _, ...same } = line
    const more = { ...same, ...rowOf(at), ewayHeld: null }
    const [made] = await trx('lr_line').insert(more)
    await trx('lr_line_item').whereIn('id', part.items.map(({ id }) => Number(id))).update({ lrLineId: made })
  }
  await trx('lr_line').where({ id: line.id }).update(rowOf(0))
}

/** An LR that names no goods carries all of its invoice. */
async function allGoods(trx: Knex, line: Row, lines: readonly Row[]): Promise<Row[]> {
  const weights = shareOut(Number(line.weightKg), lines.map(one => Number(one.grossWeightKg)))
  const [freight, carting] = [line.freightShare, line.cartingShare].map(all => shareOut(Number(all), lines.map(one => Number(one.netValue))))
  const made: Row[] = []
  for (const [at, { id: invoiceLineId, qty }] of lines.entries()) {
    const item: Row = {
      ...{ lrLineId: line.id!, lrId: line.lrId!, invoiceLineId: invoiceLineId!, deliveryLineId: null, qty: qty! },
      ...{ weightKg: weights[at]!, freightShare: freight![at]!, cartingShare: carting![at]! },
      ...{ rowVersion: 1, createdAt: line.createdAt!, updatedAt: line.updatedAt! },
    }
    const [id] = await trx('lr_line_item').insert(item)
    made.push({ ...item, id: id! })
  }
  return made
}

/**
 * The goods of a line of an invoice that counts no more: those of the invoice that replaced it, where that is on no LR,
 * else goods of their own.
 */
async function goodsFor(trx: Knex, line: Row): Promise<number> {
  const known = await trx('invoice_line_goods').where({ invoiceLineId: line.id }).min({ id: 'deliveryLineId' }).first()
  if (known?.id) return known.id
  const bill: Row = await trx('invoice').where({ id: line.invoiceId }).first()
  const deliveryNo = String(line.sapDeliveryNo ?? bill.sapDeliveryNo ?? `B${bill.id}`)
  const replaced = await trx('invoice_line_goods as g')
    .join('invoice_line as l', 'l.id', 'g.invoiceLineId')
    .join('sap_delivery_line as s', 's.id', 'g.deliveryLineId')
    .join('sap_delivery as d', 'd.id', 's.deliveryId')
    .where({ 'd.deliveryNo': deliveryNo, 's.productId': line.productId, 's.qty': line.qty, 's.batchNo': line.batchNo })
    .whereNotExists(trx('lr_line').whereRaw('lr_line.invoiceId = g.invoiceId'))
    .whereNotExists(trx('lr_line_item').whereRaw('lr_line_item.deliveryLineId = s.id'))
    .min({ id: 's.id' })
    .first()
  if (replaced?.id) return replaced.id
  const stamps = { rowVersion: 1, createdAt: bill.createdAt!, updatedAt: bill.createdAt! }
  const { orderId, soldToId, plantId, sbuId } = bill
  const delivery = await trx('sap_delivery').where({ deliveryNo }).first('id')
  const deliveryId: number =
    delivery?.id ??
    (
      await trx('sap_delivery').insert({
        ...{ deliveryNo, category: 'J', origin: 'MIGRATED', status: 'ISSUED', orderId, soldToId, plantId, sbuId },
        ...{ shipToId: bill.shipToId, createdOn: bill.invoiceDate, issuedOn: bill.invoiceDate, grossWeightKg: 0, isComplete: 0 },
        ...stamps,
      })
    )[0]
  const last = await trx('sap_delivery_line').where({ deliveryId }).max({ lineNo: 'lineNo' }).first()
  const { orderLineId, productId, batchNo, expiryDate, qty, uom, baseQty, baseUom, grossWeightKg } = line
  const [id] = await trx('sap_delivery_line').insert({
    ...{ deliveryId, lineNo: Number(last?.lineNo ?? 0) + 10, countsAs: 'GOODS', goodsIssue: 'ISSUED', isBillable: 1, isOpen: 0 },
    ...{ orderId, orderLineId, productId, soldToId, plantId, sbuId, batchNo, expiryDate, qty, uom, grossWeightKg },
    ...{ baseQty: baseQty ?? qty, baseUom: baseUom ?? uom },
    ...stamps,
  })
  return id!
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const partOf = (item: Row, lines: readonly Row[], name: string) => {
  const line = lines.find(({ id }) => id === item.invoiceLineId)
  return line ? Math.round((Number(line[name]) * Number(item.qty)) / Math.max(1, Number(line.qty))) : 0
}
const grossOf = (item: Row, lines: readonly Row[]) => partOf(item, lines, 'grossWeightKg')
const valueOf = (item: Row, lines: readonly Row[]) => partOf(item, lines, 'netValue')

/** Splits a whole by weights without losing a part of it: rounded down, the rest by largest remainder. */
function shareOut(total: number, given: readonly number[]): number[] {
  const weights = sum(given) > 0 ? given : given.map(() => 1)
  const all = BigInt(sum(weights))
  const exact = weights.map(weight => BigInt(total) * BigInt(weight))
  const shares = exact.map(share => Number(share / all))
  const order = exact.map((share, at) => ({ at, rest: share % all })).sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  for (let left = total - sum(shares), turn = 0; left > 0; left--, turn++) shares[order[turn % order.length]!.at]! += 1
  return shares
}

/** What left, and what arrived where no proof says otherwise; the book of the goods counts the rest. */
async function keepQuantities(db: Knex) {
  const sent = (arrived: string) => `(select coalesce(sum(t.qty), 0) from lr_line_item t join lr_line on lr_line.id = t.lrLineId
      join lr on lr.id = t.lrId where t.deliveryLineId = sap_delivery_line.id and lr.deliveryStatus <> 'CANCELLED'
      and lr_line.outcome <> 'SENT_AGAIN' ${arrived})
    + (select coalesce(sum(t.qty), 0) from pwc_collection_item t join pwc_collection c on c.id = t.collectionId
      where t.deliveryLineId = sap_delivery_line.id and c.status = 'COLLECTED')`
  await db.raw(`update sap_delivery_line set
    billedQty = (select coalesce(sum(g.qty), 0) from invoice_line_goods g where g.deliveryLineId = sap_delivery_line.id),
    leftQty = ${sent('')}, arrivedQty = ${sent("and lr.deliveryStatus = 'DELIVERED'")}`)
}

/** A cancelled invoice and the one in its place that are both on LRs stay so: a person says which goods left. */
async function listBoth(db: Knex) {
  const both: { lrId: number; cancelled: string; valid: string }[] = await db('invoice_line as old')
    .join('invoice as before', 'before.id', 'old.invoiceId')
    .join('lr_line as oldLine', 'oldLine.invoiceId', 'before.id')
    .join('invoice_line as line', function () {
      this.on('line.sapDeliveryNo', 'old.sapDeliveryNo').andOn('line.productId', 'old.productId').andOn('line.qty', 'old.qty')
    })
    .join('invoice as bill', 'bill.id', 'line.invoiceId')
    .join('lr_line as newLine', 'newLine.invoiceId', 'bill.id')
    .where({ 'before.isCancelled': 1, 'bill.isCancelled': 0, 'oldLine.outcome': 'NONE', 'newLine.outcome': 'NONE' })
    .distinct()
    .select('newLine.lrId', 'before.invoiceNo as cancelled', 'bill.invoiceNo as valid')
  for (const { lrId, cancelled, valid } of both)
    await db('lr')
      .where({ id: lrId })
      .whereNull('deskTask')
      .update({ deskTask: `Invoice ${cancelled} is cancelled and on an LR as ${valid} in its place is: settle which left` })
}
