/** @module-tag sql */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { countOrders } from '../../../api/mis/facts/order-fact.ts'
import { countSales } from '../../../api/mis/facts/sale-fact.ts'
import { holidaysUntilToday, officeHours } from '../../../api/mis/orders/moments.ts'
import { salesStampsOf } from '../../../api/orders/sales-stamps.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { officeMinutes } from '../../../resources/define/dates.ts'
import type { GroupedRows } from '../../../resources/define/report.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { download } from '../../support/files.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { runs } from '../../support/proof.ts'

/** Figures worked out by hand on few rows, on Wednesday, 15 April 2026. */
const NOON = '2026-04-15T06:30:00.000Z'

const portal = portalOfFile(() => {
  setClock(NOON)
  return emptyPortal()
})
const auditor = portal.person(at => personWith(at, ['AUDITOR']))
let sbuId: number
let customerId: number
let plantId: number
let productId: number
const make = (name: string, given: RowValues = {}) => exampleRow(portal.db, resourceNamed(name), given)
beforeAll(async () => {
  sbuId = (await make('sbu')).id
  customerId = (await make('customer')).id
  plantId = (await make('plant')).id
  productId = (await make('products', { sbuId })).id
})
beforeEach(() => setClock(NOON))
afterAll(() => setClock(null))

const orderWith = (more: RowValues = {}) =>
  make('order', {
    ...{ customerId, soldToId: customerId, sbuId, status: 'CONFIRMED', orderDate: '2026-04-10', statusSince: NOON },
    ...more,
  })
/** Takes orders out of what counts as ordered, for the tests that follow. */
const reject = (...ids: number[]) =>
  portal.db.transaction(async trx => {
    await trx('order').whereIn('id', ids).update({ status: 'REJECTED' })
    await countOrders(trx, ids)
  })
let lineNo = 0
const lineWith = (orderId: number, more: RowValues = {}) =>
  make('order-line', {
    ...{ orderId, lineNo: ++lineNo, productId, plantId, qty: 1_000, priceUnit: 1, listPrice: 10_000, netPrice: 10_000 },
    ...{ netValue: 10_000, taxableValue: 10_000, grossValue: 11_800, igst: 1_800 },
    ...more,
  })
const rows = async (report: string, query = ''): Promise<Record<string, never>[]> => {
  const { status, body } = await auditor.get(`/api/mis/${report}?$limit=200${query}`)
  expect(status, body.message).toBe(200)
  return body.data
}
const groups = async (report: string, by: string, query = ''): Promise<GroupedRows> => {
  const { status, body } = await auditor.get(`/api/report-groups?report=mis/${report}&by=${by}${query}`)
  expect(status, body.message).toBe(200)
  return body
}
const stamp = (table: string, id: number, at: string) =>
  portal.db(table).where({ id }).update({ createdAt: at, updatedAt: at })

it('what was ordered holds cancelled orders and lines, and nothing rejected, deleted or lapsed', async () => {
  const kept = await orderWith()
  // 1.5 at 333 paise are 499.5 paise, rounded up; sold at 450.
  await lineWith(kept.id, {
    qty: 1_500,
    listPrice: 333,
    netValue: 450,
    grossValue: 531,
    igst: 81,
    lineStatus: 'CANCELLED',
  })
  // Above the list is no discount.
  await lineWith(kept.id, { listPrice: 9_000, freightValue: 200 })
  await lineWith(kept.id, { lineStatus: 'DELETED' })
  await lineWith(kept.id, { lineStatus: 'REJECTED' })
  const cancelled = await orderWith({ status: 'CANCELLED' })
  await lineWith(cancelled.id, { lineStatus: 'CANCELLED' })
  for (const status of ['DRAFT', 'REJECTED', 'DELETED', 'DEAD']) await lineWith((await orderWith({ status })).id)
  const found = await rows('orders', '&$sort[id]=1')
  expect(found.map(row => [row.id, row.lineCount, row.listValue, row.discountValue, row.freightValue])).toEqual([
    [kept.id, 2, 9_500, 50, 200],
    [cancelled.id, 1, 10_000, 0, 0],
  ])
  expect(found.map(row => [row.taxValue, row.grossValue, row.ageDays])).toEqual([
    [1_881, 12_331, 5],
    [1_800, 11_800, 5],
  ])
  await reject(kept.id, cancelled.id)
})

it('a financial year begins on 1 April, and its months stand side by side', async () => {
  const days = ['2026-03-31', '2026-04-01', '2026-04-30', '2026-05-01']
  const made = []
  for (const orderDate of days) {
    const one = await orderWith({ orderDate })
    await lineWith(one.id)
    made.push(one.id)
  }
  const year = await groups('monthwise-total-orders', 'orderDate')
  expect(year.groups.map(({ keys, rows: count, figures }) => [keys[0], count, figures.grossValue])).toEqual([
    ['2026-04-01', 2, 23_600],
    ['2026-05-01', 1, 11_800],
  ])
  const march = await groups(
    'monthwise-total-orders',
    'sbuId',
    '&orderDate[$gte]=2025-04-01&orderDate[$lte]=2026-03-31',
  )
  expect([march.rows, march.figures.grossValue]).toEqual([1, 11_800])
  const file = await auditor.get(
    '/api/export-groups/mis/monthwise-total-orders?by=sbuId&across=orderDate&of=grossValue&format=csv&about=true',
  )
  expect(
    String(file.body)
      .replace('\ufeff', '')
      .split('\r\n\r\n')[0]!
      .split('\r\n')
      .map((line: string) => line.split(',').slice(1).join()),
  ).toEqual(['Apr 2026,May 2026,Total', '236.00,118.00,354.00'])
  expect(String(file.body)).toContain('Rows,3')
  await reject(...made)
})

it('an order stands in the zone of its first submit, and beside that in the one of its customer today', async () => {
  const [then, now] = [await make('zone'), await make('zone')]
  const area = await make('zone-area', { zoneId: now.id })
  const city = await make('state-city', { zoneAreaId: area.id })
  const moved = await make('customer', { cityId: city.id })
  const keeper = await make('employee')
  const of = { customerId: moved.id, soldToId: moved.id }
  const stamped = await orderWith({ ...of, orderDate: '2026-04-11', zoneId: then.id, salesEmployeeId: keeper.id })
  // Of a time before orders were stamped.
  const older = await orderWith({ ...of, orderDate: '2026-04-11' })
  for (const { id } of [stamped, older]) await lineWith(id)
  await lineWith(stamped.id)
  const day = '&orderDate=2026-04-11'
  for (const report of ['orders', 'monthwise-total-orders']) {
    const values = async (by: string) =>
      (await groups(report, by, day)).groups.map(({ keys, figures }) => [keys[0], figures.grossValue])
    expect(new Map((await values('zoneId')) as [number, number][])).toEqual(
      new Map([
        [then.id, 23_600],
        [null, 11_800],
      ]),
    )
    expect(await values('customerId.cityId.zoneAreaId.zoneId')).toEqual([[now.id, 35_400]])
    expect((await rows(report, `${day}&salesEmployeeId=${keeper.id}`)).map(({ id }) => id)).toEqual([stamped.id])
  }
  await portal.db('order').whereIn('id', [stamped.id, older.id]).update({ status: 'REJECTED' })
})

it('orders and sales stand where they were when they were made, and with the switch where they would be today', async () => {
  const [north, south] = [await make('zone'), await make('zone')]
  const [then, now] = [await make('zone-area', { zoneId: north.id }), await make('zone-area', { zoneId: south.id })]
  const [old, fresh] = [
    await make('state-city', { zoneAreaId: then.id }),
    await make('state-city', { zoneAreaId: now.id }),
  ]
  const cluster = async (zoneAreaId: number, clusterCode: string) =>
    make('cluster-mapping', { sbuId, zoneAreaId, cityId: null, clusterCode })
  await cluster(then.id, 'NORTH')
  await cluster(now.id, 'SOUTH')
  const buyer = await make('customer', { cityId: old.id })
  const shipTo = await make('ship-to', { customerId: buyer.id, cityId: old.id })
  const [former, keeper] = [await make('employee'), await make('employee')]
  const department = await make('department', { sbuId })
  const account = await make('customer-department-map', {
    ...{ customerId: buyer.id, departmentId: department.id, salesEmployeeId: former.id },
  })
  const [small, large] = [await make('customer-segment'), await make('customer-segment')]
  const mapped = await make('customer-segment-map', {
    ...{ customerId: buyer.id, sbuId, customerSegmentId: small.id, validFrom: '2026-01-01', validTo: '9999-12-31' },
  })
  const of = { customerId: buyer.id, soldToId: buyer.id, shipToId: shipTo.id, departmentId: department.id }
  const named = { ...of, sbuId }
  const stamps = await salesStampsOf(portal.db, named, '2026-04-12', named)
  const before = [north.id, then.id, 'NORTH', small.id, former.id]
  const columns = ['zoneId', 'zoneAreaId', 'clusterCode', 'customerSegmentId', 'salesEmployeeId'] as const
  expect(columns.map(name => stamps[name])).toEqual(before)
  const order = await orderWith({ ...of, ...stamps, orderDate: '2026-04-12', requestedDeliveryDate: '2026-04-13' })
  const line = await lineWith(order.id)
  await documentWith({ ...stamps, invoiceDate: '2026-04-12', soldToId: buyer.id, shipToId: shipTo.id }, [
    { orderLineId: line.id, netValue: 10_000 },
  ])
  // The customer moves, grows, and gets another account owner.
  await portal.db('ship_to').where({ id: shipTo.id }).update({ cityId: fresh.id })
  await portal.db('customer_segment_map').where({ id: mapped.id }).update({ customerSegmentId: large.id })
  await portal.db('customer_department_map').where({ id: account.id }).update({ salesEmployeeId: keeper.id })
  const today = [south.id, now.id, 'SOUTH', large.id, keeper.id]
  for (const [report, query, figure, value] of [
    ['orders', `&orderDate=2026-04-12&customerId=${buyer.id}`, 'grossValue', 11_800],
    ['monthwise-total-orders', `&orderDate=2026-04-12&customerId=${buyer.id}`, 'grossValue', 11_800],
    ['order-vs-sales', `&day=2026-04-12&customerId=${buyer.id}`, 'orderedValue', 10_000],
    ['lost-sales', `&day=2026-04-12&customerId=${buyer.id}`, 'unfilledValue', 10_000],
    ['sales', `&day=2026-04-12&soldToId=${buyer.id}`, 'netSales', 10_000],
  ] as const) {
    for (const [mapping, places] of [
      ['THEN', before],
      ['TODAY', today],
    ] as const) {
      const asked = `${query}&mapping=${mapping}`
      const [row] = await rows(report, asked)
      expect([row!.mapping, ...columns.map(name => row![name])], report).toEqual([mapping, ...places])
      for (const [at, by] of columns.entries()) {
        const grouped = (await groups(report, by, asked)).groups
        expect(
          grouped.map(({ keys, figures }) => [keys[0], figures[figure]]),
          `${report} by ${by}`,
        ).toEqual([...[[places[at], value]]])
        const other = mapping === 'TODAY' ? before[at] : today[at]
        expect(await rows(report, `${asked}&${by}=${other}`), `${report} by ${by}`).toEqual([])
      }
    }
    // Without the switch as they were.
    expect((await rows(report, query)).map(row => row.zoneId)).toEqual([north.id])
    const several = await auditor.get(`/api/mis/${report}?mapping[$in][0]=THEN&mapping[$in][1]=TODAY${query}`)
    expect([several.status, several.body.message]).toEqual([400, 'Mapping takes one value: choose one'])
  }
  // Its former keeper no longer reads it, whatever the switch says.
  for (const { id } of [keeper, former])
    await make('sbu-employee-map', { employeeId: id, sbuId, validFrom: '2026-01-01', validTo: '9999-12-31' })
  const reader = await personWith(portal, ['SALES_REP'], { employeeId: keeper.id })
  const left = await personWith(portal, ['SALES_REP'], { employeeId: former.id })
  const seen = async (who: ApiClient, mapping: string) =>
    (await who.get(`/api/mis/sales?day=2026-04-12&soldToId=${buyer.id}&mapping=${mapping}`)).body.total
  for (const mapping of ['THEN', 'TODAY'])
    expect([await seen(reader, mapping), await seen(left, mapping)]).toEqual([1, 0])
  await reject(order.id)
})

it('what happened at 23:30 on 31 March is of March, and half an hour later of April', async () => {
  const { id: orderId } = await orderWith({ status: 'REJECTED' })
  const step = (name: string, toStatus: string, at: string) => make('order-step', { orderId, step: name, toStatus, at })
  await step('submit', 'PENDING_CSC', '2026-03-31T18:00:00.000Z')
  await step('submit', 'PENDING_CSC', '2026-04-02T06:00:00.000Z')
  await step('approve', 'APPROVED', '2026-03-31T18:30:00.000Z')
  const found = await groups('monthly-submitted-order', 'happenedOn', '&happenedOn[$gte]=2026-03-01')
  const told = found.groups.map(({ keys, figures }) => [keys[0], figures.submitted, figures.approved])
  expect(told.sort()).toEqual([
    ['2026-03-01', 1, 0],
    ['2026-04-01', 0, 1],
  ])
})

it('working hours are those of the office, on both databases', async () => {
  await make('holiday', { holidayDate: '2026-04-14', stateId: null })
  await make('holiday', { holidayDate: '2026-04-12', stateId: null })
  const holidays = new Set(['2026-04-14', '2026-04-12'])
  const hours = async (from: string, to: string) => {
    const source = portal.db.select(portal.db.raw('? as a, ? as b', [from, to])).as('t')
    const [found] = await portal.db
      .from(source)
      .select(portal.db.raw(`${officeHours(portal.db, await holidaysUntilToday(portal.db), 't.a', 't.b')} as hours`))
    return Number(found.hours)
  }
  // Monday 17:00 to Wednesday 10:30, with a holiday between.
  expect(await hours('2026-04-13T11:30:00.000Z', '2026-04-15T05:00:00.000Z')).toBe(250)
  const minute = fc.integer({ min: 0, max: 40 * 24 * 60 })
  const at = (minutes: number) => new Date(Date.parse('2026-03-20T00:00:00.000Z') + minutes * 60_000).toISOString()
  await fc.assert(
    fc.asyncProperty(minute, minute, async (one, other) => {
      const [from, to] = [at(one), at(other)]
      expect(await hours(from, to)).toBe(Math.round((officeMinutes(from, to, holidays) * 10) / 6) + 0)
    }),
    { numRuns: runs(60) },
  )
})

it('an average of hours is that of all approvals, not of the averages of people', async () => {
  const approve = async (actedAt: string, createdAt: string, actedById: number) => {
    const task = await make('approval-task', {
      ...{ orderId: (await orderWith({ status: 'REJECTED' })).id, step: 'CSC', status: 'APPROVED' },
      ...{ actedAt, actedById, triggerJson: {} },
    })
    await stamp('approval_task', task.id, createdAt)
  }
  const [one, other] = [(await make('user')).id, (await make('user')).id]
  await approve('2026-04-09T06:30:00.000Z', '2026-04-09T05:30:00.000Z', one)
  await approve('2026-04-09T07:30:00.000Z', '2026-04-09T05:30:00.000Z', one)
  await approve('2026-04-09T09:30:00.000Z', '2026-04-09T03:30:00.000Z', other)
  const { figures, groups: each } = await groups('csc-approved-orders', 'approverId')
  expect(figures.hours).toBe(300)
  expect(each.map(({ figures: own }) => own.hours).sort((a, b) => a! - b!)).toEqual([150, 600])
})

it('a lapsed order was idle since its last step, and a draft lapses after its days', async () => {
  const lapsed = await orderWith({ status: 'DEAD', grossValue: 700 })
  const step = (name: string, toStatus: string, at: string, fromStatus = 'DRAFT') =>
    make('order-step', { orderId: lapsed.id, step: name, fromStatus, toStatus, at })
  await step('create', 'DRAFT', '2026-03-01T06:00:00.000Z')
  await step('submit', 'PENDING_CSC', '2026-03-02T20:00:00.000Z')
  await step('expire', 'DEAD', '2026-04-14T20:30:00.000Z', 'PENDING_CSC')
  const [dead] = (await rows('dead-orders')).filter(({ id }) => id === lapsed.id)
  expect(dead).toMatchObject({ statusBefore: 'PENDING_CSC', diedOn: '2026-04-15', daysIdle: 43, grossValue: 700 })
  const draft = await orderWith({ status: 'DRAFT', grossValue: 900 })
  await lineWith(draft.id)
  await stamp('order', draft.id, '2026-04-01T19:00:00.000Z')
  const [row] = (await rows('draft-order-status')).filter(({ id }) => id === draft.id)
  expect(row).toMatchObject({ createdOn: '2026-04-02', ageDays: 13, daysLeft: 17, lineCount: 1, grossValue: 900 })
})

it('a draft says what stops it from being submitted, and is neither sorted nor filtered by that', async () => {
  const draft = await orderWith({ status: 'DRAFT' })
  const of = async (query: string) => (await auditor.get(`/api/mis/draft-order-status?id=${draft.id}${query}`)).body
  expect((await of('')).data[0].missing).toBe('The order has no lines: add at least one product')
  await lineWith(draft.id, { qty: 1_500 })
  expect((await of('')).data[0].missing).toMatch(/^V\d+: /m)
  expect((await of('&$select[0]=draftNo')).data[0]).not.toHaveProperty('missing')
  const said = 'Missing items is worked out for the rows that are shown: filter and sort by another column'
  expect((await of('&$sort[missing]=1')).message).toBe(said)
  expect((await of('&missing[$contains]=line')).message).toBe(said)
  const file = `/api/export/mis/draft-order-status?format=csv&columns=lineCount,missing`
  expect((await auditor.get(`${file}&id=${draft.id}`)).body).toMatch(/^1,"V\d+: /m)
  const most = await auditor.get(`${file}&check=true`)
  for (let more = most.body.rows; more <= 100; more++) await orderWith({ status: 'DRAFT' })
  expect((await auditor.get(file)).body.message).toContain('at most 100 rows')
})

it('available credit is the limit less what is owed and on order, and is told to no buyer', async () => {
  const payer = await make('customer', { creditLimit: 1_000_000, creditLimitTo: null, pan: 'AAPFU0939F' })
  const item = { customerId: payer.id, documentType: 'INVOICE', balanceAmount: 150_000, originalAmount: 150_000 }
  await make('upload-outstanding', { ...item, documentDate: '2026-04-01', dueDate: '2026-05-01' })
  const open = await orderWith({ status: 'APPROVED', payerId: payer.id })
  await lineWith(open.id, { qty: 4_000, cancelledQty: 1_000, grossValue: 80_000 })
  const [row] = await rows('outstanding', `&customerId=${payer.id}`)
  expect(row!.available).toBe(1_000_000 - 150_000 - 60_000)
  for (const role of ['CUSTOMER', 'DISTRIBUTOR'] as const) {
    const buyer = await personWith(portal, [role], { customerId: payer.id })
    const { body } = await buyer.get('/api/mis/outstanding?$limit=5')
    expect([body.data.length, 'available' in body.data[0]]).toEqual([1, false])
    for (const query of ['mis/outstanding?$select[0]=available', 'export/mis/outstanding?format=csv&columns=available'])
      expect([(await buyer.get(`/api/${query}`)).status, role]).toEqual([400, role])
  }
  await reject(open.id)
})

it('deleted orders and lines stand once each, and what was ordered again shows its other price', async () => {
  const deletedAt = '2026-04-03T06:00:00.000Z'
  const whole = await orderWith({ status: 'DELETED', deletedAt, grossValue: 500 })
  await lineWith(whole.id, { lineStatus: 'DELETED', deletedAt })
  const part = await orderWith({ status: 'REJECTED' })
  const later = await orderWith({ status: 'REJECTED', orderDate: '2026-04-13' })
  // ₹ 100 for 1 against ₹ 1,100 for 10: ten percent more.
  const again = await lineWith(later.id, { netPrice: 110_000, priceUnit: 10, qty: 2_000 })
  const line = await lineWith(part.id, { lineStatus: 'DELETED', deletedAt, reorderedLineId: again.id })
  const found = await rows('deleted-orders', '&$sort[id]=1')
  const own = found.filter(({ orderId }) => [whole.id, part.id].some(id => id === orderId))
  expect(own.map(row => [row.id, row.level, row.grossValue, row.replacedBy]).sort()).toEqual(
    [
      [whole.id * 2, 'ORDER', 500, null],
      [line.id * 2 + 1, 'LINE', 11_800, (later as unknown as { orderNo: string }).orderNo],
    ].sort(),
  )
  const [reordered] = (await rows('new-orders-deleted-items')).filter(({ id }) => id === line.id)
  expect(reordered).toMatchObject({ priceDiffPct: 1_000, daysBetween: 10, newQty: 2_000, deletedOn: '2026-04-03' })
})

it('a discount is split to the paisa, and its share of the list is that of the sums', async () => {
  const { id } = await orderWith({ orderDate: '2026-04-05' })
  // 1 % of 333 is 3.33: 3 by default, 10 by the code, the rest of 33 by hand.
  await lineWith(id, {
    ...{ listPrice: 333, netValue: 300, priceSource: 'LIST', defaultDiscountPct: 100, promoDiscountValue: 10 },
  })
  await lineWith(id, { listPrice: 10_000, netValue: 9_000, priceSource: 'RATE_CONTRACT' })
  await lineWith(id, { listPrice: 10_000, netValue: 0, priceSource: 'FREE' })
  await lineWith(id, { listPrice: 10_000, netValue: 10_000, priceSource: 'LIST' })
  const found = await rows('monthly-discounted-orders', '&$sort[id]=1')
  const split = found.map(row => [
    row.priceKind,
    row.discountValue,
    row.defaultDiscount,
    row.promoDiscount,
    row.manualDiscount,
  ])
  expect(split).toEqual([
    ['LIST', 33, 3, 10, 20],
    ['AGREED', 1_000, 0, 0, 1_000],
    ['FREE', 10_000, 0, 0, 10_000],
  ])
  const { figures } = await groups('monthly-discounted-orders', 'priceKind')
  expect(figures.discountPct).toBe(Math.round((11_033 * 10_000) / 20_333))
  await reject(id)
})

it('credits stand apart and lower no overdue item; what is due today is not overdue', async () => {
  const item = (dueDate: string, balanceAmount: number, documentType = 'INVOICE') =>
    make('upload-outstanding', {
      ...{
        customerId,
        documentDate: '2025-04-01',
        dueDate,
        balanceAmount,
        originalAmount: balanceAmount,
        documentType,
      },
    })
  await item('2026-04-15', 100)
  await item('2026-04-14', 200)
  await item('2026-03-16', 400)
  await item('2026-03-15', 800)
  await item('2025-10-16', 1_600)
  await item('2026-01-01', -50, 'CREDIT_NOTE')
  const found = await groups('outstanding', 'bucket', `&customerId=${customerId}`)
  expect(Object.fromEntries(found.groups.map(({ keys, figures }) => [keys[0], figures.balance]))).toEqual({
    NOT_DUE: 100,
    D0_30: 600,
    D31_60: 800,
    D180_PLUS: 1_600,
    CREDIT: -50,
  })
  expect([found.figures.balance, found.figures.overdue]).toEqual([3_050, 3_000])
})

it('stock is counted in base units, less what approved orders hold, and lasts as long as it was sold', async () => {
  const product = await make('products', { sbuId, uom: 'CS', baseUom: 'EA', uomNumerator: 12, uomDenominator: 1 })
  const of = { plantId, productId: product.id }
  await make('stock-level', { ...of, batchNo: 'A', unrestrictedQty: 100_000, expiryDate: '2027-01-01', asOn: NOON })
  await make('stock-level', { ...of, batchNo: 'B', unrestrictedQty: 80_000, expiryDate: '2026-09-01', asOn: NOON })
  await make('stock-level', { ...of, batchNo: 'C', unrestrictedQty: 0, expiryDate: '2026-05-01', asOn: NOON })
  const { id } = await orderWith({ orderDate: '2026-02-01', status: 'PARTIALLY_DISPATCHED' })
  // 5 of 8 cases are open: 60 pieces.
  await lineWith(id, { ...of, qty: 8_000, dispatchedQty: 2_000, cancelledQty: 1_000 })
  await lineWith(id, { ...of, qty: 8_000, lineStatus: 'CANCELLED' })
  await lineWith((await orderWith({ orderDate: '2026-02-01', status: 'PENDING' })).id, of)
  const sold = async (invoiceDate: string, more: RowValues = {}) => {
    const invoice = await make('invoice', { plantId, sbuId, soldToId: customerId, invoiceDate, ...more })
    await make('invoice-line', { invoiceId: invoice.id, productId: product.id, baseQty: 90_000 })
    await countSales(portal.db, [invoice.id])
  }
  await sold('2026-01-16')
  await sold('2026-01-15')
  await sold('2026-04-01', { isCancelled: true, cancelledOn: '2026-04-14' })
  const [row] = (await rows('stocks')).filter(one => one.productId === product.id)
  expect(row).toMatchObject({ unrestrictedQty: 180_000, reservedQty: 60_000, availableQty: 120_000, batches: 2 })
  expect(row).toMatchObject({ firstExpiry: '2026-09-01', coverDays: 120, reorderLevelQty: null, isBelowReorder: false })
})

it('credit notes and returns are negative, what is cancelled is taken off on its own day, and a balance is what SAP has open', async () => {
  const document = (more: RowValues) =>
    make('invoice', {
      plantId,
      sbuId,
      soldToId: customerId,
      invoiceDate: '2026-04-02',
      netValue: 1_000,
      grossValue: 1_180,
      ...more,
    })
  const open = await document({ freightValue: 70 })
  await document({ invoiceType: 'CREDIT_NOTE', netValue: 300, grossValue: 354 })
  await document({ invoiceType: 'RETURN', netValue: 200, grossValue: 236 })
  await document({ isCancelled: true, cancelledOn: '2026-04-06' })
  const note = { invoiceType: 'CREDIT_NOTE', netValue: 50, grossValue: 59 }
  await document({ ...note, isCancelled: true, cancelledOn: '2026-04-06' })
  const item = await make('upload-outstanding', {
    ...{ customerId, documentDate: '2026-04-02', dueDate: '2026-05-02', originalAmount: 1_180, balanceAmount: 180 },
  })
  await portal.db('upload_outstanding').where({ id: item.id }).update({ invoiceId: open.id })
  const documents = (await rows('invoices', '&invoiceDate=2026-04-02')).map(row => [row.invoiceType, row.balance])
  // SAP's items have neither note: what is left of them is not known.
  expect(documents.toSorted()).toEqual([
    ['CREDIT_NOTE', null],
    ['CREDIT_NOTE', 0],
    ['INVOICE', 0],
    ['INVOICE', 180],
    ['RETURN', null],
  ])
  const { figures, rows: count } = await groups('invoices', 'invoiceType', '&invoiceDate=2026-04-02')
  // 1,000 - 300 - 200 + 1,000 - 50, of which four days later 1,000 is taken off and 50 is given back.
  expect([count, figures.netValue, figures.grossValue, figures.balance]).toEqual([5, 1_450, 1_711, 180])
  const later = await groups('invoices', 'invoiceType', '&invoiceDate=2026-04-06')
  expect(later.groups.map(({ keys, rows: of }) => [keys[0], of])).toEqual([['CANCELLATION', 2]])
  expect([later.figures.netValue, later.figures.grossValue, later.figures.balance]).toEqual([-950, -1_121, 0])
  const freight = await rows('view-freight-paid', '&invoiceDate=2026-04-02')
  expect(freight.map(row => [row.id, row.billedFreight, row.totalFreight])).toEqual([[open.id, 70, 70]])
})

it('an invoice that SAP’s open items do not have yet is unpaid with its gross value, and told; one that is cleared is not', async () => {
  const billed = (grossValue: number, more: RowValues = {}) =>
    make('invoice', {
      ...{ plantId, sbuId, soldToId: customerId, invoiceDate: '2026-04-11', netValue: grossValue, grossValue },
      ...more,
    })
  const made = [await billed(7_700), await billed(8_800, { isCleared: true }), await billed(9_900)]
  const item = await make('upload-outstanding', {
    ...{ customerId, documentDate: '2026-04-11', dueDate: '2026-05-11', originalAmount: 9_900, balanceAmount: 0 },
  })
  await portal
    .db('upload_outstanding')
    .where({ id: item.id })
    .update({ invoiceId: made[2]!.id, closedOn: '2026-04-12' })
  const told = (await rows('invoices', '&invoiceDate=2026-04-11')).map(row => [
    row.balance,
    row.isUnpaid,
    row.isAwaited,
  ])
  expect(told.toSorted()).toEqual([
    [0, false, false],
    [0, false, false],
    [7_700, true, true],
  ])
  const unpaid = await groups('invoices', 'isAwaited', '&invoiceDate=2026-04-11&isUnpaid=true')
  expect([unpaid.rows, unpaid.figures.balance]).toEqual([1, 7_700])
})

it('goods that wait at the gate are shown whatever the period', async () => {
  const pass = (more: RowValues) =>
    make('pwc-collection', { plantId, sbuId, soldToId: customerId, collectorIdNo: '1234', ...more })
  const waiting = await pass({ status: 'READY', readyAt: '2026-04-05T19:00:00.000Z' })
  const gone = await pass({
    status: 'COLLECTED',
    readyAt: '2026-03-01T06:00:00.000Z',
    collectedAt: '2026-03-31T18:00:00.000Z',
  })
  const march = await rows('view-material-collected', '&endedOn[$gte]=2026-03-01&endedOn[$lte]=2026-03-31&$sort[id]=1')
  expect(march.map(row => [row.id, row.endedOn, row.daysWaiting])).toEqual([
    [waiting.id, '2026-04-15', 9],
    [gone.id, '2026-03-31', 30],
  ])
  const april = await rows('view-material-collected', '&endedOn[$gte]=2026-04-01')
  expect(april.map(({ id }) => id)).toEqual([waiting.id])
})

/** A document with one line of each given value, counted in sales. */
const documentWith = async (more: RowValues, lines: readonly RowValues[]) => {
  const document = await make('invoice', { plantId, sbuId, soldToId: customerId, ...more })
  for (const [at, line] of lines.entries())
    await make('invoice-line', { invoiceId: document.id, lineNo: at + 1, productId, uom: 'EA', qty: 1_000, ...line })
  await countSales(portal.db, [document.id])
  return document
}
const none = () => portal.db('sale_fact').delete()

it('sales are compared with the same days a year before, and groups of either year are there', async () => {
  await none()
  const gone = await make('customer')
  const fresh = await make('customer')
  const nothing = await make('customer')
  const sold = (soldToId: number, invoiceDate: string, netValue: number, more: RowValues = {}) =>
    documentWith({ soldToId, invoiceDate, ...more }, [{ netValue }])
  await sold(customerId, '2026-04-01', 30_000)
  await sold(customerId, '2026-04-15', 3_335, { invoiceType: 'CREDIT_NOTE' })
  await sold(customerId, '2026-03-31', 99_999)
  await sold(customerId, '2025-04-01', 16_000)
  await sold(customerId, '2025-03-31', 88_888)
  // A year before today, and not the days after it.
  await sold(gone.id, '2025-04-15', 5_000)
  await sold(gone.id, '2025-04-16', 7_000)
  await sold(fresh.id, '2026-04-10', 10_000)
  await sold(nothing.id, '2026-04-10', 500)
  await sold(nothing.id, '2025-04-10', 500, { invoiceType: 'RETURN' })
  const { groups: each, figures, rows: count } = await groups('sales', 'soldToId', '&day[$gte]=2026-04-01')
  const told = new Map(each.map(({ keys, figures: own, rows: of }) => [keys[0], { ...own, of }]))
  expect(told.get(customerId)).toMatchObject({ netSales: 26_665, share: 7_175, previous: 16_000, growth: 6_666, of: 2 })
  expect(told.get(gone.id)).toMatchObject({ netSales: 0, share: 0, previous: 5_000, growth: -10_000, of: 0 })
  expect(told.get(fresh.id)).toMatchObject({ netSales: 10_000, previous: 0, growth: null })
  expect(told.get(nothing.id)).toMatchObject({ netSales: 500, previous: -500, growth: null })
  // 26,665 + 10,000 + 500 against 16,000 + 5,000 - 500.
  expect([figures.netSales, figures.previous, figures.growth, count]).toEqual([37_165, 20_500, 8_129, 4])
  // The financial year with which the report opens is not over: it is compared with the year before up to the same day.
  const { figures: opened } = await groups('sales', 'soldToId')
  expect([opened.netSales, opened.previous, opened.growth]).toEqual([37_165, 20_500, 8_129])
  // Of a filter the share is that of its own total.
  const one = await groups('sales', 'soldToId', `&day[$gte]=2026-04-01&soldToId=${customerId}`)
  expect(one.figures).toMatchObject({ netSales: 26_665, share: 10_000, previous: 16_000 })
  // Months of the year before stand under those of this year.
  const months = await groups('sales', 'day', '&day[$gte]=2026-03-01&day[$lte]=2026-04-30')
  expect(months.groups.map(({ keys, figures: own }) => [keys[0], own.netSales, own.previous]).sort()).toEqual([
    ['2026-03-01', 99_999, 88_888],
    ['2026-04-01', 37_165, 27_500],
  ])
})

it('a cancelled invoice stays in its month and is taken off on the day of the cancellation', async () => {
  await none()
  await documentWith({ invoiceDate: '2026-03-31', isCancelled: true, cancelledOn: '2026-04-14' }, [
    { netValue: 12_345 },
  ])
  const of = async (from: string, to: string) =>
    (await groups('sales', 'kind', `&day[$gte]=${from}&day[$lte]=${to}`)).groups.map(({ keys, figures }) => [
      keys[0],
      figures.netSales,
    ])
  expect(await of('2025-04-01', '2026-03-31')).toEqual([['INVOICE', 12_345]])
  expect(await of('2026-04-01', '2026-04-15')).toEqual([['CANCELLATION', -12_345]])
})

it('quantities are added up within one unit, and are “mixed” over several', async () => {
  await none()
  const litres = await make('products', { sbuId })
  await documentWith({ invoiceDate: '2026-04-03' }, [
    { netValue: 100, baseQty: 12_000, baseUom: 'EA' },
    { netValue: 100, baseQty: 3_000, baseUom: 'ea' },
    { netValue: 100, baseQty: 500, baseUom: 'L', productId: litres.id },
  ])
  const { groups: each, figures, units } = await groups('sales', 'productId', '&day[$gte]=2026-04-01')
  const told = new Map(each.map(group => [group.keys[0], [group.figures.qty, group.units.qty?.toUpperCase()]]))
  expect(told.get(productId)).toEqual([15_000, 'EA'])
  expect(told.get(litres.id)).toEqual([500, 'L'])
  expect([figures.qty, units.qty]).toEqual([null, 'mixed'])
  const file = await auditor.get('/api/export-groups/mis/sales?by=sbuId&format=csv&day[$gte]=2026-04-01')
  expect(String(file.body)).toContain(',mixed,3.00,')
})

it('an order is filled as far as it was invoiced, once it is due, and never beyond what was ordered', async () => {
  await none()
  const day = '2026-02-10'
  const due = { orderDate: day, requestedDeliveryDate: '2026-04-15' }
  const { id: orderId } = await orderWith(due)
  // 3 pieces for 100.01: one was cancelled, one invoiced, one is open.
  const part = await lineWith(orderId, { qty: 3_000, netValue: 10_001, cancelledQty: 1_000, invoicedQty: 1_000 })
  // SAP may invoice more than was ordered.
  const over = await lineWith(orderId, { qty: 2_000, netValue: 4_000, invoicedQty: 3_000 })
  // Of a cancelled line all is cancelled that was not invoiced.
  await lineWith(orderId, { qty: 2_000, netValue: 700, lineStatus: 'CANCELLED' })
  await lineWith(orderId, { qty: 2_000, netValue: 900, lineStatus: 'DELETED' })
  const later = await orderWith({ orderDate: day, requestedDeliveryDate: '2026-04-16' })
  await lineWith(later.id, { qty: 1_000, netValue: 5_000 })
  await documentWith({ invoiceDate: '2026-04-01' }, [
    { netValue: 3_400, orderLineId: part.id },
    { netValue: 6_000, orderLineId: over.id },
  ])
  await documentWith({ invoiceDate: '2026-04-02', invoiceType: 'CREDIT_NOTE' }, [
    { netValue: 100, orderLineId: over.id },
  ])
  await documentWith({ invoiceDate: day }, [{ netValue: 777 }])
  const period = `&day[$gte]=${day}&day[$lte]=${day}`
  const found = await rows('order-vs-sales', `${period}&$sort[id]=1`)
  const money = found
    .filter(({ source }) => source === ('ORDER' as never))
    .map(row => [row.orderedValue, row.invoicedValue, row.openValue, row.cancelledValue, row.fillPct])
  expect(money).toEqual([
    // 6,667 are wanted: 3,334 of them were filled and 3,333 are open; a third of 10,001 is 3,333.67.
    [10_001, 3_400, 3_333, 3_334, 5_001],
    [4_000, 5_900, 0, 0, 10_000],
    [700, 0, 0, 700, null],
    [5_000, 0, 5_000, 0, null],
  ])
  const { figures, groups: each } = await groups('order-vs-sales', 'source', period)
  // (3,334 + 4,000) of (6,667 + 4,000): of the sums, not the average of 50 % and 100 %.
  expect(figures.fillPct).toBe(6_875)
  expect(each.map(({ keys, figures: own }) => [keys[0], own.orderedValue, own.invoicedValue, own.fillPct])).toEqual([
    ['NO_ORDER', 0, 777, null],
    ['ORDER', 19_701, 9_300, 6_875],
  ])
  await reject(orderId, later.id)
})

it('goods that arrive fill the earliest schedule first, and late is what came after its day', async () => {
  const { id: orderId } = await orderWith({ orderDate: '2026-03-01' })
  const line = await lineWith(orderId, { qty: 10_000, cancelledQty: 1_000 })
  const asked = (scheduleNo: number, requestedDate: string, qty: number, confirmed: RowValues = {}) =>
    make('schedule-line', { orderId, orderLineId: line.id, scheduleNo, requestedDate, qty, ...confirmed })
  // First confirmed for a day earlier than asked, and kept by the day that was confirmed later alone.
  await asked(1, '2026-04-05', 4_000, { firstConfirmedDate: '2026-04-04', confirmedDate: '2026-04-06' })
  // Confirmed by the portal; SAP has not confirmed it yet.
  await asked(2, '2026-04-08', 3_000, { confirmedDate: '2026-04-12' })
  // One of three is cancelled.
  await asked(3, '2026-04-20', 3_000)
  const arrived = async (deliveredOn: string, qty: number) => {
    const invoice = await make('invoice', { plantId, sbuId, soldToId: customerId, invoiceDate: '2026-04-01' })
    const of = { invoiceId: invoice.id, lineNo: 1, productId, orderLineId: line.id, qty }
    const { id: invoiceLineId } = await make('invoice-line', of)
    const lr = await make('lr', { plantId, lrDate: '2026-04-01', deliveryStatus: 'DELIVERED', deliveredOn })
    const { id: lrLineId } = await make('lr-line', { lrId: lr.id, invoiceId: invoice.id })
    const goods = await make('sap-delivery-line', {
      productId,
      orderLineId: line.id,
      plantId,
      sbuId,
      qty,
      countsAs: 'GOODS',
    })
    await make('invoice-line-goods', { invoiceLineId, invoiceId: invoice.id, deliveryLineId: goods.id, qty })
    await make('lr-line-item', { lrLineId, lrId: lr.id, deliveryLineId: goods.id, qty })
  }
  await arrived('2026-04-05', 5_000)
  await arrived('2026-04-11', 1_500)
  const period = '&requestedDate[$gte]=2026-04-01&requestedDate[$lte]=2026-04-30'
  const told = async () =>
    (await rows('order-vs-sales-schedule-lines', `${period}&$sort[scheduleNo]=1&orderId=${orderId}`)).map(row => [
      ...[row.qty, row.deliveredQty, row.openQty, row.deliveredOn, row.delayDays, row.otif],
    ])
  expect(await told()).toEqual([
    [4_000, 4_000, 0, '2026-04-05', 0, 'YES'],
    [3_000, 2_500, 500, null, 7, 'NO'],
    [2_000, 0, 2_000, null, 0, null],
  ])
  await arrived('2026-04-12', 600)
  expect((await told()).slice(1)).toEqual([
    [3_000, 3_000, 0, '2026-04-12', 4, 'NO'],
    [2_000, 100, 1_900, null, 0, null],
  ])
  const { figures } = await groups('order-vs-sales-schedule-lines', 'requestedDate', `${period}&orderId=${orderId}`)
  expect([figures.due, figures.kept, figures.otifPct]).toEqual([2, 1, 5_000])
  expect([figures.dueByConfirmed, figures.keptByConfirmed, figures.confirmedOtifPct]).toEqual([2, 1, 5_000])
  const first = await rows('order-vs-sales-schedule-lines', `${period}&$sort[scheduleNo]=1&orderId=${orderId}`)
  expect(first.map(row => [row.firstConfirmedDate, row.confirmedOtifPct])).toEqual([
    ['2026-04-04', 0],
    ['2026-04-12', 10_000],
    [null, null],
  ])
  await portal.db('order').where({ id: orderId }).update({ status: 'CANCELLED' })
  await portal.db.transaction(trx => countOrders(trx, [orderId]))
  expect((await told()).map(row => row.at(-1))).toEqual([null, null, null])
  await reject(orderId)
})

it('an average price is net value by quantity, against the ASP at the end of the period', async () => {
  await none()
  const product = await make('products', { sbuId, uom: 'CS', baseUom: 'EA', uomNumerator: 12, uomDenominator: 1 })
  const zone = await make('zone')
  const of = (netValue: number, baseQty: number) => ({ productId: product.id, netValue, baseQty, baseUom: 'EA' })
  const asp = (price: number, validFrom: string, validTo: string) =>
    make('zone-wise-asp', { productId: product.id, zoneId: zone.id, asp: price, validFrom, validTo })
  await asp(99_999, '2026-01-01', '2026-03-31')
  // A case of 12 for 240.00: 20.00 each.
  await asp(24_000, '2026-04-01', '9999-12-31')
  const invoiced = { invoiceDate: '2026-03-20', zoneId: zone.id }
  // 18.00 each for 10, and 24.00 each for 5; what is free or was cancelled is no price.
  await documentWith(invoiced, [of(18_000, 10_000), of(12_000, 5_000), of(0, 50_000)])
  await documentWith({ ...invoiced, isCancelled: true, cancelledOn: '2026-04-01' }, [of(1, 1_000)])
  await documentWith({ ...invoiced, invoiceType: 'CREDIT_NOTE' }, [of(9_000, 1_000)])
  const read = (to: string, more = '') =>
    groups(
      'zone-product-avg-price',
      'productId,zoneId',
      `&day[$gte]=2026-03-01&day[$lte]=${to}&productId=${product.id}${more}`,
    )
  const { groups: each } = await read('2026-04-15')
  expect(each.map(({ keys, figures, units }) => ({ keys, ...figures, units }))).toMatchObject([
    {
      ...{ keys: [product.id, zone.id], netValue: 30_000, avgPrice: 2_000, leastPrice: 1_800, mostPrice: 2_400 },
      ...{ asp: 2_000, deviationPct: 0, qty: 15_000, units: { qty: 'EA' } },
    },
  ])
  const march = (await read('2026-03-31')).groups[0]!.figures
  expect([march.asp, march.deviationPct]).toEqual([8_333, -7_600])
  const { id: orderId } = await orderWith({ orderDate: '2026-03-21' })
  await lineWith(orderId, { productId: product.id, uom: 'CS', qty: 2_000, netValue: 60_000 })
  await lineWith(orderId, { productId: product.id, uom: 'CS', qty: 2_000, netValue: 60_000, priceSource: 'FREE' })
  const ordered = await read('2026-04-15', '&basis=ORDER')
  expect(ordered.figures).toMatchObject({ avgPrice: 2_500, netValue: 60_000 })
  expect((await read('2026-04-15')).figures.netValue).toBe(30_000)
  await reject(orderId)
})

it('an employee has each customer once, whatever the departments, with what these ordered and bought', async () => {
  await none()
  const keeper = await make('employee')
  const [one, other] = [await make('customer'), await make('customer')]
  const departments = [await make('department', { sbuId }), await make('department', { sbuId })]
  for (const { id: departmentId } of departments)
    await make('customer-department-map', { customerId: one.id, departmentId, salesEmployeeId: keeper.id })
  const departmentId = departments[0]!.id
  await make('customer-department-map', { customerId: other.id, departmentId, salesEmployeeId: keeper.id })
  const order = await orderWith({ customerId: one.id, soldToId: one.id, departmentId, orderDate: '2026-04-01' })
  await lineWith(order.id, { netValue: 5_000 })
  await lineWith(order.id, { netValue: 400, lineStatus: 'CANCELLED' })
  const sold = { soldToId: one.id, salesEmployeeId: keeper.id }
  await documentWith({ ...sold, invoiceDate: '2026-04-02' }, [{ netValue: 4_001 }])
  await documentWith({ ...sold, invoiceDate: '2026-03-31' }, [{ netValue: 9_999 }])
  const read = (by: string) => groups('emp-sales-mapping-report', by, `&employeeId=${keeper.id}&day[$gte]=2026-04-01`)
  const { groups: each } = await read('employeeId')
  expect(each).toMatchObject([
    { figures: { accounts: 2, orders: 1, orderValue: 5_400, netSales: 4_001, salesPerCustomer: 2_001 } },
  ])
  const customers = (await read('employeeId,customerId')).groups
  expect(customers.map(({ keys, figures }) => [keys[1], figures.accounts, figures.netSales]).sort()).toEqual(
    [
      [one.id, 1, 4_001],
      [other.id, 1, 0],
    ].sort(),
  )
  await reject(order.id)
})

it('the price list of a day has the standing discount of that day, for buyers that of their segment', async () => {
  const channel = await make('channel')
  const product = await make('products', { sbuId, launchDate: '2026-02-01', isOrderable: true })
  const price = (listPrice: number, validFrom: string, validTo: string) =>
    make('product-price', { channelId: channel.id, productId: product.id, listPrice, priceUnit: 1, validFrom, validTo })
  await price(10_000, '2025-04-01', '2026-03-31')
  await price(9_999, '2026-04-01', '9999-12-31')
  const segment = await make('customer-segment')
  const buyer = await make('customer', { channelId: channel.id, priceListVisible: true })
  const department = await make('department', { sbuId })
  await make('customer-department-map', { customerId: buyer.id, departmentId: department.id })
  const validity = { validFrom: '2026-01-01', validTo: '9999-12-31' }
  await make('customer-segment-map', { customerId: buyer.id, sbuId, customerSegmentId: segment.id, ...validity })
  const discount = (discountPct: number, more: RowValues = {}) =>
    make('product-discount', {
      ...{ productId: product.id, materialPricingGroupId: null, customerSegmentId: null, minQty: 0, discountPct },
      ...{ ...validity, ...more },
    })
  await discount(500)
  await discount(1_250, { customerSegmentId: segment.id })
  await discount(9_000, { minQty: 10_000 })
  await make('productwise-limit-price', {
    ...{ productId: product.id, channelId: null, limitPrice: 7_000, confirmStatus: 'CONFIRMED', ...validity },
  })
  const listed = async (who: ApiClient, asOn: string) => {
    const { status, body } = await who.get(`/api/mis/price-list-report?asOn=${asOn}&productId=${product.id}`)
    expect(status, body.message).toBe(200)
    return body.data.map((row: Record<string, unknown>) => [
      row.listPrice,
      row.discountPct,
      row.netPrice,
      row.limitPrice,
    ])
  }
  expect(await listed(auditor, '2026-03-31')).toEqual([[10_000, 500, 9_500, 7_000]])
  // 9,999 less 5 % is 9,499.05.
  expect(await listed(auditor, '2026-04-01')).toEqual([[9_999, 500, 9_499, 7_000]])
  const person = await personWith(portal, ['CUSTOMER'], { customerId: buyer.id })
  // 9,999 less 12.5 % is 8,749.125; the limit is not for buyers.
  expect(await listed(person, '2026-04-01')).toEqual([[9_999, 1_250, 8_749, undefined]])
  const paper = async (who: ApiClient) => {
    const { status, bytes } = await download(portal, who, '/api/price-list-pdf?asOn=2026-03-31')
    expect([status, status === 200 ? '' : bytes.toString()]).toEqual([200, ''])
    return pdfText(bytes)
  }
  const [ours, theirs] = [await paper(auditor), await paper(person)]
  expect(ours).toContain('Price List of 31-03-2026')
  for (const text of ['100.00', '95.00', '70.00', 'Limit price', 'New']) expect(ours).toContain(text)
  expect(theirs).toContain('87.50')
  for (const text of ['70.00', 'Limit price']) expect(theirs).not.toContain(text)
  const wrong = await auditor.get('/api/price-list-pdf?asOn=yesterday')
  expect([wrong.status, wrong.body.message]).toEqual([400, 'As on must be a day such as 2026-04-01'])
  await portal.db('customer').where({ id: buyer.id }).update({ priceListVisible: 0 })
  expect(await listed(person, '2026-04-01')).toEqual([])
})
