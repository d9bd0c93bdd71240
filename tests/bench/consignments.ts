import type { Knex } from 'knex'
import { today } from '../../api/platform/clock.ts'
import { isSqlite } from '../../api/platform/database.ts'
import { addDays } from '../../resources/define/dates.ts'
import { write } from '../../seeds/large/documents.ts'

/** The business days over which consignments lie, and the last of them whose goods are still on the way. */
const DAYS = 1_095
const UNDERWAY = 10
const AT_ONCE = 20_000
/** Of this many accounts the sales rep of the demo company keeps one, and its other account owner four. */
const ACCOUNTS_SHARED = 20

/**
 * Adds so many invoices, each on an LR of its own that is tracked, over three years and all customers, and an account of
 * every customer. Set-based and unchecked.
 */
export async function fillConsignments(db: Knex, rows: number): Promise<void> {
  await fillAccounts(db)
  const last = async (table: string) => Number((await db(table).max({ id: 'id' }))[0]?.id ?? 0) + 1
  const [invoice, lr] = await Promise.all([last('invoice'), last('lr')])
  const id = { invoice: `(${invoice} + p.no)`, lr: `(${lr} + p.no)` }
  const numbered = (letters: string) => `concat('${letters}', substr(concat('00000000', p.no), -8))`
  const stamps = { rowVersion: '1', createdAt: "concat(p.day, 'T06:30:00.000Z')", updatedAt: 'm.updatedAt' }
  const isUnderway = "p.status in ('BOOKED', 'IN_TRANSIT')"
  const inserts = [
    {
      table: 'invoice',
      model: "invoiceType = 'INVOICE'",
      values: {
        ...{ id: id.invoice, invoiceNo: numbered('BI'), sapBillingDoc: numbered('7'), sapOrderNo: 'null', irn: 'null' },
        ...{ orderId: 'null', soldToId: 'p.customerId', payerId: 'p.customerId', sbuId: 'p.sbuId', isCancelled: '0' },
        ...{ invoiceDate: 'p.day', dispatchStatus: `case when ${isUnderway} then 'ON_LR' else 'DELIVERED' end` },
      },
    },
    {
      table: 'lr',
      model: "deliveryStatus = 'DELIVERED' and billStatus = 'PAID'",
      values: {
        ...{ id: id.lr, lrNo: numbered('BL'), lrDate: 'p.day', deliveryStatus: 'p.status', deskTask: 'null' },
        ...{ expectedDeliveryDate: 'p.expected', originalExpectedDate: 'p.expected' },
        ...{ deliveredOn: `case when ${isUnderway} then null else p.delivered end` },
      },
    },
    {
      table: 'lr_line',
      model: 'invoiceId is not null',
      values: { lrId: id.lr, invoiceId: id.invoice, ewayBillNo: 'null', ewayHeld: 'null', ewayValidTo: 'null' },
    },
    {
      table: 'shipment',
      model: "businessLine = 'CORE'",
      values: {
        ...{ shipmentNo: numbered('BS'), lrId: id.lr, customerId: 'p.customerId' },
        ...{ feedbackToken: 'null', feedbackRequestedAt: 'null' },
      },
    },
  ].map(({ values, ...insert }) => ({
    ...insert,
    from: 'bench_plan p where 1 = 1',
    values: { ...values, ...stamps } as Record<string, string>,
  }))
  await makePlan(db, rows)
  // Nothing that is written here is worth waiting for the disk.
  if (isSqlite(db)) await db.raw('pragma synchronous = off')
  for (let first = 0; first < rows; first += AT_ONCE)
    await db.transaction(async trx => {
      for (const insert of inserts) await write(trx, insert, [first, first + AT_ONCE - 1])
    })
  await db.schema.dropTable('bench_plan')
  if (isSqlite(db)) await db.raw('pragma synchronous = full')
  await db.raw(isSqlite(db) ? 'analyze' : 'analyze table invoice, lr, lr_line, shipment, customer_department_map')
}

/** An account of every customer that has none, in one of the departments. */
async function fillAccounts(db: Knex) {
  const { id: _, ...model } = await db('customer_department_map').where({ isActive: 1 }).orderBy('id').first()
  const departments: number[] = await db('department').orderBy('id').pluck('id')
  const employeeOf = async (loginId: string): Promise<number> =>
    (await db('user').where({ loginId }).first('employeeId')).employeeId
  const [rep, other, nobody] = await Promise.all(['sales_rep', 'asha', 'finance'].map(employeeOf))
  const customers: number[] = await db('customer')
    .whereNotIn('id', db('customer_department_map').select('customerId'))
    .orderBy('id')
    .pluck('id')
  const accounts = customers.map((customerId, at) => {
    const departmentId = departments[at % departments.length]!
    const share = at % ACCOUNTS_SHARED
    const salesEmployeeId = share === 0 ? rep : share < 5 ? other : nobody
    return {
      ...model,
      customerId,
      departmentId,
      salesEmployeeId,
      salesGroupId: null,
      naturalKey: `${customerId}|bench`,
    }
  })
  await db.batchInsert('customer_department_map', accounts, 200)
}

/** Consignment n, newest last: to a customer and from the SBU of an account, a day apart from the one a day's worth before. */
async function makePlan(db: Knex, rows: number) {
  const accounts: { customerId: number; sbuId: number }[] = await db('customer_department_map')
    .join('department', 'department.id', 'customer_department_map.departmentId')
    .where('customer_department_map.isActive', 1)
    .orderBy('customer_department_map.id')
    .select('customer_department_map.customerId', 'department.sbuId')
  await db.schema.dropTableIfExists('bench_plan')
  const text = isSqlite(db) ? 'text' : 'varchar(20) character set utf8mb4 collate utf8mb4_unicode_ci'
  await db.raw(
    `create table bench_plan (no int primary key, customerId int, sbuId int, day ${text}, expected ${text}, delivered ${text}, status ${text})`,
  )
  const plan = function* () {
    for (let no = 0; no < rows; no++) {
      const ago = DAYS - 1 - Math.floor((no * DAYS) / rows)
      const day = addDays(today(), -ago)
      const { customerId, sbuId } = accounts[(no * 7) % accounts.length]!
      const isOnTime = no % 10 > 0
      const status = ago >= UNDERWAY ? 'DELIVERED' : no % 3 > 0 ? 'IN_TRANSIT' : 'BOOKED'
      yield [no, customerId, sbuId, day, addDays(day, 6), addDays(day, isOnTime ? 4 : 8), status]
    }
  }
  let values: (string | number)[][] = []
  const flush = async () => {
    const line = '(?, ?, ?, ?, ?, ?, ?)'
    await db.raw(`insert into bench_plan values ${values.map(() => line).join()}`, values.flat())
    values = []
  }
  for (const row of plan()) {
    values.push(row)
    if (values.length === 2_000) await flush()
  }
  if (values.length > 0) await flush()
}
