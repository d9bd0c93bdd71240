import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { officeHours } from '../../../api/mis/moments.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { officeMinutes } from '../../../resources/define/dates.ts'
import type { GroupedRows } from '../../../resources/define/report.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'

/** Figures worked out by hand on few rows, on Wednesday, 15 April 2026. */
const NOON = '2026-04-15T06:30:00.000Z'

let portal: TestPortal
let auditor: ApiClient
let sbuId: number
let customerId: number
let plantId: number
let productId: number
const make = (name: string, given: RowValues = {}) => exampleRow(portal.db, resourceNamed(name), given)
beforeAll(async () => {
  setClock(NOON)
  portal = await emptyPortal()
  auditor = await personWith(portal, ['AUDITOR'])
  sbuId = (await make('sbu')).id
  customerId = (await make('customer')).id
  plantId = (await make('plant')).id
  productId = (await make('products', { sbuId })).id
})
beforeEach(() => setClock(NOON))
afterAll(async () => {
  setClock(null)
  await portal.close()
})

const orderWith = (more: RowValues = {}) =>
  make('order', {
    ...{ customerId, soldToId: customerId, sbuId, status: 'CONFIRMED', orderDate: '2026-04-10', statusSince: NOON },
    ...more,
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
  await portal.db('order').whereIn('id', [kept.id, cancelled.id]).update({ status: 'REJECTED' })
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
    '/api/export-groups/mis/monthwise-total-orders?by=sbuId&across=orderDate&of=grossValue&format=csv',
  )
  expect(
    String(file.body)
      .replace('\ufeff', '')
      .split('\r\n\r\n')[0]!
      .split('\r\n')
      .map((line: string) => line.split(',').slice(1).join()),
  ).toEqual(['Apr 2026,May 2026,Total', '236.00,118.00,354.00', '236.00,118.00,354.00'])
  expect(String(file.body)).toContain('Rows,3')
  await portal.db('order').whereIn('id', made).update({ status: 'REJECTED' })
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
      .select(portal.db.raw(`${officeHours(portal.db, 't.a', 't.b')} as hours`))
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
    { numRuns: 60 },
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
  await portal.db('order').where({ id }).update({ status: 'REJECTED' })
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
  }
  await sold('2026-01-16')
  await sold('2026-01-15')
  await sold('2026-04-01', { isCancelled: true })
  const [row] = (await rows('stocks')).filter(one => one.productId === product.id)
  expect(row).toMatchObject({ unrestrictedQty: 180_000, reservedQty: 60_000, availableQty: 120_000, batches: 2 })
  expect(row).toMatchObject({ firstExpiry: '2026-09-01', coverDays: 120, reorderLevelQty: null, isBelowReorder: false })
})

it('credit notes are negative, what is cancelled is left out, and a balance is what SAP has open', async () => {
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
  await document({ isCancelled: true })
  const item = await make('upload-outstanding', {
    ...{ customerId, documentDate: '2026-04-02', dueDate: '2026-05-02', originalAmount: 1_180, balanceAmount: 180 },
  })
  await portal.db('upload_outstanding').where({ id: item.id }).update({ invoiceId: open.id })
  const { figures, rows: count } = await groups('invoices', 'invoiceType', '&invoiceDate=2026-04-02')
  expect([count, figures.netValue, figures.grossValue, figures.balance]).toEqual([2, 700, 826, 180])
  const freight = await rows('view-freight-paid', '&invoiceDate=2026-04-02')
  expect(freight.map(row => [row.id, row.billedFreight, row.totalFreight])).toEqual([[open.id, 70, 70]])
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
