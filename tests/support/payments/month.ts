import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import type { ChoiceName } from '../../../api/simulators/gateways/choices.ts'
import { utrOf as transferOf } from '../../../api/simulators/gateways/settled-rows.ts'
import type { MoneyFigures, TileCount } from '../../../resources/home/commands.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { expect, now, today } from '../journey.ts'
import { filePortal } from '../journeys/file-portal.ts'
import { enterInvoices, openPayer, payDocuments, payers } from './payer.ts'

export type Gateway = Exclude<keyof typeof payers, 'MOCK'>
export const gateways = ['PAYU', 'CCAVENUE', 'BILLDESK'] as const

/** So many payments come by each gateway, and how the first of them end; the others succeed. */
const plan: Readonly<Record<Gateway, { payments: number; first: readonly ChoiceName[]; paidAgain?: number }>> = {
  // The invoice of the one that failed is paid by another before the first one turns out to be paid, too.
  PAYU: { payments: 40, first: ['less', 'fail', 'autoRefund'], paidAgain: 1 },
  CCAVENUE: { payments: 30, first: ['fail'] },
  BILLDESK: { payments: 30, first: ['more'] },
}

/** The payments of a month by their gateways, in the order in which they were made. */
export type Month = Record<Gateway, PaymentTransaction[]>

/** A hundred payments of three payers for new invoices, every tenth of them for two. */
export async function payMonth(browser: Browser, finance: Page): Promise<Month> {
  const pay = (gateway: Gateway) => payAll(browser, finance, gateway)
  const [PAYU, CCAVENUE, BILLDESK] = await Promise.all([pay('PAYU'), pay('CCAVENUE'), pay('BILLDESK')])
  return { PAYU, CCAVENUE, BILLDESK }
}

async function payAll(browser: Browser, finance: Page, gateway: Gateway): Promise<PaymentTransaction[]> {
  const { payments, first, paidAgain } = plan[gateway]
  const sizes = Array.from({ length: payments }, (_, at) => (at % 10 === 9 ? 2 : 1))
  const worth = sizes.flatMap((size, at) => Array.from({ length: size }, (_, nth) => 1180 + 10 * at + nth))
  const invoices = await enterInvoices(finance, payers[gateway].code, worth)
  const numbers = invoices.map(({ documentNo }) => documentNo)
  const bills = sizes.map(size => numbers.splice(0, size))
  if (paidAgain !== undefined) bills[first.length] = bills[paidAgain]!
  const payer = await openPayer(browser, gateway)
  const paid: PaymentTransaction[] = []
  for (const [at, bill] of bills.entries()) paid.push(await payDocuments(payer, bill, first[at]))
  await payer.context().close()
  return paid
}

/** Does at the console of a simulated gateway what its staff or the payer's bank do with a payment. */
export async function actAt(gateway: Gateway, { txnNo: orderNo }: PaymentTransaction, act: Record<string, string>) {
  const form = new URLSearchParams({ what: new URLSearchParams(act).toString(), orderNo, tells: 'yes' })
  const path = `gateway/${gateway.toLowerCase()}/console`
  const answer = await fetch(`${filePortal().simulators}/${path}`, { method: 'POST', body: form })
  expect(answer.ok, path).toBe(true)
}

const download = async (path: string) => {
  const answer = await fetch(`${filePortal().simulators}/gateway/${path}`)
  expect(answer.ok, path).toBe(true)
  return answer.text()
}

/** The settlement file of today as the dashboard of a gateway gives it, without the row at a place where one is named. */
export const settlementOf = (gateway: Gateway, missing = '') =>
  download(`${gateway.toLowerCase()}/settlement.csv?day=${today}&missing=${missing}`)

/** The transfer of today of a gateway. */
export const utrOf = (gateway: Gateway) => transferOf(gateway.toLowerCase(), today)

/** The bank statement of today, with a deposit that no gateway names; one transfer arrived short by so many paise. */
export async function statementOf(gateway: Gateway, short: number): Promise<string> {
  const [whole, less] = [await bank(), await bank(`&short=${short}`)].map(text => text.split('\r\n'))
  return whole!.map((line, at) => (line.includes(utrOf(gateway)) ? less![at] : line)).join('\r\n')
}

const bank = (more = '') => download(`bank-statement.csv?day=${today}&stranger=125000${more}`)

/** The latest rows of a payment list. */
export async function rowsOf<Row>(page: Page, list: string): Promise<Row[]> {
  const answer = await page.context().request.get(`/api/transaction-view/${list}?$limit=200`)
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: Row[] }).data
}

/** What waits for Finance as the home page counts it: the rows of each list, and sums in paise. */
export async function waitsFor(page: Page) {
  const { request } = page.context()
  const tiles = (await (await request.get('/api/home')).json()) as TileCount[]
  const { totals } = (await (await request.get('/api/home-money')).json()) as MoneyFigures
  return {
    lists: Object.fromEntries(tiles.map(({ name, total }) => [name, total])),
    totals: Object.fromEntries(totals.map(({ name, amount }) => [name, amount])),
  }
}

/** What `npm run check` says of the portal. */
export async function booksSay(): Promise<string> {
  const env = {
    ...process.env,
    BILTY_HOME: filePortal().home,
    BILTY_NOW: new Date(now()).toISOString(),
    DATABASE_URL: '',
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['api/check.ts'], { env })
  return stdout.trim()
}
