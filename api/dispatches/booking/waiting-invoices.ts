import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import type {
  WaitingGroup,
  WaitingInvoice,
  WaitingInvoices,
} from '../../../resources/dispatches/commands/booking-desk.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { packsOf, partOf, remainingQty } from '../../../resources/dispatches/parts.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { isCollected } from '../collections/collected-invoice.ts'
import { describeInvoices, type InvoiceForLr, isPartyCollecting } from './invoices-to-dispatch.ts'

const MOST = 1000

/** The invoices that wait for an LR at one of the person's plants, by ship-to; that with most where none is said. */
export async function waitingInvoices(
  db: Knex,
  selectedPlantId: number | null,
  person: Person,
): Promise<WaitingInvoices> {
  const plants = await plantsWaiting(db, person)
  const most = Math.max(0, ...plants.map(plant => plant.waiting))
  const plantId = selectedPlantId ?? plants.find(({ waiting }) => waiting === most)?.id ?? null
  if (plantId === null) return { plantId, plants, groups: [], isCut: false }
  const rows = await rowsOf(db, invoice, found =>
    waiting(found, db, person)
      .where('invoice.plantId', plantId)
      .orderBy([{ column: 'invoice.shipToId' }, { column: 'invoice.invoiceDate' }, { column: 'invoice.id' }])
      .limit(MOST + 1),
  )
  const described = await describeInvoices(db, rows.slice(0, MOST))
  const open = described.filter(
    one =>
      !isPartyCollecting(one) &&
      (one.invoice.dispatchStatus === 'PENDING' || remainingQty(one.goods, one.sent).size > 0),
  )
  return { plantId, plants, groups: await grouped(db, open), isCut: rows.length > MOST }
}

const waiting = (rows: Knex.QueryBuilder, db: Knex, person: Person) =>
  restrict(
    rows
      .whereIn('invoice.dispatchStatus', ['PENDING', 'PARTIAL'])
      .where({ 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 })
      .whereRaw('(?) = 0', [isCollected(db, name => db.ref(`invoice.${name}`) as never, today())]),
    db,
    invoice,
    person,
    'create',
  )

/** How many invoices wait at each of the person's plants, and since when. */
export async function waitingToDispatch(db: Knex, person: Person) {
  // Grouped by the column itself, SQLite goes through all invoices of the plants instead of those that wait.
  const rows: { atPlant: number; waiting: number; oldest: string }[] = await waiting(db('invoice'), db, person)
    .groupBy('atPlant')
    .select(db.raw('?? + 0 as ??', ['invoice.plantId', 'atPlant']))
    .count({ waiting: '*' })
    .min({ oldest: 'invoice.invoiceDate' })
  return rows.map(({ atPlant, ...counted }) => ({ plantId: Number(atPlant), ...counted }))
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

async function grouped(db: Knex, open: readonly InvoiceForLr[]): Promise<WaitingGroup[]> {
  const customers = await namesOf(
    db,
    'customer',
    open.map(one => one.invoice.soldToId),
  )
  const cities = await namesOf(
    db,
    'state_city',
    open.flatMap(one => one.shipTo?.cityId ?? []),
  )
  const productIds = [...new Set(open.flatMap(({ lines }) => lines.map(line => line.productId)))]
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
  { invoice: row, lines, goods, sent, order }: InvoiceForLr,
  customers: ReadonlyMap<number, string>,
  packOf: ReadonlyMap<number, number>,
): WaitingInvoice {
  const { weightKg, value } = partOf(goods, row.grossValue, sent)
  const left = remainingQty(goods, sent)
  const packs = sum(lines.map(line => packsOf(left.get(line.id) ?? 0, packOf.get(line.productId) ?? 0)))
  return {
    id: row.id,
    invoiceNo: row.invoiceNo,
    invoiceDate: row.invoiceDate,
    soldTo: customers.get(row.soldToId) ?? '',
    orderNo: order?.orderNo ?? null,
    freightTerms: order?.freightTerms ?? null,
    weightKg,
    value,
    packages: row.packages === null ? Math.max(1, packs) : Math.max(0, row.packages - sent.packages),
    isPart: sent.lrs > 0,
  }
}

async function namesOf(db: Knex, table: string, ids: readonly number[]): Promise<Map<number, string>> {
  const rows: { id: number; name: string }[] = await db(table)
    .whereIn('id', [...new Set(ids)])
    .select('id', 'name')
  return new Map(rows.map(({ id, name }) => [id, name]))
}
