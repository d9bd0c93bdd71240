/** @module-tag sql */
import { beforeAll, expect, it } from 'vitest'
import { stringify } from '../../../admin/http/query-text.ts'
import type { MoneyFigures } from '../../../resources/home/commands.ts'
import {
  accountFigureNames,
  accountFigures,
  moneyFigures,
  totalFigureNames,
} from '../../../resources/home/money-figures.ts'
import { tileQuery } from '../../../resources/home/tile.ts'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const finance = portal.person('finance')
const now = () => new Date().toISOString()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

beforeAll(async () => {
  const captures = [
    { capturedAt: now(), amount: 100_00 },
    { capturedAt: daysAgo(1), amount: 200_00, unresolvedAmount: 50_00 },
    { capturedAt: daysAgo(5), amount: 400_00 },
    { capturedAt: daysAgo(9), amount: 800_00 },
    { capturedAt: daysAgo(9), amount: 1600_00, settlementDate: '2026-01-01', settlementRef: 'UTR1' },
    { capturedAt: now(), amount: 3200_00, currency: 'USD', fit: 'FOREIGN', unresolvedAmount: 3200_00 },
  ]
  const account = await portal.db('payment_account').orderBy('id').first('id')
  await portal.db('payment_capture').delete()
  const { id: transactionId } = await exampleRow(portal.db, paymentTransaction, {
    ...{ txnNo: 'H', receiptNo: null, idempotencyKey: 'H', requestHash: 'H' },
  })
  for (const [at, values] of captures.entries())
    await exampleRow(portal.db, paymentCapture, {
      ...{
        transactionId,
        accountId: account.id,
        gatewayTxnId: `H${at}`,
        sapReference: `H${at}`,
        receiptNo: null,
        status: 'CAPTURED',
      },
      ...{ currency: 'INR', unresolvedAmount: 0, settlementDate: null, settlementRef: null, ...values },
    })
})

const figures = async (): Promise<MoneyFigures> => (await finance.get('/api/home-money')).body

it('Finance sees what came today and yesterday by account, and how old is what gateways have not passed on, in rupees', async () => {
  const { accounts } = await figures()
  expect(accounts).toHaveLength(1)
  expect(Object.fromEntries(accounts[0]!.figures.map(({ name, amount }) => [name, amount]))).toEqual({
    yesterday: 200_00,
    today: 100_00,
    unsettled: 1500_00,
    overThreeDays: 1200_00,
    overSevenDays: 800_00,
  })
})

it('each figure is the sum of the list that it opens', async () => {
  const { accounts, totals } = await figures()
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  const sumOf = async ({
    list,
    where,
    amount,
  }: (typeof moneyFigures)[keyof typeof moneyFigures] | (typeof accountFigures)[keyof typeof accountFigures]) => {
    const asked = { ...tileQuery(list, where, now(), today), $limit: 500 }
    const { body } = await finance.get(`/api/${list.path}?${stringify(asked)}`)
    const rows = body.data as Record<string, number>[]
    return { rows: rows.length, amount: rows.reduce((sum, row) => sum + row[amount]!, 0) }
  }
  for (const name of accountFigureNames) {
    const { rows, amount } = accounts[0]!.figures.find(one => one.name === name)!
    expect([name, { rows, amount }]).toEqual([name, await sumOf(accountFigures[name])])
  }
  for (const name of totalFigureNames) {
    const { rows, amount } = totals.find(one => one.name === name)!
    expect([name, { rows, amount }]).toEqual([name, await sumOf(moneyFigures[name])])
  }
  expect(totals.find(({ name }) => name === 'toDecide')).toMatchObject({ rows: 1, amount: 50_00 })
})

it('no other role has it on its home page', async () => {
  for (const login of ['customer', 'asha', 'sys_admin'])
    expect([login, (await (await portal.as(login)).get('/api/home-money')).status]).toEqual([login, 403])
})
