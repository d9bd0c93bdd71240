import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import type { BodyOf } from '../../../resources/define/command.ts'
import type {
  showWaitingInvoices,
  WaitingGroup,
  WaitingInvoice,
  WaitingInvoices,
} from '../../../resources/dispatches/commands/booking-desk.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { packsOf, partOf, remainingQty } from '../../../resources/dispatches/parts.ts'
import { sapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { isCollected } from '../collections/collected-invoice.ts'
import { findDeliveries, findInvoices } from './find-waiting.ts'
import { describeFreeDeliveries, waitingFree } from './free-deliveries.ts'
import type { ForLr } from './goods-for-lr.ts'
import { describeInvoices, isPartyCollecting } from './invoices-to-dispatch.ts'

const MOST = 1000

/**
 * The invoices, and deliveries that are never billed, that wait for an LR at one of the person's plants, by ship-to; that
 * with most where none is said. `q` finds among all of them, whatever their number.
 */
export async function waitingInvoices(
  db: Knex,
  { plantId: selectedPlantId, q, onlyRests }: BodyOf<typeof showWaitingInvoices>,
  person: Person,
): Promise<WaitingInvoices> {
  const plants = await plantsWaiting(db, person)
  const most = Math.max(0, ...plants.map(plant => plant.waiting))
  const plantId = selectedPlantId ?? plants.find(({ waiting }) => waiting === most)?.id ?? null
  if (plantId === null) return { plantId, plants, groups: [], isCut: false }
  const rows = await rowsOf(db, invoice, found =>
    findInvoices(waiting(found, db, person), db, q ?? '')
      .where('invoice.plantId', plantId)
      .whereIn('invoice.dispatchStatus', onlyRests ? ['PARTIAL'] : ['PENDING', 'PARTIAL'])
      .orderBy([{ column: 'invoice.shipToId' }, { column: 'invoice.invoiceDate' }, { column: 'invoice.id' }])
      .limit(MOST + 1),
  )
  const free = await rowsOf(db, sapDelivery, found =>
    findDeliveries(waitingFree(found, db, person), db, q ?? '')
      .where('sap_delivery.plantId', plantId)
      .orderBy(['sap_delivery.shipToId', 'sap_delivery.id'])
      .limit(MOST + 1),
  )
  const described = [
    ...(await describeInvoices(db, rows.slice(0, MOST))),
    ...(await describeFreeDeliveries(db, free.slice(0, MOST))),
  ]
  const open = described.filter(
    one => !isPartyCollecting(one) && remainingQty(one.goods, one.sent).size > 0 && (!onlyRests || one.sent.lrs > 0),
  )
  return { plantId, plants, groups: await grouped(db, open), isCut: rows.length > MOST || free.length > MOST }
}

const waiting = (rows: Knex.QueryBuilder, db: Knex, person: Person) =>
  restrict(
    rows
      .whereIn('invoice.dispatchStatus', ['PENDING', 'PARTIAL'])
      .where({ 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 })
      // Services, and what a supplier ships, never wait: no goods of ours hang on them.
      .whereExists(
        db('invoice_line_goods')
          .whereRaw('?? = ??', ['invoice_line_goods.invoiceId', 'invoice.id'])
          .select(db.raw('1')),
      )
      .whereRaw('(?) = 0', [isCollected(db, name => db.ref(`invoice.${name}`) as never, today())]),
    db,
    invoice,
    person,
    'create',
  )

/** How many invoices, and deliveries that are never billed, wait at each of the person's plants, and since when. */
export async function waitingToDispatch(db: Knex, person: Person) {
  // Grouped by the column itself, SQLite goes through all invoices of the plants instead of those that wait.
  const rows: { atPlant: number; waiting: number; oldest: string }[] = await waiting(db('invoice'), db, person)
    .groupBy('atPlant')
    .select(db.raw('?? + 0 as ??', ['invoice.plantId', 'atPlant']))
    .count({ waiting: '*' })
    .min({ oldest: 'invoice.invoiceDate' })
  const free: typeof rows = await waitingFree(db('sap_delivery'), db, person)
    .groupBy('atPlant')
    .select('sap_delivery.plantId as atPlant')
    .count({ waiting: '*' })
    .min({ oldest: db.raw('coalesce(sap_delivery.issuedOn, sap_delivery.createdOn)') })
  return [...Map.groupBy([...rows, ...free], ({ atPlant }) => Number(atPlant))].map(([plantId, counted]) => ({
    plantId,
    waiting: sum(counted.map(({ waiting }) => Number(waiting))),
    oldest: counted.map(({ oldest }) => oldest).sort()[0]!,
  }))
}

async function plantsWaiting(db: Knex, person: Person): Promise<WaitingInvoices['plants']> {
  const counts = await waitingToDispatch(db, person)
  const ids = counts.map(({ plantId }) => plantId)
  const named: { id: number; code: string; name: string }[] = await db('plant')
    .whereIn('id', ids)
    .orderBy('code')
    .select('id', 'code', 'name')
  return named.map(row => ({ ...row, waiting: Number(counts.find(({ plantId }) => plantId === row.id)!.waiting) }))
}

async function grouped(db: Knex, open: readonly ForLr[]): Promise<WaitingGroup[]> {
  const customers = await namesOf(
    db,
    'customer',
    open.flatMap(one => one.head.soldToId ?? []),
  )
  const cities = await namesOf(
    db,
    'state_city',
    open.flatMap(one => one.shipTo?.cityId ?? []),
  )
  const productIds = [...new Set(open.flatMap(({ goods }) => goods.map(one => one.productId)))]
  const packs: { id: number; packQty: number }[] = await db('products')
    .whereIn('id', productIds)
    .select('id', 'packQty')
  const packOf = new Map(packs.map(({ id, packQty }) => [id, packQty]))
  const groups = Map.groupBy(open, one => one.shipTo?.id ?? null)
  return [...groups].map(([shipToId, invoicesOfGroup]) => {
    const { shipTo } = invoicesOfGroup[0]!
    return {
      shipToId,
      shipTo: shipTo ? `${shipTo.code} · ${shipTo.name}` : 'Without a ship-to',
      city: shipTo?.cityId ? (cities.get(shipTo.cityId) ?? null) : null,
      deliveryWindow: shipTo?.deliveryWindow ?? null,
      invoices: invoicesOfGroup.map(one => waitingInvoice(one, customers, packOf)),
    }
  })
}

function waitingInvoice(
  { invoice: row, delivery, head, goods, sent, order }: ForLr,
  customers: ReadonlyMap<number, string>,
  packOf: ReadonlyMap<number, number>,
): WaitingInvoice {
  const { weightKg, value } = partOf(goods, head.grossValue, sent)
  const left = remainingQty(goods, sent)
  const packs = sum(goods.map(one => packsOf(left.get(one.id) ?? 0, packOf.get(one.productId) ?? 0)))
  return {
    id: row?.id ?? null,
    deliveryId: delivery?.id ?? null,
    invoiceNo: head.invoiceNo,
    invoiceDate: head.invoiceDate,
    soldTo: customers.get(head.soldToId) ?? '',
    orderNo: order?.orderNo ?? null,
    freightTerms: order?.freightTerms ?? null,
    weightKg,
    value,
    packages: head.packages === null ? Math.max(1, packs) : Math.max(0, head.packages - sent.packages),
    isPart: sent.lrs > 0,
  }
}

async function namesOf(db: Knex, table: string, ids: readonly number[]): Promise<Map<number, string>> {
  const rows: { id: number; name: string }[] = await db(table)
    .whereIn('id', [...new Set(ids)])
    .select('id', 'name')
  return new Map(rows.map(({ id, name }) => [id, name]))
}
