/** @module-tag sql */
import { stringify } from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRequest, readState } from '../../../admin/derive/list/list-state.ts'
import { paramsOf } from '../../../admin/http/asked.ts'
import { historyRequest, readHistory } from '../../../admin/orders/order-history/history-state.ts'
import { queryFrom } from '../../../admin/shell/query.ts'
import { secondsFromNow, today } from '../../../api/platform/clock.ts'
import { accessRequest } from '../../../resources/access-control/access-request.ts'
import { complaintLists, complaintTabs } from '../../../resources/complaints/complaint-lists.ts'
import { disputeLists, disputeTabs } from '../../../resources/complaints/dispute-lists.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { TileCount } from '../../../resources/home/commands.ts'
import { type Tile, tileGroups, tileLinks } from '../../../resources/home/tile.ts'
import { tiles } from '../../../resources/home/tiles.ts'
import { listAt } from '../../../resources/list-at.ts'
import { queues } from '../../../resources/orders/approvals/queues.ts'
import { messageLog } from '../../../resources/platform/message-log.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { writeWorld } from '../../support/canary/world.ts'
import { fillTiles } from '../../support/home-rows.ts'
import { withinSeconds } from '../../support/limits.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'
import { statementsDuring } from '../../support/statements.ts'

let portal: TestPortal
const people = new Map<string, ApiClient>()
beforeAll(async () => {
  portal = await demoPortal()
  // Rows in every list, of customers near and far.
  await writeWorld(portal.db, portal.home)
  await fillTiles(portal.db)
  for (const role of roleCodes) people.set(role, await portal.as(role.toLowerCase()))
}, withinSeconds(120))
afterAll(() => portal.close())

const totalOf = async (who: ApiClient, path: string, query: object): Promise<number> => {
  const { status, body } = await who.get(`/api/${path}?${stringify({ ...query, $limit: 1, $skip: 0 })}`)
  expect([path, status, body.message]).toEqual([path, 200, undefined])
  return body.total
}

/** How many rows a derived list shows at an address, asked as the screen asks. */
async function rowsListed(who: ApiClient, list: Resource, address: string): Promise<number> {
  const params = new URL(address, 'http://portal').searchParams
  const { filters, query } = listRequest(list, readState(list, params))
  return totalOf(who, list.path, { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query })
}

const lengthOf = async (who: ApiClient, path: string) => (await who.get(`/api/${path}`)).body.length as number

/** How many rows the pages show that are no derived lists, by their path. */
const pages: Record<string, (who: ApiClient, params: URLSearchParams, userId: number) => Promise<number>> = {
  '/orders/order-history': (who, params, userId) => {
    const { $limit, $skip, ...query } = paramsOf(historyRequest(readHistory(params), userId, 'staff'))
    return totalOf(who, 'orders', query)
  },
  '/orders/order-in-error': who => lengthOf(who, 'orders-in-error'),
  '/orders/order-stuck-for-sap': who => lengthOf(who, 'orders-stuck'),
  '/dispatches/add-lr-details': async who => {
    const { plants } = (await who.get('/api/waiting-invoices')).body
    let all = 0
    for (const { id } of plants)
      for (const { invoices } of (await who.get(`/api/waiting-invoices?plantId=${id}`)).body.groups)
        all += invoices.length
    return all
  },
  '/dispatches/e-way-bills': async who => {
    const { bills } = (await who.get('/api/e-way-bills')).body as { bills: { ewayValidTo: string | null }[] }
    return bills.filter(({ ewayValidTo }) => ewayValidTo && ewayValidTo <= secondsFromNow(24 * 3600)).length
  },
  '/settings/imports': who => totalOf(who, 'imports', { toFinish: true }),
  '/dispatches/party-will-collect': who =>
    totalOf(who, 'invoices', {
      isCollected: true,
      dispatchStatus: { $in: ['PENDING', 'PWC_READY'] },
      invoiceType: 'INVOICE',
      isCancelled: false,
    }),
  '/dispatches/verify-pods': who => totalOf(who, 'pods', { status: 'UPLOADED' }),
  '/dispatches/desk-tasks': (who, params) =>
    params.get('task') === 'part-b'
      ? totalOf(who, 'lrs', { partBDue: true })
      : totalOf(who, 'tracking-events', { confirmation: 'AWAITED' }),
  '/complaints/modify': (who, params) =>
    rowsListed(who, complaintLists[complaintTabs.indexOf(params.get('of') as 'Late')]!, '/complaints/modify'),
  '/complaints/ar-dispute-modify': (who, params) =>
    rowsListed(who, disputeLists[disputeTabs.indexOf(params.get('of') as 'Late')]!, '/complaints/ar-dispute-modify'),
  '/settings/messages': (who, params) => rowsListed(who, messageLog, `/settings/messages?${params}`),
  '/access-control/assign-roles': who => totalOf(who, accessRequest.path, { status: 'OPEN' }),
  '/access-control/unlock-employee': who => lengthOf(who, 'locked-logins'),
  '/masters/read-data-from-sap': async who => {
    const cards: { lastRun: { status: string } | null }[] = (await who.get('/api/masters/read-data-from-sap')).body
    return cards.filter(({ lastRun }) => lastRun && ['FAILED', 'PARTIAL'].includes(lastRun.status)).length
  },
}

async function rowsBehind(who: ApiClient, address: string, userId: number): Promise<number> {
  const { pathname, searchParams } = new URL(address, 'http://portal')
  const page = pages[pathname]
  if (page) return page(who, searchParams, userId)
  const list = listAt(pathname.slice(1))
  if (!list) throw new Error(`${address} is no list`)
  return rowsListed(who, list, address)
}

const tileOf = (name: string): Tile => tiles.find(tile => tile.name === name)!

describe.each(roleCodes)('the home page of %s', role => {
  it('shows on every tile the number of rows of the list that it opens, and of those that are late', async () => {
    const who = people.get(role)!
    const { status, body } = await who.get('/api/home')
    expect([status, body.message]).toEqual([200, undefined])
    const { user } = (await who.get('/api/me')).body
    for (const { name, total, late } of body as TileCount[]) {
      const tile = tileOf(name)
      if ('queue' in tile.counts) {
        const { step } = queues.find(({ path }) => path === tile.at)!
        const queue = async (more: string) =>
          (await who.get(`/api/approval-queue?step=${step}&$limit=1${more}`)).body.total
        expect([name, total, late]).toEqual([name, await queue(''), await queue('&overdue=true')])
        continue
      }
      const links = tileLinks(tile, today())
      expect([name, total]).toEqual([name, await rowsBehind(who, links.all!, user.id)])
      if (late !== null)
        expect([name, 'late', late]).toEqual([name, 'late', await rowsBehind(who, links.late!, user.id)])
    }
  })
})

it('shows something on nearly every tile to somebody, so that the comparison means something', async () => {
  const shown = new Map<string, number>()
  for (const who of people.values())
    for (const { name, total } of (await who.get('/api/home')).body as TileCount[])
      shown.set(name, Math.max(shown.get(name) ?? 0, total))
  expect(tiles.map(({ name }) => name).filter(name => !shown.has(name))).toEqual([])
  // Queues and orders stuck are filled by the tests of their own; the one consignment of each company is underway.
  const own = ['orders-stuck', 'proofs-to-upload', ...queues.map(({ step }) => `queue-${step}`)]
  expect([...shown].filter(([name, total]) => total === 0 && !own.includes(name)).map(([name]) => name)).toEqual([])
})

it('has a tile only for whoever reads its list', async () => {
  for (const [role, who] of people)
    for (const { name } of (await who.get('/api/home')).body as TileCount[]) {
      const { counts } = tileOf(name)
      if ('list' in counts)
        expect([role, name, (await who.get(`/api/${counts.list.path}?$limit=1`)).status]).toEqual([role, name, 200])
    }
  const names = async (role: string) =>
    ((await people.get(role)!.get('/api/home')).body as TileCount[]).map(({ name }) => name)
  expect(await names('CUSTOMER')).toEqual(expect.arrayContaining(['open-orders', 'shipments-underway', 'complaints']))
  expect(await names('CUSTOMER')).not.toContain('orders-stuck')
  expect(await names('FINANCE')).toEqual(expect.arrayContaining(['payments-pending', 'payments-stuck']))
  expect(await names('QA')).toEqual(['complaints-to-answer', 'complaints-without-owner', 'certificates-in-tray'])
})

it('asks the database at most three times for a part of the page', async () => {
  const who = people.get('CSC_AGENT')!
  await who.get('/api/home')
  const asked = await statementsDuring(portal.db, headers => who.get('/api/home', headers))
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.length).toBeLessThanOrEqual(3 * tileGroups.length)
})

describe('the charts', () => {
  it('count the orders of each week that the person reads', async () => {
    const who = people.get('CUSTOMER')!
    const { orders, outstanding } = (await who.get('/api/home-trends')).body
    expect(orders).toHaveLength(8)
    const from = orders[0].week
    const listed = await totalOf(who, 'orders', {
      orderDate: { $gte: from },
      status: { $nin: ['DRAFT', 'DELETED', 'DEAD'] },
    })
    expect(orders.reduce((sum: number, week: { orders: number }) => sum + week.orders, 0)).toBe(listed)
    expect(outstanding).toEqual((await who.get('/api/customer-360')).body.outstanding)
  })

  it('are absent for whoever does not read the rows', async () => {
    expect((await people.get('QA')!.get('/api/home-trends')).body).toEqual({
      orders: null,
      deliveries: null,
      outstanding: null,
    })
    expect((await people.get('DISPATCH')!.get('/api/home-trends')).body).toMatchObject({
      orders: null,
      outstanding: null,
    })
  })

  it('add up to the open items that Finance reads', async () => {
    const who = people.get('FINANCE')!
    const { outstanding } = (await who.get('/api/home-trends')).body
    const { body } = await who.get('/api/masters/upload-outstanding?isActive=true&$totals=true&$limit=0')
    expect(outstanding.total).toBe(body.totals.balanceAmount)
    expect(Object.values(outstanding.buckets as Record<string, number>).reduce((a, b) => a + b, 0)).toBe(
      outstanding.total,
    )
  })
})
