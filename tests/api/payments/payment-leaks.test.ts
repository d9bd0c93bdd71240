import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { beforeAll, expect, it } from 'vitest'
import { isSqlite } from '../../../api/platform/database.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { gatewayNames } from '../../support/gateways/payment-gateways.ts'
import { type PaymentWorld, paymentWorld, type WorldGateway } from '../../support/payments/payment-world.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

/** What a payer gives their bank, and a gateway may send on by mistake. */
const ofThePayer = {
  card_number: '5123456789012346',
  cardnum: '4111 1111 1111 1111',
  cvv: '73917',
  name_on_card: 'Zebedee Cardholder',
  card_token: 'tok-zq91-leak',
  payer_vpa: 'zebedee.payer@okbank',
  account_number: '50100987654321',
}
/** The whole of each, however it is written; the last four digits of a card, and the bank of a UPI id, may stay. */
const betrayals = /5123456789012346|4111[ -]?1111[ -]?1111[ -]?1111|73917|Zebedee|zebedee|tok-zq91|50100987654321/

const lines: string[] = []
const portal = portalOfFile(() => emptyPortal({ LOG_LEVEL: 'trace' }, { write: line => void lines.push(line) }))
let world: PaymentWorld
beforeAll(async () => {
  world = await paymentWorld(portal)
})

/** Everything that the database holds, as text. */
async function wholeDatabase(db: Knex): Promise<string> {
  const tables: string[] = isSqlite(db)
    ? await db('sqlite_master').where('type', 'table').pluck('name')
    : await db('information_schema.tables').where('table_schema', db.raw('database()')).pluck('table_name')
  const rows = await Promise.all(tables.map(table => db(table)))
  return JSON.stringify(rows)
}

/** Everything in the files of the portal, but for those of the simulators. */
const wholeFolder = (folder: string): string =>
  readdirSync(folder)
    .filter(name => !/sqlite/.test(name))
    .map(name => join(folder, name))
    .map(path => (statSync(path).isDirectory() ? wholeFolder(path) : readFileSync(path, 'latin1')))
    .join('\n')

/** Pays by this gateway, which posts more about the payer than it should; returns all that the browser was shown. */
async function payBy(name: WorldGateway): Promise<string> {
  const payment = await world.payment(name)
  const form = await world.pay(payment, 'success')
  const fields = { ...form.fields, ...ofThePayer }
  const { answer, to } = await world.comeBack({ ...form, fields })
  await world.notify(name, fields)
  await world.notify(name, { ...fields, hash: 'forged', signature: 'forged', msg: 'forged', encResp: 'forged' })
  const shown = await portal.nobody.get(`/api/payments/result?${new URL(to, portal.url).search.slice(1)}`)
  await portal.runDue()
  expect((await world.now(payment)).status).toBe('SUCCESS')
  expect((await portal.db('payment_callback').whereNull('processedAt')).length).toBe(0)
  return JSON.stringify([await answer.text(), to, shown.body])
}

it('nothing of a card, a payer or a secret is found in the log, the database, files, pages or exports', async () => {
  const shown = [await payBy('mock'), await payBy('payu'), await payBy('ccavenue'), await payBy('billdesk')]
  const readers = await Promise.all([
    personWith(portal, ['FINANCE']),
    personWith(portal, ['AUDITOR']),
    personWith(portal, ['SYS_ADMIN']),
    personWith(portal, ['CUSTOMER'], { customerId: world.customer.id }),
  ])
  const paths = [
    `api/${paymentTransaction.path}`,
    `api/export/${paymentTransaction.path}?format=csv`,
    ...['payment-callbacks', 'payment-tasks', 'settings/payment-accounts', 'audit-log', 'messages'].map(
      path => `api/${path}`,
    ),
    'api/export/payment-callbacks?format=csv',
  ]
  for (const who of readers) for (const path of paths) shown.push(JSON.stringify((await who.get(`/${path}`)).body))
  const places = {
    log: lines.join('\n'),
    database: await wholeDatabase(portal.db),
    files: wholeFolder(portal.home),
    pages: shown.join('\n'),
  }
  expect(places.log).toContain('/api/payments/notify/')
  expect(places.pages).toContain('PT2627')
  for (const [place, text] of Object.entries(places)) {
    expect([place, betrayals.exec(text)?.[0]]).toEqual([place, undefined])
    for (const name of gatewayNames)
      expect([place, name, text.includes(world.account(name).secret)]).toEqual([place, name, false])
    // The address of a result is opened by its token, of which only the hash is kept.
    if (place !== 'pages') expect([place, /token=[\w-]{22}/.exec(text)?.[0]]).toEqual([place, undefined])
  }
})

it('an account whose secret is missing stops alone, with one sentence in the log that names the variable', async () => {
  const own = { payAt: 'https://secure.payu.in', askAt: 'https://info.payu.in' }
  const payment = await world.payment('payu')
  const form = await world.pay(payment, 'pending')
  await portal.db('payment_account').where({ code: 'PAYU1' }).update(own)
  const refused = await world.notify('payu', { ...form.fields, again: '1' })
  await portal.db('payment_account').where({ code: 'PAYU1' }).update({ payAt: null, askAt: null })
  expect(refused.status).toBe(503)
  expect(await refused.text()).not.toMatch(/PAYMENT_|KEY/)
  expect(lines.join('\n')).toContain('PAYMENT_PAYU1_KEY is missing: set it as the gateway gave it for PAYU1.')
  const other = await world.payment('billdesk')
  await world.comeBack(await world.pay(other, 'success'))
  expect((await world.now(other)).status).toBe('SUCCESS')
})
