import { beforeAll, expect, it } from 'vitest'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const admin = portal.person(at => personWith(at, ['MASTER_ADMIN']))
const rep = portal.person(at => personWith(at, ['SALES_REP']))
let manager: ApiClient

beforeAll(async () => {
  manager = await personWith(portal, ['SALES_MANAGER'])
})

const grid = 'masters/products'
const state = {
  query: 'f.name=contains.vrl&sort=-code',
  columns: [
    { name: 'name', width: 200, pin: true },
    { name: 'code', hidden: true },
  ],
  density: 'compact',
}
const layout = { columns: [{ name: 'code' }, { name: 'name', width: 300 }], density: 'normal' }
const view = (more: object = {}) => ({ grid, name: `View ${Math.random()}`, scope: 'ME', state, ...more })
const code = ({ status, body }: { status: number; body: { errors: { code: string }[] } }) => [
  status,
  body.errors[0]?.code,
]
const named = async (asker: ApiClient, name: string) =>
  (await asker.get('/api/layouts')).body.views.find((one: { name: string }) => one.name === name)

it('remembers the layout of a grid for each person, and the last save counts', async () => {
  const screens = { favourites: [], used: [] }
  expect((await rep.get('/api/layouts')).body).toEqual({ layouts: {}, shortcuts: true, screens, views: [] })
  expect((await rep.post('/api/layouts', { grid, layout })).status).toBe(201)
  const last = { ...layout, density: 'compact' }
  await Promise.all([
    rep.post('/api/layouts', { grid, layout: last }),
    rep.post('/api/layouts', { grid, layout: last }),
  ])
  expect((await rep.get('/api/layouts')).body.layouts).toEqual({ [grid]: last })
  expect((await manager.get('/api/layouts')).body.layouts).toEqual({})
  expect(await portal.db('audit_entry').where({ entity: 'grid-view' }).first()).toBeUndefined()
})

it('remembers whether single keys are shortcuts', async () => {
  await rep.post('/api/layouts', { shortcuts: false })
  expect((await rep.get('/api/layouts')).body.shortcuts).toBe(false)
  expect(code(await rep.post('/api/layouts', { shortcuts: 'no' }))).toEqual([400, 'TYPE'])
  expect(code(await rep.post('/api/layouts', { grid, layout: null }))).toEqual([400, 'REQUIRED'])
  expect(code(await rep.post('/api/layouts', {}))).toEqual([400, 'REQUIRED'])
})

it.each([
  [{ columns: [{ name: 'nowhere' }], density: 'normal' }, /Products has no column “nowhere”/],
  [{ columns: [{ name: 'code' }, { name: 'code' }], density: 'normal' }, /is listed twice/],
  [{ columns: [{ name: 'code', width: 5 }], density: 'normal' }, /56 to 900 pixels/],
  [{ columns: [{ name: 'code', colour: 'red' }], density: 'normal' }, /not “colour”/],
  [{ columns: 'code', density: 'normal' }, /list of at most/],
  [{ columns: [], density: 'huge' }, /normal or compact/],
  [{ columns: [], density: 'normal', query: 'f.nowhere=eq.1' }, /to filter or sort by/],
  [{ columns: [], density: 'normal', query: 'b.nowhere=eq.1' }, /to filter or sort by/],
  [{ columns: [], density: 'normal', query: 'sort=-naturalKey' }, /“naturalKey”/],
])('refuses an invalid layout, with a sentence: %j', async (bad, sentence) => {
  const { status, body } = await manager.post('/api/layouts', { grid, layout: bad })
  expect([status, body.errors[0].code]).toEqual([400, 'STATE'])
  expect(body.message).toMatch(sentence)
  expect((await manager.post('/api/views', view({ state: bad }))).status).toBe(400)
  expect((await manager.get('/api/layouts')).body).toMatchObject({ layouts: {}, views: [] })
})

it('stores a named view for its owner: created, changed, renamed, deleted', async () => {
  const made = await rep.post('/api/views', view({ name: ' Mine ' }))
  expect(made.body).toMatchObject({ grid, name: 'Mine', scope: 'ME', mine: true, state, rowVersion: 1 })
  expect(await named(manager, 'Mine')).toBeUndefined()
  expect((await manager.patch(`/api/views/${made.body.id}`, { name: 'Theirs', rowVersion: 1 })).status).toBe(404)
  expect((await manager.delete(`/api/views/${made.body.id}`)).status).toBe(404)
  const { body } = await rep.patch(`/api/views/${made.body.id}`, { name: 'Renamed', rowVersion: 1 })
  expect(body).toMatchObject({ name: 'Renamed', state, rowVersion: 2 })
  expect(code(await rep.patch(`/api/views/${body.id}`, { name: 'Late', rowVersion: 1 }))).toEqual([409, 'STALE_ROW'])
  expect(code(await rep.post('/api/views', view({ name: 'renamed' })))).toEqual([409, 'DUPLICATE_KEY'])
  expect(code(await rep.post('/api/views', view({ name: ' ' })))).toEqual([400, 'REQUIRED'])
  expect((await rep.delete(`/api/views/${body.id}`)).status).toBe(200)
  expect(await named(rep, 'Renamed')).toBeUndefined()
})

it('lets only administrators share views with a role or with everyone', async () => {
  for (const scope of ['ROLE', 'ALL']) {
    const { status, body } = await rep.post('/api/views', view({ scope, role: 'SALES_REP' }))
    expect([status, body.message]).toEqual([403, expect.stringContaining('save it for yourself')])
  }
  expect(code(await admin.post('/api/views', view({ scope: 'ROLE', role: 'NOBODY' })))).toEqual([400, 'ENUM'])
  expect(code(await admin.post('/api/views', view({ scope: 'ROLE' })))).toEqual([400, 'REQUIRED'])
  await admin.post('/api/views', view({ name: 'For reps', scope: 'ROLE', role: 'SALES_REP' }))
  await admin.post('/api/views', view({ name: 'For all', scope: 'ALL' }))
  expect(await named(rep, 'For reps')).toMatchObject({ role: 'SALES_REP', mine: false })
  expect(await named(manager, 'For reps')).toBeUndefined()
  const forAll = await named(manager, 'For all')
  expect(forAll).toMatchObject({ scope: 'ALL', role: null, mine: false })
  expect((await manager.patch(`/api/views/${forAll.id}`, { name: 'Ours', rowVersion: 1 })).status).toBe(403)
  expect((await manager.delete(`/api/views/${forAll.id}`)).status).toBe(403)
  const other = await personWith(portal, ['SYS_ADMIN'])
  expect((await other.patch(`/api/views/${forAll.id}`, { name: 'For everyone', rowVersion: 1 })).status).toBe(200)
})

it('has one default view for each person, each role and everyone', async () => {
  const shared = { scope: 'ROLE', role: 'SALES_MANAGER', isDefault: true }
  await admin.post('/api/views', view({ name: 'First', ...shared }))
  await admin.post('/api/views', view({ name: 'Second', ...shared }))
  await manager.post('/api/views', view({ name: 'My own', isDefault: true }))
  expect((await named(manager, 'First')).isDefault).toBe(false)
  expect((await named(manager, 'Second')).isDefault).toBe(true)
  expect((await named(manager, 'My own')).isDefault).toBe(true)
})

it('is limited to lists that the person may read, and needs a sign-in', async () => {
  const customer = await personWith(portal, ['TRANSPORTER'])
  expect((await customer.post('/api/views', view())).status).toBe(403)
  expect((await customer.post('/api/layouts', { grid, layout })).status).toBe(403)
  expect((await customer.post('/api/layouts', { grid: 'masters/nothing', layout })).status).toBe(400)
  expect((await portal.nobody.get('/api/layouts')).status).toBe(401)
  expect((await portal.nobody.post('/api/views', view())).status).toBe(401)
})

it('leaves out of a shared filter what its reader does not see', async () => {
  const seller = await portal.as('sales_rep')
  const buyer = await portal.as('customer')
  const idsOf = async (who: ApiClient): Promise<number[]> =>
    ((await who.get('/api/access-control/customer?$limit=500')).body.data ?? []).map(({ id }: { id: number }) => id)
  const [own] = await idsOf(seller)
  const other = (await idsOf(admin)).find(id => id !== own)!
  const seen = new Set(await idsOf(seller))
  const ids = [own!, other].toSorted((one, next) => one - next)
  const shared = {
    grid: 'mis/orders',
    name: 'Two customers',
    scope: 'ALL',
    state: { query: `f.customerId=in.${ids.join('~')}&sort=-grossValue`, columns: [], density: 'normal' },
  }
  const manager = await personWith(portal, ['MASTER_ADMIN', 'SALES_MANAGER'])
  expect((await manager.post('/api/views', shared)).status).toBe(201)
  const query = async (who: ApiClient) => new URLSearchParams((await named(who, 'Two customers')).state.query)
  expect((await query(manager)).get('f.customerId')).toBe(`in.${ids.join('~')}`)
  expect((await query(seller)).get('f.customerId')).toBe(`in.${ids.filter(id => seen.has(id)).join('~')}`)
  expect((await named(buyer, 'Two customers')).leftOut).toBe('1 filter of this view is not for you.')
  expect((await named(manager, 'Two customers')).leftOut).toBeNull()
  const owned = await idsOf(buyer)
  expect((await query(buyer)).get('f.customerId')).toBe(`in.${ids.filter(id => owned.includes(id)).join('~') || 0}`)
})

it('tells the reader of a shared view how much of it is not for them, and lists none of a list that they may not open', async () => {
  const shared = {
    grid: 'access-control/customer',
    name: 'Credit at a glance',
    scope: 'ALL',
    state: {
      query: 'f.creditLimit=between.1~&f.name=contains.a',
      columns: [{ name: 'code' }, { name: 'creditLimit' }, { name: 'sapOrderBlock' }, { name: 'gstin', hidden: true }],
      density: 'normal',
    },
  }
  expect((await admin.post('/api/views', shared)).body).toMatchObject({ leftOut: null })
  expect((await named(rep, shared.name)).leftOut).toBeNull()
  const customer = await portal.as('customer')
  const seen = await named(customer, shared.name)
  expect(seen.leftOut).toBe('2 columns and 1 filter of this view are not for you.')
  expect(seen.state.query).toBe('f.name=contains.a')
  for (const login of ['transporter', 'pricing_approver'])
    expect(await named(await portal.as(login), shared.name)).toBeUndefined()
})
