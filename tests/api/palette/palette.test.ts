/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import type { PaletteHit } from '../../../resources/palette/commands.ts'
import { paletteRecords } from '../../../resources/palette/palette-records.ts'
import { exampleCustomer, submittedOrder } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { statementsDuring } from '../../support/statements.ts'

const portal = portalOfFile(demoPortal)
const agent = portal.person('csc_agent')
const buyer = portal.person('customer')
let orderNo: string
let orderId: number
beforeAll(async () => {
  const order = await submittedOrder(portal, await portal.as('asha'))
  const row = await portal.db('order').where({ id: order.id }).first()
  orderNo = row.orderNo
  orderId = row.id
})

const find = async (who: ApiClient, q: string): Promise<PaletteHit[]> => {
  const { status, body } = await who.get(`/api/palette?q=${encodeURIComponent(q)}`)
  expect([q, status, body.message]).toEqual([q, 200, undefined])
  return body
}
const kinds = (hits: readonly PaletteHit[]) => [...new Set(hits.map(({ kind }) => kind))].sort()

describe('the palette', () => {
  it('finds an order by its whole number, by the beginning, and by its last digits', async () => {
    const path = `/orders/order-history/${orderId}`
    for (const text of [orderNo, orderNo.toLowerCase(), String(Number(orderNo.slice(6))).padStart(2, '0')])
      expect((await find(agent, text)).find(hit => hit.path === path)).toMatchObject({ kind: 'Order', title: orderNo })
    expect((await find(agent, orderNo.slice(0, 6))).some(({ kind }) => kind === 'Order')).toBe(true)
    expect((await find(agent, orderNo))[0]).toMatchObject({ title: orderNo, path })
  })

  it('finds customers and products by a part of their name, and by their code', async () => {
    const { code, name } = (await exampleCustomer(portal)) as unknown as { code: string; name: string }
    const word = name.split(' ')[0]!
    expect(await find(agent, word)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'Customer', title: code, beside: expect.stringContaining(name) }),
      ]),
    )
    expect((await find(agent, code))[0]).toMatchObject({ kind: 'Customer', title: code })
    expect((await find(agent, 'LS-1001'))[0]).toMatchObject({ kind: 'Product', title: 'LS-1001' })
  })

  it('shows nobody a record that their lists do not show', async () => {
    const mine = await portal.db('user').where({ loginId: 'customer' }).first('customerId')
    const other = await portal
      .db('customer')
      .whereNot({ id: mine.customerId })
      .where({ isActive: 1 })
      .first('code', 'name')
    expect(await find(buyer, other.code)).toEqual([])
    expect((await find(buyer, other.name)).filter(({ kind }) => kind === 'Customer')).toEqual([])
    // Products are no screen of buyers.
    expect(await find(buyer, 'LS-1001')).toEqual([])
    const own = await portal.db('order').where({ id: orderId }).first('customerId')
    const sees = (await find(buyer, orderNo)).length > 0
    expect(sees).toBe(own.customerId === mine.customerId)
    expect(await find(await portal.as('transporter'), orderNo)).toEqual([])
    expect(await find(await portal.as('qa'), orderNo)).toEqual([])
  })

  it('gives each reader the same rows as the list of the record', async () => {
    for (const login of [
      'customer',
      'distributor',
      'asha',
      'meena',
      'csc_agent',
      'finance',
      'dispatch',
      'transporter',
      'qa',
    ]) {
      const who = await portal.as(login)
      for (const [kind, path, prefix] of [
        ['Order', 'orders', '/orders/order-history/'],
        ['Customer', 'access-control/customer', '/access-control/customer/show/'],
        ['LR', 'lrs', '/dispatches/lr/'],
      ] as const)
        for (const hit of (await find(who, kind === 'Customer' ? '1001' : kind === 'Order' ? 'OR' : '10')).filter(
          hit => hit.kind === kind,
        ))
          expect([login, hit.title, (await who.get(`/api/${path}/${hit.path.slice(prefix.length)}`)).status]).toEqual([
            login,
            hit.title,
            200,
          ])
    }
  })

  it('takes signs of patterns as they are, and finds nothing then', async () => {
    for (const text of ['%%', '__', "';", '\\\\', '!%', 'zzzzqqqq'])
      expect([text, await find(agent, text)]).toEqual([text, []])
  })

  it('asks little of a text that no number begins with, whatever the person reads', async () => {
    const asked = await statementsDuring(portal.db, headers => buyer.get('/api/palette?q=zzzzqqqq', headers))
    expect(asked.length).toBeGreaterThan(paletteRecords.length / 2)
    expect(asked.length).toBeLessThanOrEqual(paletteRecords.length + 5)
    expect(asked.filter(sql => sql.includes('lr_line'))).toEqual([])
  })

  it('finds at most five of a kind', async () => {
    const hits = await find(agent, 'LS')
    expect(kinds(hits)).toContain('Product')
    for (const kind of kinds(hits)) expect(hits.filter(hit => hit.kind === kind).length).toBeLessThanOrEqual(5)
  })

  it('finds a whole number among many that begin with it', async () => {
    const { id: _, ...order } = await portal.db('order').where({ id: orderId }).first()
    const numbers = [...Array.from({ length: 60 }, (_, at) => `PX-1${at + 10}`), 'PX-1']
    await portal.db('order').insert(numbers.map(number => ({ ...order, orderNo: number, draftNo: number })))
    expect((await find(agent, 'px-1'))[0]).toMatchObject({ kind: 'Order', title: 'PX-1' })
  })

  it('finds the one order that a buyer reads behind thousands of others whose numbers begin alike', async () => {
    const { db } = portal
    const { id: _, ...order } = await db('order').where({ id: orderId }).first()
    const { customerId } = await db('user').where({ loginId: 'customer' }).first('customerId')
    const [stranger] = await db('customer').whereNot('id', customerId).orderBy('id').pluck('id')
    const of = (buyer: number, no: number) => {
      const number = `PY-${String(no).padStart(5, '0')}`
      return { ...order, orderNo: number, draftNo: number, customerId: buyer, soldToId: buyer }
    }
    await db.batchInsert(
      'order',
      [of(customerId, 1), ...Array.from({ length: 1_200 }, (_, at) => of(stranger, at + 2))],
      200,
    )
    const found = async (who: ApiClient, text: string) => (await find(who, text)).map(({ title }) => title)
    expect(await found(buyer, 'py-')).toEqual(['PY-00001'])
    expect(await found(buyer, 'PY-00001')).toEqual(['PY-00001'])
    expect(await found(buyer, 'PY-00700')).toEqual([])
    expect(await found(agent, 'PY-0')).toHaveLength(5)
    expect(await found(agent, 'PY-00700')).toEqual(['PY-00700'])
    // One among the numbers that are looked at first, one far behind them.
    await db('order').where({ orderNo: 'PY-00900' }).update({ customerId, soldToId: customerId })
    expect(await found(buyer, 'PY-')).toEqual(['PY-00900', 'PY-00001'])
  })

  it.each(['', 'a', ' a ', 'x'.repeat(61)])('refuses “%s” with a sentence', async q => {
    const { status, body } = await agent.get(`/api/palette?q=${encodeURIComponent(q)}`)
    expect([status, body.errors[0].field, body.message]).toEqual([
      400,
      'q',
      expect.stringMatching(/is required|at least 2 characters|at most 60 characters/),
    ])
  })
})

describe('remembered screens', () => {
  const screens = async (who: ApiClient) => (await who.get('/api/layouts')).body.screens

  it('are kept for each person: opened ones with their count, and pins', async () => {
    for (const path of ['/orders/order-history', '/masters/sbu', '/orders/order-history'])
      expect((await agent.post('/api/layouts', { visited: path })).status).toBe(201)
    await agent.post('/api/layouts', { visited: `/orders/order-history/${orderId}`, title: orderNo })
    await agent.post('/api/layouts', { favourite: '/masters/sbu', isFavourite: true })
    const { favourites, used } = await screens(agent)
    expect(favourites).toEqual(['/masters/sbu'])
    expect(
      used.map(({ path, title, times }: { path: string; title: string | null; times: number }) => [path, title, times]),
    ).toEqual([
      [`/orders/order-history/${orderId}`, orderNo, 1],
      ['/orders/order-history', null, 2],
      ['/masters/sbu', null, 1],
    ])
    expect(await screens(buyer)).toEqual({ favourites: [], used: [] })
    await agent.post('/api/layouts', { favourite: '/masters/sbu', isFavourite: false })
    expect((await screens(agent)).favourites).toEqual([])
    expect(await portal.db('audit_entry').where({ entity: 'grid-view' }).first()).toBeUndefined()
  })

  it('lose nothing when two windows write at once', async () => {
    const qa = await portal.as('qa')
    await qa.post('/api/layouts', { visited: '/first' })
    const paths = Array.from({ length: 8 }, (_, at) => `/page-${at}`)
    const answers = await Promise.all(paths.map(visited => qa.post('/api/layouts', { visited })))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 201))
    expect((await screens(qa)).used.map(({ path }: { path: string }) => path).sort()).toEqual(
      ['/first', ...paths].sort(),
    )
  })

  it.each([
    [{ visited: 'javascript:alert(1)' }, 'visited'],
    [{ visited: '//evil.example' }, 'visited'],
    [{ visited: `/${'a'.repeat(130)}` }, 'visited'],
    [{ visited: 5 }, 'visited'],
    [{ visited: '/a', title: 'x'.repeat(41) }, 'title'],
    [{ favourite: '/a', isFavourite: 'yes' }, 'isFavourite'],
    [{ favourite: '../a', isFavourite: true }, 'favourite'],
  ])('refuse %j', async (body, field) => {
    const answer = await agent.post('/api/layouts', body)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
  })
})
