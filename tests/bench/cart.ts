import type { Knex } from 'knex'
import { systemAuthor } from '../../api/derive/save/author.ts'
import { insertMany, insertRows } from '../../api/derive/save/write.ts'
import { today } from '../../api/platform/clock.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { transact } from '../../api/platform/transact.ts'
import { addDays } from '../../resources/define/dates.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import type { CartAnswer } from '../../resources/payments/commands/cart.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure } from './figure.ts'
import { medianOf } from './orders.ts'
import { signIn } from './processes.ts'

const ITEMS = 500
const AMOUNT = 1_234_50
const TIMES = 30

/**
 * The cart of a customer with 500 open items, all of them in it: the page's question, and a tick, which saves the cart
 * and answers with it. The driver alone reads the same rows, and rewrites the line of the tick in a durable transaction.
 */
export async function measureCart({ ours, databases }: Bench): Promise<Figure[]> {
  const db = openDatabase(databases.ours)
  try {
    const { id: customerId } = await db('customer').where('code', '100101').first('id')
    await owe(db, customerId)
    const token = await signIn(ours.url, 'customer')
    let cart = await ask(ours.url, token)
    const lines = cart.items
      .filter(({ id, payable }) => payable === AMOUNT && id > 0)
      .map(({ id: itemId }) => ({ itemId, payAmount: AMOUNT, tdsAmount: 0 }))
    if (lines.length !== ITEMS) throw new Error(`${lines.length} of ${ITEMS} open items stand in the cart`)
    const save = async (items: typeof lines) => {
      cart = await ask(ours.url, token, { rowVersion: cart.cart?.rowVersion ?? null, items })
    }
    await save(lines)
    const page = await medianOf(TIMES, () => ask(ours.url, token))
    const barePage = await medianOf(TIMES, () => bareCart(db, customerId))
    let ticks = 0
    const tick = await medianOf(TIMES, () => save(ticks++ % 2 === 0 ? lines.slice(1) : lines))
    const bareTick = await medianOf(TIMES, () => bareLine(db, cart.cart!.id))
    return [
      atMost('payment cart with 500 open items, all in it', page, 150, 'ms', barePage),
      atMost('one tick in it: saved durably, checked, answered whole', tick, 250, 'ms', bareTick),
    ]
  } finally {
    await db.destroy()
  }
}

/** Gives a customer 500 more open invoices, as a reading from SAP does. */
async function owe(db: Knex, customerId: number): Promise<void> {
  const rows = Array.from({ length: ITEMS }, (_, index) => {
    const sapAccountingDoc = `${1_700_000_000 + index}`
    return withDefaults(uploadOutstanding, {
      ...{ customerId, documentNo: `BENCH${index}`, documentType: 'INVOICE', source: 'SAP', asOnDate: today() },
      ...{ documentDate: addDays(today(), -40), dueDate: addDays(today(), -(index % 30)) },
      ...{ originalAmount: AMOUNT, balanceAmount: AMOUNT, sapAccountingDoc, fiscalYear: '2026' },
      sapItem: `1000/2026/${sapAccountingDoc}/001`,
    }) as never
  })
  await insertRows(db, uploadOutstanding, rows, systemAuthor('bench'))
}

async function ask(url: string, token: string, body?: object): Promise<CartAnswer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`${url}/api/payments/cart`, { headers, ...sent })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The cart answers ${answer.status} ${text.slice(0, 400)}`)
  return JSON.parse(text)
}

async function bareCart(db: Knex, customerId: number): Promise<string> {
  const items = await db('upload_outstanding').where({ customerId, isActive: 1 }).orderBy('dueDate')
  return JSON.stringify({ items, lines: await db('payment_cart_item').where({ customerId }).orderBy('id') })
}

/** Takes a line of the cart out and puts it back. */
const bareLine = (db: Knex, cartId: number) =>
  transact(db, async trx => {
    const line = await trx('payment_cart_item').where({ cartId }).orderBy('id').first()
    await trx('payment_cart_item').where({ id: line.id }).delete()
    await insertMany(trx, 'payment_cart_item', [line])
  })
