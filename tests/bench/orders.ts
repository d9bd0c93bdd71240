import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { readBody } from '../../api/derive/command/read-body.ts'
import { readableBy } from '../../api/derive/rights/conditions.ts'
import { readPerson } from '../../api/derive/rights/read-person.ts'
import { insertMany } from '../../api/derive/save/write.ts'
import { customerToOrderFor } from '../../api/orders/pad/order-customers.ts'
import { loadOrderFacts } from '../../api/orders/quote/order-facts.ts'
import { answerQuote } from '../../api/orders/quote/quotes.ts'
import { now, today } from '../../api/platform/clock.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { transact } from '../../api/platform/transact.ts'
import { addDays } from '../../resources/define/dates.ts'
import { orderInput, sentOrder } from '../../resources/orders/sent-order.ts'
import type { Bench } from './bench.ts'
import { atLeast, atMost, type Figure, median } from './figure.ts'
import { signIn } from './processes.ts'

export const MOST_LINES = 500
const SUBMITS = 60
/** The number of people who submit at once. */
const TOGETHER = 4

/** The cost of orders: the quote of 200 and 500 lines with its queries, and orders of 20 lines submitted per second. */
export async function measureOrders({ ours, databases }: Bench): Promise<Figure[]> {
  const db = openDatabase(databases.ours)
  try {
    const order = await orderable(db)
    const token = await signIn(ours.url, 'asha')
    const asked = (lines: number) => ({ ...order, lines: order.lines.slice(0, lines) })
    const quoted = (lines: number) => medianOf(12, () => send(ours.url, token, 'quotes', asked(lines)))
    const [small, large] = [await quoted(200), await quoted(MOST_LINES)]
    const submitted = await submits(ours.url, token, asked(20), db)
    const whole = await submits(ours.url, token, asked(MOST_LINES), db, 3, 1)
    const bare = await bareWrites(db)
    return [
      atMost('quote of 200 lines: price, source, tax, checks, route', small, 150, 'ms'),
      atMost('quote of 500 lines', large, 1000, 'ms'),
      atMost('queries of a quote of 1 line', await queriesOf(db, asked(1)), 12, 'queries'),
      atMost('queries of a quote of 500 lines', await queriesOf(db, asked(MOST_LINES)), 12, 'queries'),
      atLeast('orders of 20 lines submitted, all rules, durable', submitted, 40, '/s', bare),
      atMost('submit of 500 lines', 1000 / whole, 3000, 'ms'),
    ]
  } finally {
    await db.destroy()
  }
}

/** Gives 500 products of one SBU a list price; returns the order input of a sales person for all of them. */
export async function orderable(db: Knex) {
  const customer = await db('customer').where('code', '100101').first('id', 'channelId')
  const { id: sbuId } = await db('sbu').where('code', 'LS').first('id')
  const ids: number[] = await db('products')
    .where({ sbuId, isOrderable: 1, isActive: 1 })
    .where('code', 'like', 'BN-%')
    .whereNull('sapSalesStatus')
    .orderBy('id')
    .limit(MOST_LINES)
    .pluck('id')
  const like = await db('product_price').orderBy('id').first()
  const priced: number[] = await db('product_price').where('naturalKey', 'like', 'bench|%').pluck('productId')
  const unpriced = ids.filter(id => !priced.includes(id))
  const rows = unpriced.map(productId => {
    const { id: _, ...row } = like
    const price = {
      ...row,
      productId,
      channelId: customer.channelId,
      listPrice: 90_00,
      // That of the products made for the bench.
      uom: 'NOS',
      validFrom: '2026-04-01',
      validTo: '2099-12-31',
    }
    return { ...price, naturalKey: `bench|${productId}`, periodKey: `bench|${productId}` }
  })
  for (let start = 0; start < rows.length; start += 100)
    await insertMany(db, 'product_price', rows.slice(start, start + 100))
  await db('app_setting').where('key', 'order.max_lines').update({ value: '1000' })
  const shipTo = await db('ship_to').where('customerId', customer.id).orderBy('id').first('id')
  const type = await db('order_type').where('code', 'STD').first('id')
  return {
    customerId: customer.id as number,
    shipToId: shipTo.id as number,
    orderTypeId: type.id as number,
    requestedDeliveryDate: addDays(today(), 10),
    customerPoNo: 'BENCH',
    customerPoDate: today(),
    lines: ids.map(productId => ({ productId, qty: 1000, manualDiscountPct: 0 })),
  }
}

type OrderableRows = Awaited<ReturnType<typeof orderable>>

async function send(url: string, token: string, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answers ${answer.status} ${text.slice(0, 400)}`)
  return JSON.parse(text)
}

/** The median milliseconds of some work, done one time after the other; the first two times warm up. */
export async function medianOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const spent: number[] = []
  for (let time = 0; time < times; time++) {
    const from = performance.now()
    await work()
    spent.push(performance.now() - from)
  }
  return median(spent.slice(2))
}

/** Orders submitted per second by several people at once, from drafts saved before. */
async function submits(
  url: string,
  token: string,
  order: OrderableRows,
  db: Knex,
  count = SUBMITS,
  together = TOGETHER,
) {
  const drafts: number[] = []
  for (let made = 0; made < count; made++) {
    const { id } = await send(url, token, 'orders', { ...order, customerPoNo: `B-${randomUUID().slice(0, 12)}` })
    drafts.push(id as number)
  }
  const waiting = [...drafts]
  const from = performance.now()
  const press = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
      await send(url, token, 'order-steps', { orderId: id, step: 'submit' })
  }
  await Promise.all(Array.from({ length: together }, press))
  const perSecond = count / ((performance.now() - from) / 1000)
  const [{ sent }] = (await db('order').whereIn('id', drafts).whereNot('status', 'DRAFT').count({ sent: '*' })) as [
    { sent: number },
  ]
  if (Number(sent) !== count) throw new Error(`${sent} of ${count} orders left their draft`)
  // Sending to SAP afterwards is not measured and would slow the next round.
  for (let tries = 0; tries < 60; tries++) {
    if (!(await db('sap_outbox').whereIn('status', ['READY', 'SENDING']).first('id'))) break
    await pause(500)
  }
  return perSecond
}

/** How often per second the rows of one such order can be rewritten in a durable transaction without any rule. */
async function bareWrites(db: Knex): Promise<number> {
  const { id, ...order } = await db('order').where('status', '<>', 'DRAFT').orderBy('id', 'desc').first()
  const lines: Record<string, unknown>[] = (await db('order_line').where('orderId', id)).slice(0, 20)
  const from = performance.now()
  for (let time = 0; time < SUBMITS; time++) {
    // The portal may be writing too: retry while the file is locked.
    await transact(db, async trx => {
      const orderNo = `B${String(time).padStart(12, '0')}`
      const unique = { draftNo: null, sapOrderNo: null, naturalKey: `bench|${time}` }
      await insertMany(trx, 'order', [
        {
          ...order,
          ...('naturalKey' in order ? unique : { draftNo: null, sapOrderNo: null }),
          orderNo,
          updatedAt: now(),
        },
      ])
      const { id: orderId } = await trx('order').where({ orderNo }).first('id')
      await insertMany(
        trx,
        'order_line',
        lines.map(({ id: _, ...line }) => ({
          ...line,
          orderId,
          ...('naturalKey' in line && { naturalKey: `bench|${time}|${line.lineNo}` }),
        })),
      )
    })
  }
  return SUBMITS / ((performance.now() - from) / 1000)
}

async function queriesOf(db: Knex, order: OrderableRows): Promise<number> {
  const { id } = await db('user').where({ loginId: 'asha' }).first('id')
  let queries = 0
  const count = () => {
    queries += 1
  }
  db.on('query', count)
  // The session is read for every request.
  const person = (await readPerson(db, id))!
  const input = orderInput(readBody(sentOrder, order, person) as never, person)
  await customerToOrderFor(db, person, input.customerId)
  const facts = await loadOrderFacts(db, input, today())
  await answerQuote(db, facts, input, { person, placedBy: () => person, reads: readableBy } as never)
  db.off('query', count)
  return queries
}
