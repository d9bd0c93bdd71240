import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Letter, may } from '../../resources/access.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { resources } from '../../resources/registry.ts'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { buyersOrder, NOWHERE } from '../support/abuse.ts'
import { submitted, takeStep, withKey } from '../support/order-story.ts'
import { personWith } from '../support/people.ts'
import { type Answer, type Asker, demoPortal, emptyPortal, type TestPortal } from '../support/portal.ts'

/** Records whose path takes commands, which have rules of their own. */
const commanded = ['order', 'order-step', 'lr', 'tracking-event', 'rate-contract-errors']

describe('every role at every resource', () => {
  let portal: TestPortal
  const people = new Map<Role, Asker>()
  beforeAll(async () => {
    portal = await emptyPortal()
    for (const role of roleCodes) people.set(role, await personWith(portal, [role]))
  })
  afterAll(() => portal.close())

  /** What an allowed asker gets for a request that is right in nothing but its right. */
  const asks: { verb: string; needs: Letter[]; allowed: number; ask: (who: Asker, path: string) => Promise<Answer> }[] =
    [
      { verb: 'list', needs: ['R'], allowed: 200, ask: (who, path) => who.get(`/api/${path}?$limit=1`) },
      { verb: 'get', needs: ['R'], allowed: 404, ask: (who, path) => who.get(`/api/${path}/${NOWHERE}`) },
      {
        verb: 'export',
        needs: ['R', 'X'],
        allowed: 200,
        ask: (who, path) => who.get(`/api/export/${path}?id=0&format=csv`),
      },
      {
        verb: 'history',
        needs: ['R'],
        allowed: 404,
        ask: (who, path) => who.get(`/api/history?resource=${path}&rowId=${NOWHERE}`),
      },
    ]
  const changes: typeof asks = [
    { verb: 'create', needs: ['C'], allowed: 400, ask: (who, path) => who.post(`/api/${path}`, { nothing: 1 }) },
    {
      verb: 'change',
      needs: ['U'],
      allowed: 404,
      ask: (who, path) => who.patch(`/api/${path}/${NOWHERE}`, { rowVersion: 1 }),
    },
    { verb: 'deactivate', needs: ['D'], allowed: 404, ask: (who, path) => who.delete(`/api/${path}/${NOWHERE}`) },
    { verb: 'import', needs: ['I'], allowed: 400, ask: (who, path) => importOf(who, path) },
  ]

  async function importOf(who: Asker, path: string): Promise<Answer> {
    const form = new FormData()
    form.set('resource', path)
    const { status } = await fetch(`${portal.url}/api/imports`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${who.token}` },
    })
    return { status } as Answer
  }

  it.each(roleCodes)('%s may do what the matrix declares and nothing else', async role => {
    const who = people.get(role)!
    const differences: string[] = []
    const look = async (resource: Resource, { verb, needs, allowed, ask }: (typeof asks)[number]) => {
      const { status } = await ask(who, resource.path)
      const expected = needs.every(letter => may(resource.access, role, letter)) ? allowed : 403
      if (status !== expected) differences.push(`${verb} ${resource.path}: ${status}, not ${expected}`)
    }
    for (const resource of resources) {
      await Promise.all(asks.map(ask => look(resource, ask)))
      if (resource.kind === 'master') await Promise.all(changes.map(ask => look(resource, ask)))
    }
    expect(differences).toEqual([])
  })

  it('lets nobody write what only the product writes', async () => {
    for (const resource of resources) {
      if (resource.kind === 'master' || commanded.includes(resource.name)) continue
      const who = people.get('SYS_ADMIN')!
      const path = `/api/${resource.path}`
      const answers = [
        who.post(path, {}),
        who.patch(`${path}/1`, {}),
        who.delete(`${path}/1`),
        who.post(path, {}, { 'x-service-method': 'remove' }),
      ]
      // The library takes documents from the administrator, and has tests of its own.
      const allowed = resource.name === 'attachment' ? [400, 403, 405] : [405]
      for (const { status } of await Promise.all(answers))
        expect([resource.path, status, allowed.includes(status)]).toEqual([resource.path, status, true])
    }
  })

  it('raises nobody’s rights: only the IT administrator assigns roles', async () => {
    const user = await portal.db('user').orderBy('id').first('id')
    const role = await portal.db('role').where({ code: 'SYS_ADMIN' }).first('id')
    for (const [held, who] of people) {
      if (held === 'SYS_ADMIN') continue
      const grant = { userId: user.id, roleId: role.id, scopeType: 'ALL', validFrom: '2026-01-01' }
      expect([held, (await who.post('/api/access-control/assign-roles', grant)).status]).toEqual([held, 403])
    }
  })
})

describe('people of the demo company', () => {
  let portal: TestPortal
  let asha: Asker
  let buyer: Asker
  beforeAll(async () => {
    portal = await demoPortal()
    ;[asha, buyer] = await Promise.all([portal.as('asha'), portal.as('customer')])
  })
  afterAll(() => portal.close())
  const ownOrder = (more = {}) => buyersOrder(portal, asha, buyer, more)

  it('answers every row of somebody else like one that does not exist', async () => {
    const auditor = await portal.as('auditor')
    await submitted(portal, asha)
    let foreign = 0
    for (const login of ['customer', 'distributor', 'transporter', 'dispatch_north', 'asha']) {
      const who = await portal.as(login)
      for (const resource of resources.filter(({ access }) => may(access, 'AUDITOR', 'R'))) {
        const path = `/api/${resource.path}`
        const own = await who.get(`${path}?$limit=500&$select[]=id`)
        if (own.status !== 200) continue
        const all = await auditor.get(`${path}?$limit=500&$select[]=id`)
        const mine = new Set(own.body.data.map(({ id }: { id: number }) => id))
        const other = all.body.data.find(({ id }: { id: number }) => !mine.has(id))
        if (!other) continue
        foreign++
        const [one, none, history, listed, either] = await Promise.all([
          who.get(`${path}/${other.id}`),
          who.get(`${path}/${NOWHERE}`),
          who.get(`/api/history?resource=${resource.path}&rowId=${other.id}`),
          who.get(`${path}?id[$in][]=${other.id}`),
          who.get(`${path}?$or[0][id]=${other.id}&$or[1][id]=${other.id}`),
        ])
        const { requestId: _, ...body } = none.body
        expect([login, path, one.status, one.body]).toMatchObject([login, path, 404, body])
        expect([login, path, history.status, listed.body.total, either.body.total]).toEqual([login, path, 404, 0, 0])
      }
    }
    expect(foreign).toBeGreaterThan(20)
  })

  it('takes no customer, address, order or approval of somebody else', async () => {
    const order = await submitted(portal, asha)
    const stranger = await portal.as('distributor')
    const { customerId } = (await buyer.get('/api/me')).body.user
    const strange = await portal.db('ship_to').whereNot({ customerId }).first('id', 'customerId')
    const refused = [
      await buyer.post('/api/orders', await ownOrder({ shipToId: strange.id }), withKey()),
      await buyer.post(
        '/api/orders',
        await ownOrder({ customerId: strange.customerId, shipToId: strange.id }),
        withKey(),
      ),
      await buyer.post('/api/quotes', await ownOrder({ customerId: strange.customerId, shipToId: strange.id })),
      await buyer.get(`/api/order-context?customerId=${strange.customerId}`),
      await stranger.get(`/api/order-actions?orderId=${order.id}`),
      await takeStep(stranger, order.id, 'approve'),
      await takeStep(stranger, order.id, 'cancel', { remark: 'x' }),
      await takeStep(stranger, order.id, 'copy'),
      await takeStep(await portal.as('qa'), order.id, 'approve'),
      await takeStep(asha, order.id, 'approve'),
      await takeStep(await portal.as('dispatch'), order.id, 'approve'),
    ]
    expect(refused.map(({ status }) => status).filter(status => ![400, 403, 404].includes(status))).toEqual([])
    expect((await portal.db('order').where({ id: order.id }).first('status')).status).toBe(order.status)
  })

  it('knows the number of a row in one form only', async () => {
    const { body: made } = await buyer.post('/api/orders', await ownOrder(), withKey())
    for (const orderId of [[made.id], `${made.id} `, `0${made.id}`, `${made.id}.0`, { id: made.id }, true, -made.id]) {
      expect([orderId, (await buyer.post('/api/order-steps', { orderId, step: 'delete' }, withKey())).status]).toEqual([
        orderId,
        400,
      ])
    }
  })

  it('leaves the desks’ commands to the desks', async () => {
    const asked: [string, string, unknown?][] = [
      ['post', '/api/masters/approving-limits/actions', { action: 'confirm', rows: [{ id: 1, rowVersion: 1 }] }],
      ['post', '/api/read-data-from-sap', { object: 'INVOICE' }],
      ['get', '/api/read-data-from-sap'],
      ['get', '/api/lr-proposal?invoiceIds[]=1'],
      ['post', '/api/lrs', {}],
    ]
    for (const login of ['customer', 'distributor', 'transporter', 'asha', 'qa']) {
      const who = await portal.as(login)
      for (const [method, path, body] of asked) {
        const { status } = method === 'get' ? await who.get(path) : await who.post(path, body, withKey())
        expect([login, path, status]).toEqual([login, path, 403])
      }
    }
    const through = { 'x-forwarded-for': '203.0.113.9' }
    expect((await portal.nobody.post('/sap/simulator/behaviour', { mode: 'dead' }, through)).status).toBe(404)
  })

  it('knows no path by a name that every object has', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '%5F_proto__']) {
      for (const path of [`/api/${name}`, `/api/orders/${name}`, `/api/masters/${name}/1`, `/api/export/${name}`]) {
        const { status, headers } = await buyer.get(path)
        expect([path, status, headers.get('x-content-type-options')]).toEqual([path, 404, 'nosniff'])
      }
    }
  })
})
