/** @module-tag sql */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { setClock, today } from '../../../api/platform/clock.ts'
import type { MyAbsence } from '../../../resources/access-control/commands/absence.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { withinSeconds } from '../../support/limits.ts'
import { submittedOrder } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
let meena: ApiClient
beforeAll(async () => {
  portal = await demoPortal()
  meena = await portal.as('meena')
}, withinSeconds(120))
afterAll(() => portal.close())
afterEach(() => setClock(null))

const asked = async (): Promise<MyAbsence> => (await meena.get('/api/my-absence')).body
const away = (delegateEmployeeId: number | null, delegateFrom: string | null, delegateTo: string | null) =>
  meena.post('/api/my-absence', { delegateEmployeeId, delegateFrom, delegateTo })

it('an approver who is away names a colleague, who then has their orders to decide', async () => {
  const joseph = await portal.as('joseph')
  const { employeeId } = await portal.db('user').where({ loginId: 'joseph' }).first('employeeId')
  expect((await asked()).colleagues.map(({ id }) => id)).toContain(employeeId)
  const ordersOf = async (who: ApiClient) =>
    (await who.get('/api/approval-queue?step=MY_APPROVAL')).body.data.map(({ orderId }: { orderId: number }) => orderId)
  const { id: order } = await submittedOrder(portal, await portal.as('asha'))
  expect(await ordersOf(meena)).toContain(order)
  expect(await ordersOf(joseph)).not.toContain(order)
  expect((await away(employeeId, today(), addDays(today(), 3))).status).toBe(201)
  expect(await asked()).toMatchObject({ delegateEmployeeId: employeeId, delegateTo: addDays(today(), 3) })
  expect(await ordersOf(joseph)).toContain(order)

  expect((await away(null, null, null)).body).toEqual({
    delegateEmployeeId: null,
    delegateFrom: null,
    delegateTo: null,
  })
  expect(await ordersOf(joseph)).not.toContain(order)
})

it('refuses a delegate who could not decide, and days that make no sense, with the field that is wrong', async () => {
  const asha = await portal.db('user').where({ loginId: 'asha' }).first('employeeId')
  const [colleague] = (await asked()).colleagues
  const faultsOf = async (answer: ReturnType<typeof away>) => {
    const { status, body } = await answer
    return [status, body.errors?.map(({ field }: { field: string }) => field)]
  }
  expect(await faultsOf(away(asha.employeeId, today(), today()))).toEqual([400, ['delegateEmployeeId']])
  expect(await faultsOf(away(colleague!.id, null, today()))).toEqual([400, ['delegateFrom']])
  expect(await faultsOf(away(colleague!.id, today(), null))).toEqual([400, ['delegateTo']])
  expect(await faultsOf(away(colleague!.id, today(), addDays(today(), -1)))).toEqual([400, ['delegateTo']])
  expect((await asked()).delegateEmployeeId).toBeNull()
})

it('is for those who decide on orders alone', async () => {
  for (const login of ['customer', 'transporter', 'asha', 'auditor'])
    expect([login, (await (await portal.as(login)).get('/api/my-absence')).status]).toEqual([login, 403])
})
