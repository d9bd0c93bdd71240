/** @module-tag locks */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { quarterOf } from '../../../resources/orders/terms/quarter.ts'
import { exampleCustomer, idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
let customer: { id: number }
let head: string

/** Free samples that the CSC agent does not check first; LS-1001 costs 1,000.00 at list. */
beforeAll(async () => {
  customer = await exampleCustomer(portal)
  await portal.db('order_type').where({ code: 'FOC' }).update({ requiresCsc: 0 })
  const { name } = await portal
    .db('sbu')
    .join('employee', 'employee.id', 'sbu.headEmployeeId')
    .where('sbu.code', 'LS')
    .first('employee.name')
  head = name
})
beforeEach(() => portal.db('order').where({ customerId: customer.id }).update({ status: 'CANCELLED' }))

const budgetIs = (rupees: number) =>
  portal
    .db('app_setting')
    .where({ key: 'foc.customer_quarter' })
    .update({ value: String(rupees) })
const free = (qty: number) => orderInputFor(portal, asha, customer, [['LS-1001', qty, 0]], 'FOC')
async function draft(qty: number): Promise<number> {
  const { status, body } = await asha.post('/api/orders', await free(qty), idempotencyHeader())
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
async function submitted(qty: number) {
  const id = await draft(qty)
  const { status, body } = await takeStep(asha, id, 'submit')
  expect(status, JSON.stringify(body)).toBe(201)
  return body.order
}
const asked = async (qty: number) => (await asha.post('/api/quotes', await free(qty))).body.approvals[0]

describe('free goods', () => {
  it('need nobody within the limits, and beyond the own one the manager, by their list value', async () => {
    await budgetIs(25_000)
    expect(await submitted(2)).toMatchObject({ status: 'APPROVED', listValue: 2_000_00, grossValue: 0 })
    expect(await asked(3)).toMatchObject({ step: 'MY_APPROVAL', people: ['Meena Kulkarni'], measuredValue: null })
    expect(await submitted(3)).toMatchObject({ status: 'PENDING', pendingStep: 'MY_APPROVAL' })
  })

  it('beyond the budget of the customer in the quarter are decided by the head', async () => {
    await budgetIs(3_000)
    const { id } = await submitted(2)
    expect(await asked(1)).toBeUndefined()
    const over = await asked(2)
    expect(over.people.at(-1)).toContain(head)
    expect(over.reason).toContain(
      '₹ 2,000.00 of free goods in this quarter and ₹ 2,000.00 on this order are over the budget of ₹ 3,000.00',
    )
    expect(await submitted(2)).toMatchObject({ status: 'PENDING', pendingStep: 'MY_APPROVAL' })
    await portal.db('order').where({ customerId: customer.id }).whereNot({ id }).update({ status: 'REJECTED' })
    const [first] = quarterOf(today())
    const ordered = (orderDate: string) => portal.db('order').where({ id }).update({ orderDate })
    await ordered(first)
    expect(await asked(2)).toBeDefined()
    await ordered(addDays(first, -1))
    expect(await asked(2)).toBeUndefined()
  })

  it('are all decided by the head without a budget', async () => {
    await budgetIs(0)
    expect((await asked(1)).people).toEqual([head])
  })

  it('of two orders at once never both pass one budget', async () => {
    await budgetIs(1_500)
    const ids = [await draft(1), await draft(1)]
    const answers = await Promise.all(ids.map(id => takeStep(asha, id, 'submit')))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers.map(({ body }) => body.order.status).sort()).toEqual(['APPROVED', 'PENDING'])
  })
})
