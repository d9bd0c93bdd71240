import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { orderMessage } from '../../../api/orders/sap/order-message.ts'
import { now, today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { type Actor, refusalOf, stepIn } from '../../../resources/define/process/process.ts'
import type { Row } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { customerDepartmentMap } from '../../../resources/masters/customer-department-map.ts'
import { approvalTask } from '../../../resources/orders/approval-task.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { type OrderSubject, plainOrder } from '../../../resources/orders/order-guards.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { type OrderAction, orderProcess } from '../../../resources/orders/order-process.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { orderStates } from '../../../resources/trade.ts'
import { submittedOrder, takeStep, waitForStatus } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { sampled } from '../../support/proof.ts'

/** Every order status with the variants that the guards of the steps distinguish. */
interface Standing extends OrderSubject {
  name: string
  /** The steps for which this variant differs from the plain status above. */
  only?: OrderAction[]
}
const mends: OrderAction[] = ['retry', 'markCreated', 'cancelStuck']
const decisions: OrderAction[] = ['approve', 'reject', 'sendBack', 'changeLine', 'accept', 'decline']
/** Steps that a colleague of the buyer takes. */
const inCompany: readonly string[] = ['approveInCompany', 'returnInCompany']
const standings: Standing[] = [
  ...orderStates.filter(status => status !== 'PENDING').map(status => ({ ...plainOrder, name: status, status })),
  { ...plainOrder, name: 'PENDING for my approval', status: 'PENDING', pendingStep: 'MY_APPROVAL' },
  { ...plainOrder, name: 'PENDING for the credit desk', status: 'PENDING', pendingStep: 'LIMIT', only: decisions },
  { ...plainOrder, name: 'PENDING for acceptance', status: 'PENDING', pendingStep: 'ACCEPTANCE', only: decisions },
  { ...plainOrder, name: 'APPROVED and stuck', status: 'APPROVED', isStuck: true, only: [...mends, 'cancel'] },
  {
    ...plainOrder,
    name: 'APPROVED and just being sent',
    status: 'APPROVED',
    isSending: true,
    only: [...mends, 'cancel'],
  },
]

interface Actors {
  who: ApiClient
  as: Actor[]
}

const portal = portalOfFile(demoPortal)
/** A person for each role who neither placed nor decides the order, then its owner and its assignee. */
let people: Actors[]
let model: { order: Row<typeof orders>; lines: Row<typeof orderLine>[]; schedules: Row<typeof scheduleLine>[] }
let meenaId: number
let distributorId: number
let sapOrderNo: string
/** The input of each step that people take. */
let said: Record<string, RowValues>

const author = systemAuthor('test')

beforeAll(async () => {
  const { db } = portal
  const asha = await portal.as('asha')
  const { id } = await submittedOrder(portal, asha, [
    ['LS-1001', 100, 4],
    ['LS-1002', 20, 0],
  ])
  const [order] = await rowsOf(db, orders, rows => rows.where({ id }))
  const lines = await rowsOf(db, orderLine, rows => rows.where({ orderId: id }))
  const schedules = await rowsOf(db, scheduleLine, rows =>
    rows.whereIn(
      'orderLineId',
      lines.map(line => line.id),
    ),
  )
  model = { order: order!, lines, schedules }
  meenaId = (await db('user').where({ loginId: 'meena' }).first('id')).id
  distributorId = (await db('user').where({ loginId: 'distributor' }).first('customerId')).customerId
  const other = await submittedOrder(portal, asha, [['LS-1001', 10, 0]])
  sapOrderNo = (await waitForStatus(portal, other.id, 'CONFIRMED')).sapOrderNo
  await db('order').where({ id: other.id }).update({ sapOrderNo: null })
  // The people of the sales roles keep another account of the customer in the same SBU: they read the order.
  const { employeeId } = await db('user').where({ loginId: 'sales_rep' }).first('employeeId')
  const { id: departmentId } = await db('department').where({ code: 'LSBIO' }).first('id')
  const account = { customerId: order!.customerId, departmentId, salesEmployeeId: employeeId }
  await insertRows(db, customerDepartmentMap, [account], author)
  people = []
  for (const role of roleCodes) people.push({ who: await portal.as(role.toLowerCase()), as: [role] })
  people.push({ who: asha, as: ['SALES_REP', 'owner'] })
  people.push({ who: await portal.as('meena'), as: ['SALES_MANAGER', 'assignee'] })
  const reasonCodeId = (
    await db('reason_code').where({ reasonType: 'CANCEL' }).whereNotNull('sapRejectionCode').first('id')
  ).id
  said = {
    submit: { samePo: 'ANOTHER_ORDER' },
    resubmit: { samePo: 'ANOTHER_ORDER' },
    changeLine: { lines: [{ lineNo: 10, qty: 60_000 }] },
    markCreated: { sapOrderNo },
    cancelOpen: { reasonCodeId, lines: [{ lineNo: 10, cancelQty: 5000 }] },
    deleteLines: { lineNos: [20] },
    changeDate: { requestedDeliveryDate: addDays(today(), 30) },
  }
})

/** Resets the order and its related rows to this status. */
async function orderIn({ status, pendingStep, isStuck, isSending }: Standing): Promise<number> {
  const { db } = portal
  const isInSap = !['DRAFT', 'PENDING', 'APPROVED', 'IN_ERROR', 'REJECTED', 'DEAD', 'DELETED'].includes(status)
  const [made] = await insertRows(
    db,
    orders,
    [
      {
        ...model.order,
        status,
        pendingStep,
        orderNo: randomUUID().slice(0, 14),
        draftNo: null,
        currentTaskId: null,
        soldToId: distributorId,
        sapOrderNo: isInSap ? randomUUID().slice(0, 10) : null,
      },
    ],
    author,
  )
  const orderId = made!.id
  for (const { id, ...line } of model.lines) {
    const sapItemNo = isInSap ? `0000${line.lineNo}` : null
    const [copy] = await insertRows(db, orderLine, [{ ...line, orderId, sapItemNo }], author)
    const [schedule] = model.schedules.filter(({ orderLineId }) => orderLineId === id)
    await insertRows(db, scheduleLine, [{ ...schedule, orderLineId: copy!.id }], author)
  }
  if (pendingStep) await openTask(orderId, pendingStep)
  if (isStuck || isSending) {
    const at = now()
    await db('sap_outbox').insert({
      messageNo: randomUUID().slice(0, 14),
      messageType: 'ORDER_CREATE',
      ownerType: 'ORDER',
      ownerId: orderId,
      idempotencyKey: randomUUID(),
      payload: JSON.stringify(await orderMessage(db, orderId)),
      status: isStuck ? 'FAILED_TECH' : 'SENDING',
      lockedUntil: '2099-01-01T00:00:00.000Z',
      attempts: 7,
      nextAttemptAt: at,
      rowVersion: 1,
      createdAt: at,
      updatedAt: at,
    })
  }
  return orderId
}

async function openTask(orderId: number, step: NonNullable<OrderSubject['pendingStep']>) {
  const task = {
    taskNo: randomUUID().slice(0, 14),
    orderId,
    step,
    seq: 50,
    level: 1,
    round: model.order.approvalRound,
    assigneeUserId: meenaId,
    triggerJson: {},
    fingerprint: 'test',
    status: 'PENDING' as const,
    dueAt: '2099-01-01T00:00:00.000Z',
  }
  await insertRows(portal.db, approvalTask, [task], author)
}

const subjectOf = (standing: Standing, as: readonly Actor[]): OrderSubject => ({
  ...standing,
  isCopyable: !as.includes('DISTRIBUTOR'),
  openLineCount: model.lines.length,
  isCancellable: standing.status === 'CONFIRMED' || standing.status === 'PARTIALLY_DISPATCHED',
})

/** The HTTP status and code expected by the table. */
function expected(step: OrderAction, standing: Standing, as: readonly Actor[]): string {
  const [role] = as as [Role]
  const reads = may(orders.access, role, 'R') || (role === 'SYS_ADMIN' && mends.includes(step))
  if (!reads) return '403 FORBIDDEN'
  const pending = standing.status === 'PENDING'
  const refusal = refusalOf(
    orderProcess,
    step,
    subjectOf(standing, as),
    pending ? as : as.filter(one => one !== 'assignee'),
  )
  if (!refusal) return '201'
  // A company's people are asked by one of them alone, which none of these orders waits for.
  if (inCompany.includes(step) && ['CUSTOMER', 'DISTRIBUTOR'].includes(role)) return '409 TASK_ALREADY_DONE'
  // A decision is refused by the state of the task: there is none, or it belongs to another person.
  if (decisions.includes(step)) {
    if (!pending) return '409 TASK_ALREADY_DONE'
    if (!as.includes('assignee')) return '403 TASK_NOT_YOURS'
  }
  return `${refusal.code === 'FORBIDDEN' ? 403 : 409} ${refusal.code}`
}

/** The steps that people take by `POST /api/order-steps`. */
const steps = Object.keys(orderProcess.steps).filter(
  step =>
    !orderProcess.steps[step as OrderAction].by.includes('system' as never) &&
    !['create', 'save', 'correct'].includes(step),
) as OrderAction[]

/** Takes a step as one of them; returns the answer and the new status. */
async function ask({ who }: Actors, orderId: number, step: OrderAction): Promise<string> {
  const remark = stepIn(orderProcess, step).remark && { remark: 'Because' }
  const { status, body } = await takeStep(who, orderId, step, { ...remark, ...said[step] })
  if (status !== 201) return `${status} ${body.errors?.[0]?.code ?? body.className}`
  // The IT administrator does not see the status of an order.
  const at = body.order.status ?? (await portal.db('order').where({ id: orderId }).first('status')).status
  return [orderProcess.steps[step].to].flat().includes(at) ? '201' : `201 ${at}`
}

/** Everything of an order that a step could change. */
async function footprint(orderId: number) {
  const { db } = portal
  const count = async (table: string, where: RowValues) => (await db(table).where(where).count({ n: '*' }))[0]!.n
  return {
    order: await db('order').where({ id: orderId }).first(),
    lines: await db('order_line').where({ orderId }),
    tasks: await db('approval_task').where({ orderId }),
    steps: await count('order_step', { orderId }),
    messages: await db('sap_outbox').where({ ownerId: orderId }),
    history: await count('audit_entry', { entity: 'order', entityId: orderId }),
    orders: await count('order', {}),
    answersKept: await count('idempotency_key', {}),
  }
}

it('every step can be taken by somebody in some status', () => {
  const taken = steps.filter(step =>
    standings.some(standing => people.some(({ as }) => expected(step, standing, as) === '201')),
  )
  expect(taken).toEqual(steps.filter(step => !inCompany.includes(step)))
  expect(steps.length).toBeGreaterThan(10)
})

describe.each(standings)('an order that is $name', standing => {
  const cells = () =>
    sampled(
      `an order that is ${standing.name}: steps × people`,
      (standing.only ?? steps).flatMap(step =>
        people.map(person => ({ step, person, says: expected(step, standing, person.as) })),
      ),
      80,
      ({ step, says }) => `${step} ${says}`,
      ({ person }) => person,
    )

  it('is changed by nobody whom the table does not name, and a refusal changes nothing', async () => {
    const orderId = await orderIn(standing)
    const before = await footprint(orderId)
    const wrong: string[] = []
    expect(cells().filter(({ says }) => says !== '201').length).toBeGreaterThan(people.length)
    for (const [step, of] of Map.groupBy(cells(), cell => cell.step)) {
      const refused = of.filter(({ says }) => says !== '201')
      const answers = await Promise.all(refused.map(({ person }) => ask(person, orderId, step)))
      for (const [at, { person, says }] of refused.entries())
        if (answers[at] !== says) wrong.push(`${step} by ${person.as}: ${answers[at]}, not ${says}`)
    }
    expect(wrong).toEqual([])
    expect(await footprint(orderId)).toEqual(before)
  })

  it('is changed by the people the table names, to the status it states', async () => {
    const wrong: string[] = []
    for (const { step, person, says } of cells().filter(cell => cell.says === '201')) {
      const answer = await ask(person, await orderIn(standing), step)
      if (answer !== says) wrong.push(`${step} by ${person.as}: ${answer}, not ${says}`)
      // An SAP number belongs to one order, so it is freed for the next one that marks it.
      if (step === 'markCreated') await portal.db('order').where({ sapOrderNo }).update({ sapOrderNo: null })
    }
    expect(wrong).toEqual([])
  })
})
