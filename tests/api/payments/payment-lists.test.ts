/** @module-tag sql */
import { beforeAll, expect, it } from 'vitest'
import { selectParams } from '../../../admin/derive/list/list-state.ts'
import { stringify } from '../../../admin/http/query-text.ts'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { ownFailed, ownPayments, ownPending, payerLists } from '../../../resources/payments/payer-lists.ts'
import {
  failedTransactions,
  moneyToDecide,
  outstandingTransactions,
  paymentLists,
  paymentTasks,
  pendingTransactions,
  stuckTransactions,
  unsettledCaptures,
} from '../../../resources/payments/payment-lists.ts'
import { paymentTask } from '../../../resources/payments/payment-task.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { shownIn } from '../../support/payments/shown-in.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const finance = portal.person('finance')

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const standings = {
  CREATED: { status: 'CREATED' },
  PENDING: { status: 'PENDING' },
  FAILED: { status: 'FAILED' },
  CANCELLED: { status: 'CANCELLED' },
}
/** What was taken for payments of these numbers, as SAP has it. */
const captured = {
  JUSTQUEUED: { postingStatus: 'QUEUED', capturedAt: minutesAgo(5) },
  LONGQUEUED: { postingStatus: 'QUEUED', capturedAt: minutesAgo(45) },
  STUCK: { postingStatus: 'STUCK', capturedAt: minutesAgo(90) },
  POSTED: { postingStatus: 'POSTED', capturedAt: minutesAgo(3 * 24 * 60) },
  UNCLEARED: { postingStatus: 'POSTED', clearingRequest: 'STUCK', capturedAt: minutesAgo(70) },
  JUSTASKED: {
    ...{ postingStatus: 'POSTED', clearingRequest: 'QUEUED' },
    ...{ capturedAt: minutesAgo(75), postedAt: minutesAgo(5) },
  },
  BYHAND: { postingStatus: 'MANUAL', capturedAt: minutesAgo(60) },
  CLEARED: { postingStatus: 'CLEARED', capturedAt: minutesAgo(90), unresolvedAmount: 100 },
}

beforeAll(async () => {
  for (const [txnNo, values] of Object.entries(standings))
    await exampleRow(portal.db, paymentTransaction, {
      ...{ txnNo, receiptNo: null, idempotencyKey: txnNo, requestHash: txnNo },
      ...values,
    })
  for (const [no, values] of Object.entries(captured)) {
    const payment = await exampleRow(portal.db, paymentTransaction, {
      ...{
        txnNo: no,
        receiptNo: null,
        idempotencyKey: no,
        requestHash: no,
        status: 'SUCCESS',
        paidAt: values.capturedAt,
      },
    })
    await exampleRow(portal.db, paymentCapture, {
      ...{ transactionId: payment.id, gatewayTxnId: no, sapReference: no, receiptNo: null, status: 'CAPTURED' },
      ...{ clearingRequest: 'NONE', unresolvedAmount: 0, settlementDate: null, currency: 'INR', amount: 10_000 },
      ...values,
    })
  }
})

it('what has no place yet is to decide, and what no file of its gateway names is not settled', async () => {
  expect(await shownIn(moneyToDecide, finance)).toEqual(['CLEARED'])
  const settled = { settlementDate: '2026-11-01', settlementRef: 'UTR1' }
  await portal.db('payment_capture').where({ gatewayTxnId: 'STUCK' }).update(settled)
  await portal.db('payment_capture').where({ gatewayTxnId: 'BYHAND' }).update({ status: 'REFUNDED' })
  const shown = await shownIn(unsettledCaptures, finance)
  expect(shown[0]).toBe('POSTED')
  expect(shown.toSorted()).toEqual(['CLEARED', 'JUSTASKED', 'JUSTQUEUED', 'LONGQUEUED', 'POSTED', 'UNCLEARED'])
})

it('what is not decided stands under Pending, the oldest first; what came to nothing under Failed, the newest first', async () => {
  expect(await shownIn(pendingTransactions, finance)).toEqual(['CREATED', 'PENDING'])
  expect(await shownIn(failedTransactions, finance)).toEqual(['CANCELLED', 'FAILED'])
})

it('what SAP refused to post or clear, or has left waiting for as long as a setting says, is stuck; the oldest comes first', async () => {
  expect(await shownIn(stuckTransactions, finance)).toEqual(['STUCK', 'UNCLEARED', 'LONGQUEUED'])
  const minutes = (value: string) => portal.db('app_setting').where({ key: 'sap.stuck_minutes' }).update({ value })
  await minutes('3')
  expect(await shownIn(stuckTransactions, finance)).toEqual([
    'STUCK',
    'JUSTASKED',
    'UNCLEARED',
    'LONGQUEUED',
    'JUSTQUEUED',
  ])
  await minutes('30')
})

it('what is posted and not cleared is outstanding, with the days since it was captured', async () => {
  expect(await shownIn(outstandingTransactions, finance)).toEqual(['POSTED', 'JUSTASKED', 'UNCLEARED', 'BYHAND'])
  const { body } = await finance.get(
    `/api/${paymentCapture.path}?gatewayTxnId=POSTED&$select[]=gatewayTxnId&$select[]=daysSinceCaptured`,
  )
  expect(body.data).toMatchObject([{ gatewayTxnId: 'POSTED', daysSinceCaptured: 3 }])
  const shown = outstandingTransactions.list.map(name => ({ name, shown: true }))
  expect(selectParams(outstandingTransactions, shown)).toEqual({ $select: ['*', 'daysSinceCaptured'] })
})

it('each list says how old its rows are: hours since they were started, days since they failed, days for which a task is open', async () => {
  const ago = (hours: number) => minutesAgo(hours * 60 + 5)
  await portal
    .db('payment_transaction')
    .where({ txnNo: 'PENDING' })
    .update({ createdAt: ago(26) })
  await portal
    .db('payment_transaction')
    .where({ txnNo: 'FAILED' })
    .update({ createdAt: ago(9 * 24) })
  const ageOf = async (txnNo: string, column: string) =>
    (await finance.get(`/api/${paymentTransaction.path}?txnNo=${txnNo}&$select[]=${column}`)).body.data[0][column]
  expect(await ageOf('PENDING', 'hoursSinceStarted')).toBe(26)
  expect(await ageOf('FAILED', 'daysSinceStarted')).toBe(9)
  const { id: transactionId } = await portal.db('payment_transaction').where({ txnNo: 'STUCK' }).first('id')
  const task = { transactionId, kind: 'SHORT_CLEARING', status: 'OPEN', doneAt: null }
  const open = await exampleRow(portal.db, paymentTask, { ...task, about: 'A' })
  const done = await exampleRow(portal.db, paymentTask, { ...task, about: 'B', status: 'DONE', doneAt: ago(24) })
  await portal
    .db('payment_task')
    .whereIn('id', [open.id, done.id])
    .update({ createdAt: ago(3 * 24) })
  const { body } = await finance.get(
    `/api/${paymentTask.path}?transactionId=${transactionId}&$select[]=*&$select[]=daysOpen`,
  )
  expect(body.data.map((one: { about: string; daysOpen: number }) => [one.about, one.daysOpen]).toSorted()).toEqual([
    ['A', 3],
    ['B', 2],
  ])
})

it('the menu counts what each list shows; of what failed, the last week', async () => {
  const { pages } = await import('../../../admin/pages.ts')
  const counted = async (grid: string) => {
    const { count } = pages.find(({ path }) => path === `/${grid}`)!
    if (!count || 'queue' in count) throw new Error(`${grid} is not counted`)
    return (await finance.get(`/api/${count.resource}?${stringify({ ...count.query, $limit: 1 })}`)).body.total
  }
  for (const list of [pendingTransactions, stuckTransactions, outstandingTransactions])
    expect([list.title, await counted(list.grid)]).toEqual([list.title, (await shownIn(list, finance)).length])
  expect(await counted(failedTransactions.grid)).toBe(1)
  expect(await counted(paymentTasks.grid)).toBe(1)
})

it('a filter of the person narrows a list and never widens it', async () => {
  expect(await shownIn(pendingTransactions, finance, 'f.status=in.PENDING~FAILED')).toEqual(['PENDING'])
})

it('payments of one instant keep their order from page to page, whichever column a list is sorted by', async () => {
  const at = minutesAgo(5)
  await portal.db('payment_transaction').update({ createdAt: at, amount: 10_000 })
  for (const sort of ['createdAt', 'amount', 'gateway', 'daysSinceStarted'])
    for (const direction of [1, -1]) {
      const page = async (range: string) => {
        const { body } = await finance.get(`/api/${paymentTransaction.path}?$sort[${sort}]=${direction}&${range}`)
        return body.data.map(({ id }: { id: number }) => id)
      }
      const all = (await page('$limit=50')) as number[]
      expect(all).toEqual(all.toSorted((first, second) => (first - second) * direction))
      const pages = []
      for (let skip = 0; skip < all.length; skip += 5) pages.push(...(await page(`$limit=5&$skip=${skip}`)))
      expect([sort, pages]).toEqual([sort, all])
    }
})

it('each list keeps a layout of its own', async () => {
  const layoutOf = ([name]: readonly string[]) => ({ columns: [{ name, width: 200 }], density: 'normal' })
  for (const { grid, list } of paymentLists)
    expect((await finance.post('/api/layouts', { grid, layout: layoutOf(list) })).status).toBe(201)
  const { layouts } = (await finance.get('/api/layouts')).body
  expect(Object.keys(layouts).sort()).toEqual(paymentLists.map(({ grid }) => grid).sort())
})

it('a payer has lists of their own, of their payments alone, with columns that they read and states in their words', async () => {
  const payer = await portal.as('customer')
  const { customerId } = await portal.db('user').where({ loginId: 'customer' }).first('customerId')
  await portal.db('payment_transaction').update({ customerId })
  const other = await portal.db('customer').whereNot({ id: customerId }).first('id')
  await portal.db('payment_transaction').where({ txnNo: 'CANCELLED' }).update({ customerId: other.id })
  expect((await shownIn(ownPending, payer)).toSorted()).toEqual(['CREATED', 'PENDING'])
  expect(await shownIn(ownFailed, payer)).toEqual(['FAILED'])
  expect((await shownIn(ownPayments, payer)).toSorted()).toEqual(
    Object.keys({ ...standings, ...captured })
      .filter(txnNo => txnNo !== 'CANCELLED')
      .toSorted(),
  )
  for (const { fields, list, grid } of Object.values(payerLists)) {
    for (const name of list) expect(fields[name]?.hiddenFrom ?? []).not.toContain('CUSTOMER')
    if (fields.status) expect(fields.status.words?.buyer).toMatchObject({ PENDING: 'Being confirmed', SUCCESS: 'Paid' })
    const layout = { columns: [{ name: list[0], width: 200 }], density: 'normal' }
    expect((await payer.post('/api/layouts', { grid, layout })).status).toBe(201)
  }
})
