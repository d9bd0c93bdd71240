import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifyPassword } from '../../../api/account/password.ts'
import { takeDueSteps } from '../../../api/derive/process/due-steps.ts'
import { readPerson } from '../../../api/derive/rights/read-person.ts'
import { attachedCollection } from '../../../api/dispatches/collections/change-collection.ts'
import { remindOfClaims } from '../../../api/dispatches/events/claims.ts'
import { remindOfPods } from '../../../api/dispatches/pods/remind-of-pods.ts'
import { expireMessages } from '../../../api/mail/claim-message.ts'
import { orderDifferences } from '../../../api/mis/facts/order-differences.ts'
import { saleDifferences } from '../../../api/mis/facts/sale-fact.ts'
import { findDifferences } from '../../../api/orders/reconcile-orders.ts'
import { findPaymentDifferences } from '../../../api/payments/reconcile-payments.ts'
import { checkSettlements } from '../../../api/payments/settlement/check-settlements.ts'
import { secondsFromNow, today } from '../../../api/platform/clock.ts'
import { simulatorFile } from '../../../api/platform/simulators.ts'
import { mailDelays } from '../../../api/shipment-tracking/news/mail-delays.ts'
import { onTimeColumns } from '../../../api/shipment-tracking/on-time.ts'
import { simulatorStore } from '../../../api/simulators/sap/store.ts'
import { complaintStates } from '../../../resources/complaints/complaint-states.ts'
import { disputeStates } from '../../../resources/complaints/dispute-states.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { statesOf } from '../../../resources/define/process/states.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import { onTimePct } from '../../../resources/dispatches/on-time.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import { postingStates } from '../../../resources/payments/payment-words.ts'
import { differenceKinds } from '../../../resources/payments/settlement-words.ts'
import { DEMO_PASSWORD } from '../../../resources/platform/demo-password.ts'
import { resources } from '../../../resources/registry.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { approvalSteps, deliveryStatuses } from '../../../resources/trade.ts'
import { demoLogins } from '../../../seeds/people.ts'
import { withoutListPrice } from '../../../seeds/prices.ts'
import { seedOnce } from '../../../seeds/seed.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { impossibleLrs } from '../../support/dispatches/impossible-lrs.ts'
import { withinSeconds } from '../../support/limits.ts'

const home = mkdtempSync(join(tmpdir(), 'bilty-seeds-'))
const secret = 'a secret of the tests, for the codes at the gate'
afterAll(() => rmSync(home, { recursive: true }))

const masters = resources.filter(({ kind }) => kind === 'master')

async function counts({ db }: TestDatabase): Promise<Record<string, number>> {
  const found = resources.map(async resource => {
    const [row] = await db(tableOf(resource)).count({ total: '*' })
    return [resource.name, Number(row!.total)] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

describe('the demo company', { tags: ['sql'] }, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
    await seedOnce(database.db, { databaseUrl: database.url, environment: 'test', home, secret })
  })
  afterAll(() => database.close())

  it('is seeded once, however often the product starts', async () => {
    const before = await counts(database)
    await seedOnce(database.db, { databaseUrl: database.url, environment: 'test', home, secret })
    await seedOnce(database.db, { databaseUrl: database.url, environment: 'production', home, secret })
    expect(await counts(database)).toEqual(before)
  })

  it('has a row in every master but the number series, which start with the first document', async () => {
    const rows = await counts(database)
    const empty = masters.filter(({ name }) => rows[name] === 0).map(({ name }) => name)
    expect(empty).toEqual(['number-series'])
  })

  it('has its specified size', async () => {
    expect(await counts(database)).toMatchObject({
      sbu: 3,
      channel: 4,
      'zone-area': 5,
      plant: 8,
      cnf: 3,
      customer: 12,
      'ship-to': 24,
      products: 40,
    })
  })

  it('has a history like rows that somebody entered', async () => {
    const [told] = await database
      .db('audit_entry')
      .where({ entity: 'customer', action: 'CREATE' })
      .count({ total: '*' })
    expect(Number(told!.total)).toBe(12)
    const people = await database.db('audit_entry').where({ entity: 'user', action: 'CREATE' })
    expect(people.length).toBeGreaterThan(10)
    const secrets = await database.db('audit_entry').where('entity', 'user').where('afterJson', 'like', '%argon2%')
    expect(secrets).toEqual([])
  })

  it('lets every one of its people sign in with the demo password, without changing it first', async () => {
    const users: { loginId: string; passwordHash: string; mustChangePassword: number }[] = await database.db('user')
    expect(users.map(({ loginId }) => loginId).sort()).toEqual([...demoLogins].sort())
    const wrong = await Promise.all(
      users.map(async user => ((await verifyPassword(DEMO_PASSWORD, user.passwordHash)) ? [] : [user.loginId])),
    )
    expect(wrong.flat()).toEqual([])
    expect(users.filter(user => user.mustChangePassword)).toEqual([])
    expect(new Set(users.map(user => user.passwordHash)).size).toBe(users.length)
  })

  it('has a person for every role, named like the role', async () => {
    for (const role of roleCodes) {
      const user = await database.db('user').where('loginId', role.toLowerCase()).first('id')
      expect((await readPerson(database.db, user.id))?.roles, role).toEqual([role])
    }
  })

  it('routes orders above the limit of Asha to Meena, and above the limit of Meena to Joseph', async () => {
    const chain = await database
      .db('employee as e1')
      .join('employee as e2', 'e2.id', 'e1.managerId')
      .join('employee as e3', 'e3.id', 'e2.managerId')
      .where('e1.name', 'like', 'Asha%')
      .first('e2.name as first', 'e3.name as second')
    expect(chain).toEqual({ first: 'Meena Kulkarni', second: "Joseph D'Souza" })
    const limits = await database
      .db('approving_limits')
      .join('user', 'user.employeeId', 'approving_limits.employeeId')
      .join('sbu', 'sbu.id', 'approving_limits.sbuId')
      .where({ 'sbu.code': 'LS', confirmStatus: 'CONFIRMED' })
      .whereIn('loginId', ['asha', 'meena', 'joseph', 'ravi', 'cc1', 'cc2'])
      .orderBy('maxValue')
      .select('loginId', 'limitType', 'level', 'maxValue')
    expect(limits).toEqual([
      { loginId: 'ravi', limitType: 'LIMIT_PRICE_PCT', level: 1, maxValue: 200 },
      { loginId: 'asha', limitType: 'DISCOUNT_PCT', level: 1, maxValue: 500 },
      { loginId: 'meena', limitType: 'DISCOUNT_PCT', level: 2, maxValue: 1000 },
      { loginId: 'joseph', limitType: 'DISCOUNT_PCT', level: 3, maxValue: 1500 },
      { loginId: 'asha', limitType: 'FREIGHT_VALUE', level: 1, maxValue: 50_000 },
      { loginId: 'asha', limitType: 'FOC_VALUE', level: 1, maxValue: 200_000 },
      { loginId: 'meena', limitType: 'FREIGHT_VALUE', level: 2, maxValue: 500_000 },
      { loginId: 'meena', limitType: 'FOC_VALUE', level: 2, maxValue: 1_000_000 },
      { loginId: 'joseph', limitType: 'FREIGHT_VALUE', level: 3, maxValue: 2_500_000 },
      { loginId: 'joseph', limitType: 'FOC_VALUE', level: 3, maxValue: 4_000_000 },
      { loginId: 'cc1', limitType: 'CREDIT_AMOUNT', level: 1, maxValue: 5_000_000 },
      { loginId: 'cc2', limitType: 'CREDIT_AMOUNT', level: 2, maxValue: 50_000_000 },
    ])
  })

  it('has no limit that one person both entered and confirmed', async () => {
    const limits = await database.db('approving_limits').where({ confirmStatus: 'CONFIRMED' })
    expect(limits.length).toBeGreaterThan(5)
    const alone = await database
      .db('approving_limits')
      .whereNull('createdById')
      .orWhereRaw('?? = ??', ['createdById', 'confirmedById'])
    expect(alone).toEqual([])
  })

  it('has a price for every product in every channel, but for products sold by quotation', async () => {
    const priced: { code: string; prices: number }[] = await database
      .db('products')
      .leftJoin('product_price', 'product_price.productId', 'products.id')
      .groupBy('products.code')
      .select('products.code')
      .count({ prices: 'product_price.id' })
    const unpriced = priced.filter(({ prices }) => Number(prices) !== 4).map(({ code }) => code)
    expect(unpriced).toEqual(withoutListPrice)
  })

  it('gives every customer an account owner who may order, in a department with a default order type', async () => {
    const open = await database
      .db('customer_department_map')
      .join('department', 'department.id', 'customer_department_map.departmentId')
      .join('sbu_employee_map', join =>
        join
          .on('sbu_employee_map.employeeId', 'customer_department_map.salesEmployeeId')
          .on('sbu_employee_map.sbuId', 'department.sbuId'),
      )
      .join('allow_ordertype_department', 'allow_ordertype_department.departmentId', 'department.id')
      .where({ canPlaceOrders: 1, isDefault: 1 })
      .pluck('customerId')
    const accounts = await database.db('customer_department_map').pluck('customerId')
    expect(open.sort()).toEqual(accounts.sort())
    expect(new Set(accounts).size).toBe(12)
  })
})

describe('a new production database', { tags: ['sql'] }, () => {
  let database: TestDatabase
  let printed = ''
  beforeAll(async () => {
    database = await freshDatabase()
    const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => {
      printed += text
      return true
    })
    const start = { databaseUrl: database.url, environment: 'production' as const, home, secret }
    await seedOnce(database.db, start).finally(() => write.mockRestore())
  })
  afterAll(() => database.close())

  it('has the system tables and no company', async () => {
    const rows = await counts(database)
    expect(rows).toMatchObject({
      role: 15,
      channel: 4,
      'order-type': 5,
      zone: 4,
      state: 37,
      'customer-segment': 7,
      'message-template': 87,
    })
    expect(rows).toMatchObject({ customer: 0, employee: 0, products: 0, sbu: 0 })
  })

  it('has one administrator, whose displayed password must be changed', async () => {
    const users = await database.db('user')
    expect(users).toHaveLength(1)
    expect(users[0]).toMatchObject({ loginId: 'sys_admin', mustChangePassword: 1 })
    const password = /password (\S+)/.exec(printed)?.[1] ?? ''
    expect(password.length).toBeGreaterThan(20)
    expect(await verifyPassword(password, users[0].passwordHash)).toBe(true)
    expect(await verifyPassword(DEMO_PASSWORD, users[0].passwordHash)).toBe(false)
  })
})

describe('a demo database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
    await seedOnce(database.db, { databaseUrl: database.url, environment: 'development', home, secret })
    // A hundred orders are seeded by taking each of their steps.
  }, withinSeconds(300))
  afterAll(() => database.close())

  it('has more than sixty orders of the last hundred days, in every state, waiting in each of the seven queues', async () => {
    const placed: { status: string; pendingStep: string | null }[] = await database.db('order').select()
    expect(placed.length).toBeGreaterThanOrEqual(60)
    expect(new Set(placed.map(({ status }) => status))).toEqual(new Set(Object.keys(orderProcess.states)))
    expect(new Set(placed.flatMap(({ pendingStep }) => pendingStep ?? []))).toEqual(new Set(approvalSteps))
    const days: string[] = await database.db('order').distinct().pluck('orderDate')
    expect(days.length).toBeGreaterThan(30)
  })

  it('has earlier years of trade that grow, are fullest in March, and know notes, returns and cancelled invoices', async () => {
    const { db } = database
    const ofMonths: { month: string; value: number }[] = await db('sale_fact')
      .groupByRaw('substr(day, 1, 7)')
      .select(db.raw('substr(day, 1, 7) as ??', ['month']))
      .sum({ value: 'value' })
    const sales = new Map(ofMonths.map(({ month, value }) => [month, Number(value)]))
    const value = (months: [string, number][]) => sum(months.map(([, sold]) => sold))
    const yearBegins = Number(today().slice(0, 4)) - (today().slice(5) < '04-01' ? 1 : 0)
    const salesOf = (year: number) =>
      sum([...sales].filter(([month]) => `${year}-04` <= month && month < `${year + 1}-04`).map(([, value]) => value))
    expect(salesOf(yearBegins - 1)).toBeGreaterThan(salesOf(yearBegins - 2) * 1.05)
    const whole = [...sales].filter(([month]) => `${yearBegins - 2}-04` <= month && month < `${yearBegins}-04`)
    expect(whole).toHaveLength(24)
    const ofMonth = Map.groupBy(whole, ([month]) => month.slice(5))
    const [fullest] = [...ofMonth].toSorted(([, one], [, other]) => value(other) - value(one))
    expect(fullest![0]).toBe('03')
    const documents = await db('invoice').distinct('invoiceType').pluck('invoiceType')
    expect(new Set(documents)).toEqual(new Set(['INVOICE', 'CREDIT_NOTE', 'RETURN']))
    expect(await db('invoice').where('isCancelled', 1)).not.toEqual([])
    expect([...(await orderDifferences(db)), ...(await saleDifferences(db))]).toEqual([])
    // Lists by id have the replayed documents first.
    const [newest] = await db('order').orderBy('id', 'desc').limit(1).pluck('orderDate')
    expect(newest).toBe(today())
  })

  it('has no LR that the product could not have made: promise, freight, events, POD and bill agree', async () => {
    expect(await impossibleLrs(database.db)).toEqual([])
  })

  it('has invoices, and consignments in every state', async () => {
    const [invoices] = await database.db('invoice').count({ total: '*' })
    expect(Number(invoices!.total)).toBeGreaterThanOrEqual(30)
    const states: string[] = await database.db('lr').distinct().pluck('deliveryStatus')
    expect(new Set(states)).toEqual(new Set(deliveryStatuses))
  })

  const statesIn = async (table: string, column = 'status') =>
    new Set(await database.db(table).distinct().pluck(column))

  it('has PODs, collections by the party, transporters’ bills, carting and claims in every state that lasts', async () => {
    expect(await statesIn('pod')).toEqual(new Set(['UPLOADED', 'ACCEPTED', 'REJECTED']))
    expect(await statesIn('lr', 'podStatus')).toEqual(new Set(['NONE', 'UPLOADED', 'ACCEPTED', 'REJECTED']))
    expect(await statesIn('pwc_collection')).toEqual(new Set(['AWAITED', 'READY', 'COLLECTED', 'EXPIRED']))
    expect(await statesIn('transporter_bill')).toEqual(new Set(['MATCHED', 'DISPUTED', 'APPROVED', 'PAID', 'REJECTED']))
    expect(await statesIn('carting_charge')).toEqual(new Set(['ENTERED', 'APPROVED', 'REJECTED']))
    expect(await statesIn('lr', 'claimStatus')).toEqual(new Set(['NONE', 'NOTICE_DUE', 'SETTLED']))
    expect(await statesIn('lr', 'businessLine')).toEqual(new Set(['CORE', 'SIGMA']))
  })

  it('has AR disputes in every state, one of which waits for a second person, within what is owed', async () => {
    const { db } = database
    expect(await statesIn('ar_dispute')).toEqual(new Set(statesOf(disputeStates)))
    expect(await db('ar_dispute').whereNotNull('proposedAmount').pluck('status')).toEqual(['UNDER_REVIEW'])
    const marked: number[] = await db('upload_outstanding').where('isDisputed', 1).pluck('invoiceId')
    const open: number[] = await db('ar_dispute')
      .whereIn('status', [...disputeStates.sets.disputed])
      .pluck('invoiceId')
    expect(new Set(marked)).toEqual(new Set(open))
  })

  it('has payments in every state, with what gateways, SAP and Finance made of them', async () => {
    const { db } = database
    expect(await statesIn('payment_transaction')).toEqual(new Set(statesOf(paymentProcess)))
    expect(await statesIn('payment_transaction', 'postingStatus')).toEqual(new Set(postingStates))
    expect(await statesIn('payment_cart')).toEqual(new Set(['OPEN', 'CHECKED_OUT']))
    // No refund of the past is at its gateway for ten working days.
    const kinds = differenceKinds.filter(kind => kind !== 'RETURN_NOT_TAKEN')
    expect(await statesIn('payment_difference', 'kind')).toEqual(new Set(kinds))
    expect(await statesIn('payment_difference')).toEqual(new Set(['OPEN', 'PROPOSED', 'CLOSED']))
    expect(await statesIn('refund')).toEqual(new Set(['PROPOSED', 'REJECTED', 'SETTLED']))
    expect(await statesIn('refund', 'kind')).toEqual(new Set(['REFUND', 'CHARGEBACK']))
    expect(await statesIn('payment_task')).toEqual(new Set(['OPEN', 'DONE']))
    expect(await statesIn('payment_task', 'kind')).toEqual(new Set(['SHORT_CLEARING']))
    expect(await db('payment_task').where({ kind: 'SHORT_CLEARING' }).pluck('status')).toEqual(['DONE', 'OPEN'])
    expect((await db('unsigned_post').sum({ posts: 'posts' }).first())?.posts).toBeGreaterThan(0)
    expect(await db('payment_transaction').whereNotNull('overdueSince')).not.toEqual([])
    expect((await statesIn('payment_transaction', 'customerId')).size).toBe(4)
    for (const some of [
      db('payment_transaction').where('unresolvedAmount', '>', 0),
      db('payment_transaction').where('isAdvance', 1),
      db('payment_allocation').where('tdsAmount', '>', 0),
      db('payment_allocation').where('amount', '<', 0),
    ])
      expect(await some).not.toEqual([])
  })

  it('has payments whose books agree, and leaves the buyers something to pay', async () => {
    const { db } = database
    expect([...(await checkSettlements(db)), ...(await findPaymentDifferences(db))]).toEqual([])
    for (const code of ['100101', '100102', '100110', '100201']) {
      const free = await db('upload_outstanding as i')
        .join('customer as c', 'c.id', 'i.customerId')
        .where({ 'c.code': code, 'i.isActive': 1, documentType: 'INVOICE' })
        .whereNull('lockedById')
      expect(free, code).not.toEqual([])
    }
  })

  it('has eight complaints and more, in every state and of every source, and EUD blocks in every state', async () => {
    const { db } = database
    expect((await db('complaint')).length).toBeGreaterThanOrEqual(8)
    expect(await statesIn('complaint')).toEqual(new Set(statesOf(complaintStates)))
    expect(await statesIn('complaint', 'source')).toEqual(new Set(['PORTAL', 'EMPLOYEE', 'FEEDBACK']))
    expect(await db('complaint').whereNotNull('escalatedToId')).not.toEqual([])
    expect(await statesIn('eud_block')).toEqual(new Set(['ACTIVE', 'RELEASE_REQUESTED', 'RELEASED', 'RELEASE_DENIED']))
    expect(await statesIn('eud_block', 'origin')).toEqual(new Set(['AUTO', 'MANUAL']))
    expect(await db('eud_block').where({ reason: 'EXPIRED', origin: 'AUTO', status: 'ACTIVE' })).toHaveLength(1)
    expect(await statesIn('eud_block', 'reason')).toEqual(
      new Set(['EXPIRED', 'REVOKED', 'QTY_EXCEEDED', 'MISUSE_SUSPECTED', 'AUTHORITY_ORDER']),
    )
    expect(await statesIn('eud_document')).toEqual(new Set(['SUBMITTED', 'APPROVED', 'REJECTED', 'EXPIRED', 'REVOKED']))
  })

  it('has certificates in every state and of both visibilities, and files of every result', async () => {
    expect(await statesIn('coa_document')).toEqual(new Set(['ACTIVE', 'SUPERSEDED', 'WITHDRAWN']))
    expect(await statesIn('coa_document', 'visibility')).toEqual(new Set(['PUBLIC', 'INVOICED_ONLY']))
    expect(await statesIn('coa_file', 'result')).toEqual(new Set(['PUBLISHED', 'TRAY', 'KNOWN', 'REFUSED', 'LEFT_OUT']))
  })

  it('has a POD sent again after its rejection, and PODs with shortage and with damage', async () => {
    const { db } = database
    const sentAgain = db('pod').where('status', 'REJECTED').select('lrId')
    expect(await db('pod').where('status', 'ACCEPTED').whereIn('lrId', sentAgain)).not.toEqual([])
    expect(await db('pod').where('shortagePackages', '>', 0)).not.toEqual([])
    expect(await db('pod').where('damagePackages', '>', 0)).not.toEqual([])
  })

  it('has feedback that is followed up, feedback to be followed up, and customers who did not answer', async () => {
    expect(await statesIn('feedback', 'followUpStatus')).toEqual(new Set(['NONE', 'OPEN', 'CLOSED']))
    const asked = await database.db('shipment').whereNotNull('feedbackRequestedAt').count({ total: '*' })
    const answered = await database.db('feedback').count({ total: '*' })
    expect(Number(answered[0]!.total)).toBeGreaterThan(20)
    expect(Number(asked[0]!.total)).toBeGreaterThan(Number(answered[0]!.total))
  })

  it('keeps its dates as a company does that is still in business, and each transporter in its own way', async () => {
    const { db } = database
    const pctOf = async (transporterId?: number) => {
      const due = db('lr').modify(rows => transporterId && rows.where({ transporterId }))
      return onTimePct((await due.select(onTimeColumns(db)).first()) as never)! / 100
    }
    const all = await pctOf()
    expect(all).toBeGreaterThan(80)
    expect(all).toBeLessThan(95)
    const transporters = await Promise.all((await db('lr').distinct().pluck('transporterId')).map(pctOf))
    expect(new Set(transporters).size).toBeGreaterThan(3)
  })

  it('bothers nobody about its past: few reminders in the first night, and no message that is not of these days', async () => {
    const spent = database.db.transaction(async trx => {
      await expireMessages(trx, 'EMAIL')
      await expireMessages(trx, 'SMS')
      const waiting = await trx('message_log')
        .where('status', 'QUEUED')
        .where('createdAt', '<', secondsFromNow(-49 * 3600))
      expect(waiting).toEqual([])
      const [before] = await trx('message_log').max({ id: 'id' })
      for (const job of [remindOfPods, mailDelays, remindOfClaims]) await job(trx)
      await takeDueSteps(trx, attachedCollection)
      expect((await trx('message_log').where('id', '>', before!.id)).length).toBeLessThan(20)
      throw new Error('put back')
    })
    await expect(spent).rejects.toThrow('put back')
  })

  it('has orders stuck for SAP, and the simulated SAP has the orders it accepted', async () => {
    const hang: string[] = await database
      .db('sap_outbox')
      .where({ status: 'FAILED_TECH', ownerType: 'ORDER' })
      .pluck('ownerId')
    const states = await database.db('order').whereIn('id', hang).distinct().pluck('status')
    expect(states).toEqual(['APPROVED'])
    const sap = simulatorStore(simulatorFile({ databaseUrl: database.url, home }, 'sap'))
    const taken: { orderNo: string; sapOrderNo: string }[] = await database.db('order').whereNotNull('sapOrderNo')
    expect(taken.length).toBeGreaterThan(20)
    expect(
      taken.filter(
        ({ orderNo, sapOrderNo }) => !sap.ordersByOrderNo(orderNo).some(known => known.salesOrder === sapOrderNo),
      ),
    ).toEqual([])
    sap.close()
  })

  it('passes the reconciliation of orders, contracts and documents', async () => {
    expect(await findDifferences(database.db)).toEqual([])
    const spoiled = database.db.transaction(async trx => {
      await trx('order').where('status', 'CONFIRMED').update({ grossValue: 1 })
      expect(await findDifferences(trx)).not.toEqual([])
      throw new Error('put back')
    })
    await expect(spoiled).rejects.toThrow('put back')
  })

  it('has the worked example: 4 % by hand gives 912.00, 8.80 % goes only to Meena, the western CnF supplies', async () => {
    const line = await database
      .db('order_line')
      .join('order', 'order.id', 'order_line.orderId')
      .join('approval_task', 'approval_task.id', 'order.currentTaskId')
      .join('user', 'user.id', 'approval_task.assigneeUserId')
      .join('plant', 'plant.id', 'order_line.plantId')
      .where('order.customerPoNo', 'SB/26/0871')
      .first('listPrice', 'netPrice', 'discountPct', 'loginId', 'plant.code as plant', 'sourceRule', 'pendingStep')
    expect(line).toEqual({
      listPrice: 100_000,
      netPrice: 91_200,
      discountPct: 880,
      loginId: 'meena',
      plant: '1201',
      sourceRule: 'SBU_CNF',
      pendingStep: 'MY_APPROVAL',
    })
    const desk = await database.db('user').where('loginId', 'dispatch').first('id')
    expect(await readPerson(database.db, desk.id)).toMatchObject({
      userType: 'PARTNER_SITE',
      held: [{ role: 'DISPATCH', scopeType: 'PLANT', scopeRef: '1201' }],
    })
  })
})

it('is seeded by one of two processes that start at the same time', { tags: ['sql', 'locks'] }, async () => {
  const database = await freshDatabase()
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const start = { databaseUrl: database.url, environment: 'production' as const, home, secret }
  await Promise.all([seedOnce(database.db, start), seedOnce(database.db, start)]).finally(() => write.mockRestore())
  expect(await counts(database)).toMatchObject({ role: 15, 'message-template': 87, user: 1 })
  await database.close()
})
