/** @module-tag locks */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDifferences } from '../../../api/orders/reconcile-orders.ts'
import { exampleCustomer, idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { type Answer, type ApiClient, demoPortal, portalBeside, type TestPortal } from '../../support/portal.ts'

const WRITERS = 6
const ORDERS_EACH = 4
let portal: TestPortal
let beside: TestPortal | undefined

beforeAll(async () => {
  portal = await demoPortal()
  if (portal.databaseUrl.startsWith('mysql:')) beside = await portalBeside(portal)
})
afterAll(async () => {
  await beside?.close()
  await portal.close()
})

it('six people create, submit and approve orders of one customer at once, and none of them is sent away', async () => {
  const desks: { seller: ApiClient; head: ApiClient }[] = []
  for (const at of [portal, ...(beside ? [beside] : [])])
    desks.push({ seller: await at.as('asha'), head: await at.as('meena') })
  const [{ seller: asha }] = desks as [(typeof desks)[number]]
  const order = await orderInputFor(portal, asha, await exampleCustomer(portal), [
    ['LS-1001', 10, 4],
    ['LS-1003', 2, 12],
  ])
  // A transaction that another overtook is run again: more than a few of these end in 503 under load.
  const overtaken: string[] = []
  for (const { db } of [portal, ...(beside ? [beside] : [])])
    db.on('query-error', ({ errno, sqlMessage }, { sql }) =>
      overtaken.push(`${errno} ${sqlMessage}: ${sql.slice(0, 160)}`),
    )
  const answers: Answer[] = []
  const noted = async (answer: Promise<Answer>) => {
    answers.push(await answer)
    return answers.at(-1)!
  }
  const place = async (seller: ApiClient, head: ApiClient, no: string) => {
    const input = { ...order, customerPoNo: `LOAD-${no}` }
    const draft = await noted(seller.post('/api/orders', input, idempotencyHeader()))
    const submitted = await noted(takeStep(seller, draft.body.id, 'submit'))
    if (submitted.body.order.pendingStep === 'MY_APPROVAL') await noted(takeStep(head, draft.body.id, 'approve'))
    return draft.body.id as number
  }
  const ids = await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const { seller, head } = desks[writer % desks.length]!
      const made: number[] = []
      for (let n = 0; n < ORDERS_EACH; n++) made.push(await place(seller, head, `${writer}-${n}`))
      return made
    }),
  )
  expect(answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.message])).toEqual([])
  expect(overtaken.slice(3)).toEqual([])
  const numbers: string[] = await portal.db('order').whereIn('id', ids.flat()).pluck('orderNo')
  expect(new Set(numbers).size).toBe(WRITERS * ORDERS_EACH)
  expect(numbers.filter(no => !no.startsWith('OR'))).toEqual([])
  await portal.runDue()
  expect(await portal.db('sap_outbox').whereIn('status', ['READY', 'SENDING'])).toEqual([])
  expect(await findDifferences(portal.db)).toEqual([])
})
