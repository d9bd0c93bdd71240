import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { together } from '../../../api/derive/list/source.ts'
import { countOrders } from '../../../api/mis/facts/order-fact.ts'
import { lostSalesQuery } from '../../../api/mis/sales/lost-sales.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { mulDiv } from '../../../resources/define/amounts.ts'
import type { GroupedRows } from '../../../resources/define/report.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { type LostSaleFacts, lostSaleCause } from '../../../resources/mis/sales/lost-sale.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

/** Wednesday, 15 April 2026; the orders are of 1 April, asked for by the 10th. */
const NOON = '2026-04-15T06:30:00.000Z'
const [ORDERED, DUE] = ['2026-04-01', '2026-04-10']

const portal = portalOfFile(() => {
  setClock(NOON)
  return emptyPortal()
})
const auditor = portal.person(at => personWith(at, ['AUDITOR']))
let shared: RowValues
let productId: number
const reasons = new Map<string, number>()
const make = (name: string, given: RowValues = {}) => exampleRow(portal.db, resourceNamed(name), given)
beforeAll(async () => {
  const customerId = (await make('customer')).id
  shared = { customerId, soldToId: customerId, sbuId: (await make('sbu')).id, orderDate: ORDERED, statusSince: NOON }
  productId = (await make('products', { sbuId: shared.sbuId })).id
  for (const [reasonType, code] of [
    ...['WRONG', 'PRICE', 'NOSTOCK', 'LATE', 'OTHER'].map(code => ['CANCEL', code]),
    ['REJECT', 'CREDIT'],
  ] as [string, string][])
    reasons.set(code, (await make('reason-code', { reasonType, code })).id)
})
beforeEach(async () => {
  setClock(NOON)
  await portal.db('order_fact').delete()
  await portal.db('order').update({ status: 'DELETED' })
})
afterAll(() => setClock(null))

const orderWith = (status: string, more: RowValues = {}) =>
  make('order', {
    ...{ ...shared, status, requestedDeliveryDate: DUE, submittedAt: '2026-04-01T06:00:00.000Z' },
    ...(['CONFIRMED', 'PARTIALLY_DISPATCHED'].includes(status) && { sapOrderNo: String(++sapOrders) }),
    ...more,
  })
let sapOrders = 40_000
let lineNo = 0
const lineWith = (orderId: number, more: RowValues = {}) =>
  make('order-line', {
    ...{ orderId, lineNo: ++lineNo, productId, qty: 1_000, priceUnit: 1, listPrice: 10_000, netPrice: 10_000 },
    ...{ netValue: 10_000, taxableValue: 10_000, grossValue: 11_800, igst: 1_800, eudStatus: 'NOT_REQUIRED' },
    ...more,
  })
const task = (orderId: number, step: string, status: string) =>
  make('approval-task', { orderId, step, status, triggerJson: {} })
const stepped = (orderId: number, step: string, toStatus: string, at: string, reason?: string) =>
  make('order-step', { orderId, step, toStatus, at, ...(reason && { reasonCodeId: reasons.get(reason)! }) })

interface Lost {
  orderId: number
  part: string
  cause: string
  unfilledQty: number
  unfilledValue: number
}
const PERIOD = `&day[$gte]=${ORDERED}&day[$lte]=${ORDERED}`
async function lost(who = auditor): Promise<Lost[]> {
  const { status, body } = await who.get(`/api/mis/lost-sales?$limit=500&$sort[id]=1${PERIOD}`)
  expect(status, body.message).toBe(200)
  return body.data
}
async function byCause(): Promise<GroupedRows> {
  const { status, body } = await auditor.get(`/api/report-groups?report=mis/lost-sales&by=cause${PERIOD}`)
  expect(status, body.message).toBe(200)
  return body
}
const causesOf = async (orderId: number) =>
  (await lost()).filter(row => row.orderId === orderId).map(({ part, cause }) => `${part} ${cause}`)

describe('lost sales', () => {
  it('hold what was cancelled and what is overdue of a line, to the paisa of what was not supplied', async () => {
    const { id } = await orderWith('PARTIALLY_DISPATCHED')
    // 3 pieces for 100.01: one was cancelled since there is no stock, one invoiced, one is confirmed and late.
    const part = { qty: 3_000, netValue: 10_001, cancelledQty: 1_000, invoicedQty: 1_000, confirmedQty: 2_000 }
    await lineWith(id, part)
    await stepped(id, 'cancelOpen', 'CONFIRMED', '2026-04-03T06:00:00.000Z', 'NOSTOCK')
    // Nothing is missing of what was invoiced, nor yet of what is due today.
    await lineWith(id, { qty: 2_000, netValue: 4_000, invoicedQty: 3_000 })
    const later = await orderWith('CONFIRMED', { requestedDeliveryDate: '2026-04-15' })
    await lineWith(later.id)
    expect((await lost()).map(row => [row.part, row.cause, row.unfilledQty, row.unfilledValue])).toEqual([
      ['CANCELLED', 'STOCK', 1_000, 3_334],
      ['OVERDUE', 'DISPATCH', 1_000, 3_333],
    ])
    const { figures } = await byCause()
    expect(figures.unfilledValue).toBe(10_001 - mulDiv(10_001, 1_000, 3_000))
  })

  it('name the approval that stopped an order, and the reason that was given', async () => {
    const stopped = async (status: string, step: string, decided: string) => {
      const { id } = await orderWith(status)
      await lineWith(id)
      await task(id, 'CSC', 'APPROVED')
      await task(id, step, decided)
      return id
    }
    expect(await causesOf(await stopped('REJECTED', 'EUD', 'REJECTED'))).toEqual(['REJECTED EUD'])
    expect(await causesOf(await stopped('PENDING', 'LIMIT', 'PENDING'))).toEqual(['OVERDUE CREDIT'])
    expect(await causesOf(await stopped('DEAD', 'MY_APPROVAL', 'CANCELLED'))).toEqual(['LAPSED APPROVAL_DELAY'])
    expect(await causesOf(await stopped('REJECTED', 'MY_APPROVAL', 'REJECTED'))).toEqual(['REJECTED PRICE'])
    const unpaid = await stopped('REJECTED', 'CSC', 'REJECTED')
    await stepped(unpaid, 'reject', 'REJECTED', '2026-04-02T06:00:00.000Z', 'CREDIT')
    expect(await causesOf(unpaid)).toEqual(['REJECTED CREDIT'])
  })

  it('are an approval’s delay where it came after the day, in India', async () => {
    const approvedAt = async (at: string) => {
      const { id } = await orderWith('CONFIRMED')
      await lineWith(id, { confirmedQty: 1_000 })
      await stepped(id, 'approve', 'APPROVED', at)
      return causesOf(id)
    }
    expect(await approvedAt('2026-04-10T18:29:00.000Z')).toEqual(['OVERDUE DISPATCH'])
    expect(await approvedAt('2026-04-10T18:31:00.000Z')).toEqual(['OVERDUE APPROVAL_DELAY'])
  })

  it('are not lost where a copy of the order counts, and hold no draft and nothing deleted', async () => {
    const { id } = await orderWith('REJECTED')
    await lineWith(id)
    await lineWith(id, { lineStatus: 'DELETED' })
    const copy = await orderWith('DRAFT', { replacesOrderId: id, requestedDeliveryDate: '2026-05-10' })
    await lineWith(copy.id)
    const draft = await orderWith('DEAD', { submittedAt: null })
    await lineWith(draft.id)
    expect(await lost()).toMatchObject([{ orderId: id, cause: 'OTHER' }])
    await portal.db('order').where('id', copy.id).update({ status: 'CONFIRMED' })
    expect(await lost()).toMatchObject([{ orderId: id, cause: 'ORDERED_AGAIN' }])
  })

  it('have the causes of the rules, whatever happened, and add up to what was not supplied', async () => {
    // The same numbers each time, which look like chance.
    let seed = 17
    const one = <T>(choices: readonly T[]): T => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return choices[Math.floor((seed / 2_147_483_648) * choices.length)]!
    }
    let missing = 0
    for (let made = 0; made < 30; made++) {
      const status = one(['REJECTED', 'DEAD', 'PENDING', 'CANCELLED', 'CONFIRMED', 'PARTIALLY_DISPATCHED'])
      const { id } = await orderWith(status, { requestedDeliveryDate: one([DUE, DUE, '2026-04-20']) })
      const [qty, netValue] = [one([3_000, 7_000]), one([10_001, 33_333, 100])]
      const cancelledQty = status === 'CONFIRMED' ? one([0, 1_000]) : 0
      const invoicedQty = status === 'PARTIALLY_DISPATCHED' ? one([0, 1_000, 2_000]) : 0
      const eudStatus = one(['NOT_REQUIRED', 'REQUIRED', 'APPROVED', 'REJECTED'])
      await lineWith(id, { qty, netValue, cancelledQty, invoicedQty, eudStatus, confirmedQty: one([0, qty]) })
      if (one([true, false])) await task(id, one(['EUD', 'LIMIT', 'CSC', 'LIMIT_PRICE']), one(['PENDING', 'REJECTED']))
      if (one([true, false])) await stepped(id, 'approve', 'APPROVED', one([`${ORDERED}T06:00:00.000Z`, NOON]))
      if (one([true, false]))
        await stepped(id, 'cancel', status, NOON, one(['WRONG', 'PRICE', 'NOSTOCK', 'LATE', 'OTHER']))
      const { requestedDeliveryDate } = await portal.db('order').where({ id }).first('requestedDeliveryDate')
      const isLost = ['REJECTED', 'DEAD', 'CANCELLED'].includes(status) || requestedDeliveryDate === DUE
      if (isLost) missing += netValue - mulDiv(netValue, Math.min(invoicedQty, qty - cancelledQty), qty)
      else missing += mulDiv(netValue, cancelledQty, qty)
      await portal.db.transaction(trx => countOrders(trx, [id]))
    }
    const { groups, figures } = await byCause()
    expect(figures.unfilledValue).toBe(missing)
    expect(groups.reduce((all, group) => all + group.figures.unfilledValue!, 0)).toBe(missing)
    expect(groups.length).toBeGreaterThan(4)
    const rows: (LostSaleFacts & { cause: string })[] = await portal.db.from(
      together(portal.db, lostSalesQuery(portal.db, { person: undefined, day: '2026-04-15' })).as('lost'),
    )
    expect(rows.map(({ cause }) => cause)).toEqual(rows.map(lostSaleCause))
    for (const { keys, figures: own } of groups) {
      const { body } = await auditor.get(`/api/mis/lost-sales?$limit=0&$totals=true&cause=${keys[0]}${PERIOD}`)
      expect(body.totals.unfilledValue).toBe(own.unfilledValue)
    }
  })

  it('agree with Orders V/S Sales for the same filter: what was cancelled, and what is open and was due', async () => {
    const other = await make('customer')
    const sbu = await make('sbu')
    const product = await make('products', { sbuId: sbu.id })
    const elsewhere = { customerId: other.id, soldToId: other.id, sbuId: sbu.id }
    const lines: [status: string, order: RowValues, line: RowValues][] = [
      // 333.33 for three, of which one was cancelled: 111.11.
      ['CONFIRMED', {}, { qty: 3_000, netValue: 33_333, cancelledQty: 1_000 }],
      // Of ten, two were cancelled and three invoiced.
      ['PARTIALLY_DISPATCHED', {}, { qty: 10_000, netValue: 99_999, cancelledQty: 2_000, invoicedQty: 3_000 }],
      ['CANCELLED', {}, { netValue: 12_345 }],
      ['CONFIRMED', elsewhere, { productId: product.id, netValue: 7_777 }],
      ['CANCELLED', elsewhere, { productId: product.id, netValue: 8_888 }],
      ['CONFIRMED', { requestedDeliveryDate: '2026-04-16' }, { netValue: 5_000 }],
      ['REJECTED', elsewhere, { productId: product.id, netValue: 4_000 }],
      ['CLOSED', {}, { netValue: 3_000, invoicedQty: 1_000 }],
    ]
    for (const [status, more, line] of lines) await lineWith((await orderWith(status, more)).id, line)
    const ids = await portal.db('order').whereNot('status', 'DELETED').pluck('id')
    await portal.db.transaction(trx => countOrders(trx, ids))
    const totals = async (report: string, query: string) => {
      const { status, body } = await auditor.get(`/api/mis/${report}?$limit=0&$totals=true${PERIOD}${query}`)
      expect(status, body.message).toBe(200)
      return body.totals
    }
    const sums = async (query: string) => {
      const ordered = await totals('order-vs-sales', query)
      const due = await totals('order-vs-sales', `&isDue=true${query}`)
      const of = async (part: string) => (await totals('lost-sales', `&part=${part}${query}`)).unfilledValue
      const [gone, late] = [await of('CANCELLED'), await of('OVERDUE')]
      expect([gone, late], query).toEqual([ordered.cancelledValue, due.openValue])
      return [gone, late]
    }
    // 111.11 + 200.00 (199.998) + 123.45 + 88.88; 222.22 + 499.99 (what is neither cancelled nor invoiced) + 77.77.
    expect(await sums('')).toEqual([52_344, 79_998])
    expect(await sums(`&sbuId=${sbu.id}`)).toEqual([8_888, 7_777])
    expect(await sums(`&customerId=${other.id}&mapping=TODAY`)).toEqual([8_888, 7_777])
    expect(await sums(`&productId=${productId}`)).toEqual([43_456, 72_221])
    // An order that was rejected was never ordered, and is lost alone.
    expect((await totals('lost-sales', '&part=REJECTED')).unfilledValue).toBe(4_000)
  })

  it('are read by those who sell, of their own customers, and not by buyers', async () => {
    const { id } = await orderWith('REJECTED')
    await lineWith(id)
    expect(await lost()).toHaveLength(1)
    expect(await lost(await personWith(portal, ['SALES_REP']))).toEqual([])
    const buyer = await personWith(portal, ['FINANCE'])
    expect((await buyer.get('/api/mis/lost-sales')).status).toBe(403)
  })
})
