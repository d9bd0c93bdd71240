import { afterAll, beforeAll, expect, it } from 'vitest'
import { listRequest, readState, selectParams } from '../../../admin/derive/list/list-state.ts'
import { stringify } from '../../../admin/http/query-text.ts'
import { queryFrom } from '../../../admin/shell/query.ts'
import type { Worklist } from '../../../resources/define/worklist.ts'
import {
  failedTransactions,
  outstandingTransactions,
  paymentLists,
  pendingTransactions,
  stuckTransactions,
} from '../../../resources/payments/payment-lists.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
let finance: ApiClient

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const standings = {
  CREATED: { status: 'CREATED' },
  PENDING: { status: 'PENDING' },
  FAILED: { status: 'FAILED' },
  CANCELLED: { status: 'CANCELLED' },
  JUSTQUEUED: { status: 'SUCCESS', postingStatus: 'QUEUED', paidAt: minutesAgo(5) },
  LONGQUEUED: { status: 'SUCCESS', postingStatus: 'QUEUED', paidAt: minutesAgo(45) },
  STUCK: { status: 'SUCCESS', postingStatus: 'STUCK', paidAt: minutesAgo(90) },
  POSTED: { status: 'SUCCESS', postingStatus: 'POSTED', paidAt: minutesAgo(3 * 24 * 60) },
  UNCLEARED: { status: 'SUCCESS', postingStatus: 'POSTED', clearingRequest: 'STUCK', paidAt: minutesAgo(70) },
  JUSTASKED: {
    ...{ status: 'SUCCESS', postingStatus: 'POSTED', clearingRequest: 'QUEUED' },
    ...{ paidAt: minutesAgo(75), postedAt: minutesAgo(5) },
  },
  BYHAND: { status: 'SUCCESS', postingStatus: 'MANUAL', paidAt: minutesAgo(60) },
  CLEARED: { status: 'SUCCESS', postingStatus: 'CLEARED', paidAt: minutesAgo(90) },
}

beforeAll(async () => {
  portal = await demoPortal()
  finance = await portal.as('finance')
  for (const [txnNo, values] of Object.entries(standings))
    await exampleRow(portal.db, paymentTransaction, {
      ...{ txnNo, receiptNo: null, idempotencyKey: txnNo, requestHash: txnNo },
      ...values,
    })
})
afterAll(() => portal.close())

/** The payments of a list as its screen asks for them. */
async function shownIn(list: Worklist, address = '', asker = finance): Promise<string[]> {
  const { filters, sorters } = listRequest(list, readState(list, new URLSearchParams(address)))
  const { body } = await asker.get(`/api/${list.path}?${stringify(queryFrom({ filters, sorters }))}`)
  return body.data.map(({ txnNo }: { txnNo: string }) => txnNo)
}

it('what is not decided stands under Pending, what came to nothing under Failed, the newest first', async () => {
  expect(await shownIn(pendingTransactions)).toEqual(['PENDING', 'CREATED'])
  expect(await shownIn(failedTransactions)).toEqual(['CANCELLED', 'FAILED'])
})

it('what SAP refused to post or clear, or has left waiting for as long as a setting says, is stuck; the oldest comes first', async () => {
  expect(await shownIn(stuckTransactions)).toEqual(['STUCK', 'UNCLEARED', 'LONGQUEUED'])
  const minutes = (value: string) => portal.db('app_setting').where({ key: 'sap.stuck_minutes' }).update({ value })
  await minutes('3')
  expect(await shownIn(stuckTransactions)).toEqual(['STUCK', 'JUSTASKED', 'UNCLEARED', 'LONGQUEUED', 'JUSTQUEUED'])
  await minutes('30')
})

it('what is posted and not cleared is outstanding, with the days since it was paid', async () => {
  expect(await shownIn(outstandingTransactions)).toEqual(['POSTED', 'JUSTASKED', 'UNCLEARED', 'BYHAND'])
  const { body } = await finance.get(
    `/api/${paymentTransaction.path}?txnNo=POSTED&$select[]=txnNo&$select[]=daysSincePaid`,
  )
  expect(body.data).toMatchObject([{ txnNo: 'POSTED', daysSincePaid: 3 }])
  const shown = outstandingTransactions.list.map(name => ({ name, shown: true }))
  expect(selectParams(outstandingTransactions, shown)).toEqual({ $select: ['*', 'daysSincePaid'] })
})

it('a filter of the person narrows a list and never widens it', async () => {
  expect(await shownIn(pendingTransactions, 'f.status=in.PENDING~FAILED')).toEqual(['PENDING'])
})

it('each list keeps a layout of its own', async () => {
  const layoutOf = ([name]: readonly string[]) => ({ columns: [{ name, width: 200 }], density: 'normal' })
  for (const { grid, list } of paymentLists)
    expect((await finance.post('/api/layouts', { grid, layout: layoutOf(list) })).status).toBe(201)
  const { layouts } = (await finance.get('/api/layouts')).body
  expect(Object.keys(layouts).sort()).toEqual(paymentLists.map(({ grid }) => grid).sort())
})
