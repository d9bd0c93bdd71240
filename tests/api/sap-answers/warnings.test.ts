import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../../api/platform/log.ts'
import { warningsOfOrder } from '../../../api/sap/orders/warnings-of-order.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import { stepsOfBuyers } from '../../../resources/orders/order-process.ts'
import type { Company } from '../../support/dispatches/shipped-order.ts'
import { companyWithSap, releasedOrder } from '../../support/sap/over-http.ts'

const log = createLog({ logLevel: 'silent' })
let company: Company
let db: Knex
let sap: Awaited<ReturnType<typeof companyWithSap>>['sap']
let close: () => Promise<void>
let at = Date.parse('2026-11-30T05:00:00.000Z')

beforeAll(async () => {
  const made = await companyWithSap(() => new Date(at++).toISOString())
  ;({ db, company, sap, close } = made)
})
afterAll(() => close())
afterEach(async () => void (await sap.control('behaviour', { mode: 'ok' })))

const send = () => messageSender({ db, sap: sap.adapter(), log }).drain()
const historyOf = (orderId: number) => db('order_step').where({ orderId, step: 'sapWarned' }).pluck('remark')
const INCOMPLETE = 'The sales document is incomplete: maintain the missing data.'

it.each(['json', 'xml'] as const)('what SAP warns of when it creates an order is kept and told, in %s', async form => {
  const { id } = await releasedOrder(db, company)
  const behaviours = [{ mode: 'incomplete' }, ...(form === 'xml' ? [{ mode: 'xml-warnings' }] : [])]
  await sap.control('behaviour', { behaviours })
  await send()
  expect(await db('order').where({ id }).first('status')).toEqual({ status: 'CONFIRMED' })
  expect(await warningsOfOrder(db, id)).toMatchObject([
    { code: 'V1/555', message: INCOMPLETE, severity: 'warning', messageType: 'ORDER_CREATE' },
  ])
  expect(await historyOf(id)).toEqual([INCOMPLETE])
  // Buyers do not read it.
  expect(stepsOfBuyers).not.toContain('sapWarned')
})

it('an order that SAP takes without a word has no warnings', async () => {
  const { id } = await releasedOrder(db, company)
  await send()
  expect([await warningsOfOrder(db, id), await historyOf(id)]).toEqual([[], []])
})

it('what SAP only informs of stays with the attempt', async () => {
  const { id } = await releasedOrder(db, company)
  sap.through(async ({ method, forward }) => {
    const answer = await forward()
    if (method !== 'POST') return answer
    const headers = new Headers(answer.headers)
    headers.set(
      'sap-message',
      '{"code":"V1/311","message":"Order is saved","severity":"info","target":"","details":[]}',
    )
    return new Response(await answer.text(), { status: answer.status, headers })
  })
  await send()
  sap.through(({ forward }) => forward())
  expect(await warningsOfOrder(db, id)).toMatchObject([{ code: 'V1/311', severity: 'info' }])
  expect(await historyOf(id)).toEqual([])
})
