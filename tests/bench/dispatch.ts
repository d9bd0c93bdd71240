import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { insertMany } from '../../api/derive/save/write.ts'
import { now, today } from '../../api/platform/clock.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { transact } from '../../api/platform/transact.ts'
import { type Company, createInvoice, lrInput } from '../support/dispatches/shipped-order.ts'
import type { Bench } from './bench.ts'
import { type Figure, timesBare } from './figure.ts'
import { sendFile, takeStep, until } from './import/import-steps.ts'
import { signIn } from './processes.ts'

const LRS = 200
/** The number of people who work at once. */
const TOGETHER = 4
const LOOK_UPS = 1000

interface Booked {
  id: number
  lrNo: string
}

/**
 * LRs booked, events reported by a file, and shipments looked up, a second: with every rule, right and history, against
 * the driver alone that writes or reads the same rows in as many transactions.
 */
export async function measureDispatch({ ours, databases }: Bench): Promise<Figure[]> {
  const db = openDatabase(databases.ours)
  try {
    const company = await demoCompany(db)
    const token = await signIn(ours.url, 'dispatch')
    const invoiceIds: number[] = []
    for (let made = 0; made < LRS; made++)
      invoiceIds.push((await createInvoice(db, company, null, { invoiceDate: today(), dueDate: today() })).id)

    const booked: Booked[] = []
    const bookings = await perSecond(invoiceIds, async (invoiceId, index) => {
      const lrNo = `BENCH/${index}`
      const more = { lrDate: today(), vehicleNo: 'MH04AB1234' }
      const { id } = await post<Booked>(ours.url, token, 'lrs', lrInput(company, lrNo, [invoiceId], more))
      booked.push({ id, lrNo })
    })
    const bareBookings = await bareRate(db, LRS, rowsOfLr(await rowsOf(db, booked[0]!)))
    const reports = await reportsPerSecond(ours.url, token, booked, company.transporterCode)
    const bareReports = await bareRate(db, LRS, rowsOfEvent(await rowsOf(db, booked[0]!)))

    const lookUps = Array.from({ length: LOOK_UPS }, (_, n) => booked[n % booked.length]!)
    const tracked = await perSecond(lookUps, ({ lrNo }) =>
      post(ours.url, null, 'track', { type: 'LR', number: lrNo, pincode: company.pincode }),
    )
    const found = await perSecond(lookUps, ({ lrNo }) => search(ours.url, token, lrNo))
    const bareFound = await perSecond(lookUps, ({ lrNo }) => bareLookUp(db, lrNo))
    return [
      timesBare(
        'LRs booked one by one, with e-way rule, mails and history, durable',
        bareBookings,
        bookings,
        undefined,
      ),
      timesBare('events of a file, checked and taken over, durable', bareReports, reports, undefined, 'rows/s'),
      timesBare('public tracking by LR number and PIN, each try kept', bareFound, tracked, undefined),
      timesBare('search of shipments by LR number', bareFound, found, undefined),
    ]
  } finally {
    await db.destroy()
  }
}

type DemoCompany = Company & { pincode: string; transporterCode: string }

/** The plant of the dispatch desk of the demo company, a customer, two products and a transporter of it. */
async function demoCompany(db: Knex): Promise<DemoCompany> {
  const first = async (table: string, where: object) => await db(table).where(where).orderBy('id').first()
  const plant = await first('plant', { code: '1201' })
  const customer = await first('customer', { code: '100101' })
  const shipTo = await first('ship_to', { customerId: customer.id })
  const transporter = await first('transporter', { code: 'KONARK' })
  const products = [await first('products', { code: 'LS-1001' }), await first('products', { code: 'LS-1002' })]
  return {
    stateId: plant.stateId,
    cityId: plant.cityId,
    plantId: plant.id,
    otherPlantId: plant.id,
    sbuId: products[0].sbuId,
    customerId: customer.id,
    shipToId: shipTo.id,
    productIds: products.map(({ id }) => id),
    transporterId: transporter.id,
    userId: 1,
    pincode: shipTo.pincode,
    transporterCode: transporter.code,
  }
}

/** How many items a second several people work through. */
async function perSecond<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<unknown>) {
  let next = 0
  const from = performance.now()
  const person = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!, index)
  }
  await Promise.all(Array.from({ length: TOGETHER }, person))
  return items.length / ((performance.now() - from) / 1000)
}

async function post<Answer>(url: string, token: string | null, path: string, body: object): Promise<Answer> {
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answers ${answer.status} ${text.slice(0, 400)}`)
  return JSON.parse(text)
}

/** Sends one file that says of every LR that it left, and returns its rows a second from the upload to the end. */
async function reportsPerSecond(url: string, token: string, booked: readonly Booked[], transporterCode: string) {
  const lines = booked.map(({ lrNo }) => `${lrNo},${transporterCode},IN_TRANSIT,${now()},Thane`)
  const text = ['lr_no,transporter_code,event_code,event_at,location', ...lines].join('\n')
  const from = performance.now()
  const { id } = await sendFile(url, token, text, 'events.csv', 'dispatches/upload-delivery-status')
  await until(url, token, id, 'VALIDATED')
  await takeStep(url, token, { importId: id, step: 'commit' })
  const { at, rowsNew } = await until(url, token, id, 'DONE')
  if (rowsNew !== booked.length) throw new Error(`Only ${rowsNew} events were new`)
  return rowsNew / ((at - from) / 1000)
}

async function search(url: string, token: string, lrNo: string): Promise<void> {
  const path = `shipment-tracking/search-shipments?lrNo=${encodeURIComponent(lrNo)}&$limit=25`
  const answer = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const { total } = (await answer.json()) as { total: number }
  if (total !== 1) throw new Error(`The search of ${lrNo} found ${total} shipments`)
}

type Row = Record<string, unknown>
/** The rows that the portal wrote for an LR, by table. */
type Written = Record<'lr' | 'lr_line' | 'lr_line_item' | 'shipment' | 'tracking_event', Row[]>

async function rowsOf(db: Knex, { id }: Booked): Promise<Written> {
  const lines: Row[] = await db('lr_line').where('lrId', id)
  return {
    lr: await db('lr').where({ id }),
    lr_line: lines,
    lr_line_item: await db('lr_line_item').whereIn('lrLineId', lines.map(row => row.id) as number[]),
    shipment: await db('shipment').where('lrId', id),
    tracking_event: await db('tracking_event').where('lrId', id),
  }
}

type Write = (trx: Knex, n: number) => Promise<void>

/** How often a second the driver alone does this in a transaction of its own. */
async function bareRate(db: Knex, times: number, write: Write): Promise<number> {
  const from = performance.now()
  for (let n = 0; n < times; n++) await transact(db, trx => write(trx, n))
  return times / ((performance.now() - from) / 1000)
}

/** A copy of a row that meets no other by its unique columns. */
const copy = ({ id: _, ...row }: Row, n: number, more: Row): Row => ({
  ...row,
  ...('naturalKey' in row && { naturalKey: `bench|${n}|${randomUUID().slice(0, 8)}` }),
  ...more,
})

/** Writes an LR with its lines, shipment and first event anew, and marks its invoice. */
function rowsOfLr(written: Written): Write {
  return async (trx, n) => {
    const lrNo = `BARE/${n}`
    await insertMany(trx, 'lr', [copy(written.lr[0]!, n, { lrNo })])
    const { id: lrId } = await trx('lr').where({ lrNo }).first('id')
    await insertMany(
      trx,
      'lr_line',
      written.lr_line.map(line => copy(line, n, { lrId })),
    )
    const { id: lrLineId } = await trx('lr_line').where({ lrId }).first('id')
    await insertMany(
      trx,
      'lr_line_item',
      written.lr_line_item.map(item => copy(item, n, { lrLineId })),
    )
    const shipmentNo = `BARE${String(n).padStart(8, '0')}`
    await insertMany(trx, 'shipment', [copy(written.shipment[0]!, n, { lrId, shipmentNo })])
    const { id: shipmentId } = await trx('shipment').where({ lrId }).first('id')
    await insertMany(trx, 'tracking_event', [copy(written.tracking_event[0]!, n, { lrId, shipmentId, lrNo })])
    await trx('invoice')
      .where('id', written.lr_line[0]!.invoiceId as number)
      .update({ updatedAt: now() })
  }
}

/** Writes the last event of an LR anew, and moves the LR. */
function rowsOfEvent(written: Written): Write {
  return async (trx, n) => {
    const eventAt = new Date(Date.now() + n * 1000).toISOString()
    await insertMany(trx, 'tracking_event', [copy(written.tracking_event.at(-1)!, n, { requestKey: null, eventAt })])
    await trx('lr')
      .where('id', written.lr[0]!.id as number)
      .update({ updatedAt: now() })
  }
}

const bareLookUp = (db: Knex, lrNo: string) =>
  db('lr').join('shipment', 'shipment.lrId', 'lr.id').where('lr.lrNo', lrNo).first('lr.*', 'shipment.shipmentNo')
