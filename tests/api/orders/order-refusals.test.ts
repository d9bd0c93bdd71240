import { describe, expect, it } from 'vitest'
import { rerouteTasks } from '../../../api/orders/approvals/reroute-tasks.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import {
  exampleOrderInput,
  idempotencyHeader,
  orderInputFor,
  submittedOrder,
  takeStep,
  waitForStatus,
} from '../../support/orders/example-order.ts'
import type { Answer, ApiClient } from '../../support/portal.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const arjun = portal.person('sales_rep')
const meena = portal.person('meena')
const joseph = portal.person('joseph')

type Order = Awaited<ReturnType<typeof orderInputFor>>
type Lines = Parameters<typeof orderInputFor>[3]

const customerOf = (code: string): Promise<{ id: number }> => portal.db('customer').where({ code }).first('id')
const enteredBy = async (who: ApiClient, customer: string, lines: Lines, orderType?: string) =>
  orderInputFor(portal, who, await customerOf(customer), lines, orderType)
const faultsOf = ({ body }: Answer): string[] =>
  body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)

/** The answer to saving and submitting the order; asserts that a saved draft is still a draft. */
async function refusalOf(who: ApiClient, order: Order): Promise<Answer> {
  const draft = await who.post('/api/orders', order, idempotencyHeader())
  if (draft.status !== 201) return draft
  const answer = await takeStep(who, draft.body.id, 'submit')
  const { status, rowVersion } = await portal.db('order').where({ id: draft.body.id }).first()
  expect([status, rowVersion]).toEqual(['DRAFT', draft.body.rowVersion])
  return answer
}

/** Changes rows of a master while `work` runs, and restores them. */
async function whileIn<Result>(
  table: string,
  where: Record<string, unknown>,
  changes: Record<string, unknown>,
  happens: () => Promise<Result>,
): Promise<Result> {
  const before: Record<string, unknown>[] = await portal.db(table).where(where)
  expect(before).not.toEqual([])
  await portal.db(table).where(where).update(changes)
  try {
    return await happens()
  } finally {
    const names = Object.keys(changes)
    for (const row of before) {
      const was = Object.fromEntries(names.map(name => [name, row[name]]))
      await portal.db(table).where({ id: row.id }).update(was)
    }
  }
}

describe('an order is not submitted', () => {
  it('for a customer who is no longer active', async () => {
    const draft = await asha.post('/api/orders', await exampleOrderInput(portal, asha), idempotencyHeader())
    const answer = await whileIn('customer', { id: draft.body.customerId }, { isActive: 0 }, () =>
      takeStep(asha, draft.body.id, 'submit'),
    )
    expect([answer.status, faultsOf(answer)]).toEqual([422, ['customerId CUSTOMER_INACTIVE']])
  })

  it('for a customer whom SAP blocks', async () => {
    const answer = await refusalOf(arjun, await enteredBy(arjun, '100108', [['LS-1001', 10, 0]]))
    expect([answer.status, faultsOf(answer)]).toEqual([422, ['customerId SAP_ORDER_BLOCK']])
  })

  it('from an SBU that is not open to the customer, neither alone nor together with an open one', async () => {
    const alone = await refusalOf(asha, await enteredBy(asha, '100102', [['PS-2012', 500, 0]]))
    expect([alone.status, faultsOf(alone)]).toEqual([422, ['customerId SBU_NOT_ALLOWED']])
    const order = await enteredBy(asha, '100102', [
      ['LS-1001', 10, 0],
      ['PS-2012', 500, 0],
    ])
    const beside = await refusalOf(asha, order)
    expect([beside.status, faultsOf(beside)]).toEqual([422, ['sbuId SBU_NOT_ALLOWED']])
  })

  it('with an order type that the department does not allow, or allows only for employees', async () => {
    const tender = await refusalOf(asha, await enteredBy(asha, '100101', [['PS-2012', 500, 0]], 'TND'))
    expect(faultsOf(tender)).toContain('orderTypeId ORDER_TYPE_NOT_ALLOWED')
    const customer = await portal.as('customer')
    const samples = await refusalOf(customer, await enteredBy(customer, '100101', [['LS-1001', 1, 0]], 'FOC'))
    expect([samples.status, faultsOf(samples)]).toEqual([422, ['orderTypeId ORDER_TYPE_NOT_ALLOWED']])
  })

  const oneLine: readonly [why: string, code: string, field: string, line: Lines[number]][] = [
    ['a product that SAP has stopped selling', 'PRODUCT_NOT_ORDERABLE', 'productId', ['PS-2010', 200, 0]],
    ['a quantity that is no multiple of the pack', 'QTY_MULTIPLE', 'qty', ['LS-1301', 7, 0]],
    ['less than the least quantity', 'QTY_MIN', 'qty', ['LS-1301', 2, 0]],
    ['more than the largest quantity', 'QTY_MAX', 'qty', ['LS-1303', 41, 0]],
    ['a product without a price', 'NO_PRICE', 'productId', ['LS-1202', 1, 0]],
    ['a discount beyond the cap of the pricing group', 'DISCOUNT_OVER_CAP', 'manualDiscountPct', ['LS-1001', 100, 26]],
  ]
  it.each(oneLine)('with %s (%s)', async (_, code, field, line) => {
    const answer = await refusalOf(asha, await enteredBy(asha, '100101', [['LS-1002', 10, 0], line]))
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toContain(`lines[1].${field} ${code}`)
    expect(faultsOf(answer).filter(fault => fault.startsWith('lines[0]'))).toEqual([])
  })

  it('with a stopped product, in whose place another one is offered', async () => {
    const order = await enteredBy(asha, '100101', [['LS-1001', 10, 0]])
    const other = await portal.db('products').where('code', 'LS-1002').first('id', 'name')
    const stopped = { isOrderable: 0, substituteProductId: other.id }
    const answer = await whileIn('products', { code: 'LS-1001' }, stopped, () => refusalOf(asha, order))
    expect([answer.status, answer.body.errors[0]]).toMatchObject([
      422,
      {
        code: 'PRODUCT_NOT_ORDERABLE',
        message: `Line 10 (LS-1001) cannot be ordered: order LS-1002 ${other.name} instead`,
      },
    ])
  })

  it('with a drug for a customer whose drug licence has ended', async () => {
    const answer = await refusalOf(arjun, await enteredBy(arjun, '100103', [['PH-3001', 100, 0]]))
    expect([answer.status, faultsOf(answer)]).toEqual([422, ['lines[0].productId DRUG_LICENCE_EXPIRED']])
  })

  it('when no plant may supply it', async () => {
    const answer = await whileIn('sbu_wise_cnf', { isActive: 1 }, { isActive: 0 }, () =>
      whileIn('default_supply_plant', { isActive: 1 }, { isActive: 0 }, async () =>
        refusalOf(asha, await exampleOrderInput(portal, asha)),
      ),
    )
    expect([answer.status, faultsOf(answer)]).toEqual([422, ['lines[0].plantId NO_SOURCE']])
  })

  it('below the minimum order value of the SBU', async () => {
    const answer = await refusalOf(asha, await enteredBy(asha, '100101', [['LS-1005', 1, 25]]))
    expect([answer.status, faultsOf(answer)]).toEqual([422, ['taxableValue MIN_ORDER_VALUE']])
  })
})

describe('an order in error', () => {
  it('results when nobody may approve the order, and says what to set up and who can do it', async () => {
    const kavita = await portal.as('kavita')
    const order = await submittedOrder(portal, kavita)
    expect(order).toMatchObject({ status: 'IN_ERROR', errorCode: 'APPROVER_NOT_FOUND', currentTaskId: null })
    expect(order.errorText).toContain('no approver for this order')
  })

  it('results when none of the approvers can sign in, and is resolved once they can', async () => {
    const unable = <Result>(loginId: string, happens: () => Promise<Result>) =>
      whileIn('user', { loginId }, { isActive: 0 }, happens)
    const next = await unable('meena', () => submittedOrder(portal, asha))
    const { loginId } = await portal
      .db('approval_task')
      .join('user', 'user.id', 'approval_task.assigneeUserId')
      .where('approval_task.id', next.currentTaskId)
      .first('loginId')
    expect(loginId).toBe('joseph')
    const order = await unable('meena', () =>
      unable('joseph', () => unable('kavita', () => submittedOrder(portal, asha))),
    )
    expect(order).toMatchObject({ status: 'IN_ERROR', errorCode: 'APPROVER_NOT_FOUND' })
    const again = await takeStep(asha, order.id, 'resubmit')
    expect(again.body.order).toMatchObject({ status: 'PENDING', orderNo: order.orderNo, errorCode: null })
  })

  it('is corrected and resubmitted under the same number after SAP refused a product', async () => {
    const { order, refused } = await whileIn('products', { code: 'LS-1004' }, { code: 'SAPFAIL-BUS' }, async () => {
      const order = await submittedOrder(portal, asha, [['SAPFAIL-BUS', 10, 0]])
      return { order, refused: await waitForStatus(portal, order.id, 'IN_ERROR') }
    })
    expect(refused).toMatchObject({ errorCode: 'V1/384', orderNo: order.orderNo })
    expect(refused.errorText).toContain('SAPFAIL-BUS')
    const correction = {
      ...(await exampleOrderInput(portal, asha, [['LS-1003', 10, 0]])),
      rowVersion: refused.rowVersion,
    }
    const corrected = await asha.patch(`/api/orders/${order.id}`, correction)
    expect(corrected).toMatchObject({ status: 200, body: { status: 'IN_ERROR', approvalRound: 1 } })
    const again = await takeStep(asha, order.id, 'resubmit')
    expect(again.body.order).toMatchObject({ status: 'APPROVED', orderNo: order.orderNo, approvalRound: 2 })
    expect(await waitForStatus(portal, order.id, 'CONFIRMED')).toMatchObject({ errorCode: null, errorText: null })
    expect(await portal.db('order_step').where({ orderId: order.id }).orderBy('id').pluck('step')).toEqual([
      'create',
      'submit',
      'release',
      'sapRefused',
      'correct',
      'resubmit',
      'release',
      'sapConfirmed',
    ])
  })
})

describe('a decision', () => {
  it('is refused with a code to a person it does not wait for', async () => {
    const order = await submittedOrder(portal, asha)
    for (const who of [asha, joseph]) {
      const answer = await takeStep(who, order.id, 'approve')
      expect([answer.status, faultsOf(answer)]).toEqual([403, [' TASK_NOT_YOURS']])
      expect(answer.body.message).not.toContain('TASK_')
    }
  })

  it('is not made twice', async () => {
    const order = await submittedOrder(portal, asha)
    await takeStep(meena, order.id, 'reject', { remark: 'Too cheap' })
    const again = await takeStep(meena, order.id, 'approve')
    expect([again.status, faultsOf(again)]).toEqual([409, [' TASK_ALREADY_DONE']])
  })

  it('needs the version of the order that was read', async () => {
    const order = await submittedOrder(portal, asha)
    const answer = await takeStep(meena, order.id, 'approve', { rowVersion: order.rowVersion - 1 })
    expect([answer.status, faultsOf(answer)]).toEqual([409, [' STALE_ROW']])
    expect((await takeStep(meena, order.id, 'approve', { rowVersion: order.rowVersion })).status).toBe(201)
  })

  it('goes to the delegate at once when the approver is away', async () => {
    const rakesh = await portal.as('sales_manager')
    const [decided, left] = await away('meena', 'sales_manager', async () => {
      const orders = [await submittedOrder(portal, asha), await submittedOrder(portal, asha)] as const
      const { body: queue } = await rakesh.get('/api/approval-queue?step=MY_APPROVAL')
      expect(queue.data.map(({ orderId }: { orderId: number }) => orderId)).toEqual(
        expect.arrayContaining(orders.map(({ id }) => id)),
      )
      return [await takeStep(rakesh, orders[0].id, 'approve'), orders[1]] as const
    })
    expect(decided.body.order.status).toBe('APPROVED')
    // The approver is back, so the undecided task is theirs again, in an SBU where the delegate's team keeps no account.
    expect((await takeStep(rakesh, left.id, 'approve')).status).toBe(404)
    expect((await takeStep(meena, left.id, 'approve')).body.order.status).toBe('APPROVED')
  })

  it('that is pending passes to the delegate, who sees the order only for the days of the delegation', async () => {
    const order = await submittedOrder(portal, asha)
    const nandini = await portal.as('nandini')
    expect((await nandini.get(`/api/orders/${order.id}`)).status).toBe(404)
    await away('meena', 'nandini', async () => {
      const { body } = await nandini.get('/api/approval-queue?step=MY_APPROVAL')
      expect(body.data.map(({ orderId }: { orderId: number }) => orderId)).toContain(order.id)
      expect((await nandini.get(`/api/orders/${order.id}`)).status).toBe(200)
      expect((await takeStep(nandini, order.id, 'approve')).body.order.status).toBe('APPROVED')
    })
    const [task] = await portal.db('approval_task').where({ orderId: order.id })
    const acted = await portal.db('user').where({ id: task.actedById }).first('loginId')
    expect([task.status, acted.loginId]).toEqual(['APPROVED', 'nandini'])
  })

  it('skips a manager who has left: the next one above decides', async () => {
    const leaving = { dateOfLeaving: addDays(today(), -1) }
    const order = await whileIn('employee', { name: 'Meena Kulkarni' }, leaving, () => submittedOrder(portal, asha))
    expect((await takeStep(joseph, order.id, 'approve')).body.order.status).toBe('APPROVED')
  })

  it('that waits for a manager who leaves is made by the next one above, not in the name of who left', async () => {
    const order = await submittedOrder(portal, asha)
    await whileIn('employee', { name: 'Meena Kulkarni' }, { dateOfLeaving: addDays(today(), -1) }, () =>
      whileIn('user', { loginId: 'meena' }, { isActive: 0 }, async () => {
        expect((await meena.get('/api/me')).status).toBe(401)
        const approve = () =>
          joseph.post('/api/order-steps', { orderId: order.id, step: 'approve' }, idempotencyHeader())
        expect(faultsOf(await approve())).toEqual([' TASK_NOT_YOURS'])
        await away('meena', 'joseph', async () => {
          expect(faultsOf(await approve())).toEqual([' TASK_NOT_YOURS'])
        })
        await rerouteTasks(portal.db)
        expect((await approve()).body.order.status).toBe('APPROVED')
      }),
    )
  })
})

/** Makes another login's employee the delegate of an employee, for today, while `work` runs. */
async function away<Result>(login: string, delegate: string, happens: () => Promise<Result>): Promise<Result> {
  const employeeOf = async (loginId: string): Promise<number> =>
    (await portal.db('user').where({ loginId }).first('employeeId')).employeeId
  const window = { delegateEmployeeId: await employeeOf(delegate), delegateFrom: today(), delegateTo: today() }
  return whileIn('employee', { id: await employeeOf(login) }, window, happens)
}
