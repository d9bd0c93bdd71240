import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { may } from '../../../resources/define/rights.ts'
import { resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { buyersOrderInput, MISSING_ID } from '../../support/abuse.ts'
import { idempotencyHeader, submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import { type Answer, type ApiClient, demoPortal, emptyPortal, type TestPortal } from '../../support/portal.ts'
import { sampled } from '../../support/proof.ts'

/** Records whose path accepts commands; the commands have their own access rules. */
const commanded = [
  'order',
  'closing',
  'order-step',
  'order-comment',
  'eud-document',
  'lr',
  'tracking-event',
  'pwc-collection',
  'transporter-bill',
  'carting-charge',
  'pod',
  'pod-batch',
  'coa-batch',
  'complaint',
  'complaint-note',
  'ar-dispute',
  'dispute-note',
  'passport-link',
  'rate-contract-errors',
]

describe('every role on every resource', () => {
  let portal: TestPortal
  const people = new Map<Role, ApiClient>()
  beforeAll(async () => {
    portal = await emptyPortal()
    for (const role of roleCodes) people.set(role, await personWith(portal, [role]))
  })
  afterAll(() => portal.close())

  it('lets no role write rows that only the product writes', async () => {
    const written = resources.filter(({ kind, name }) => kind !== 'master' && !commanded.includes(name))
    expect(written.length).toBeGreaterThan(20)
    for (const resource of written) {
      const who = people.get('SYS_ADMIN')!
      const path = `/api/${resource.path}`
      const answers = [
        who.post(path, {}),
        who.patch(`${path}/1`, {}),
        who.delete(`${path}/1`),
        who.post(path, {}, { 'x-service-method': 'remove' }),
      ]
      // The document library accepts documents from the administrator and is tested separately.
      const allowed = resource.name === 'attachment' ? [400, 403, 405] : [405]
      for (const { status } of await Promise.all(answers))
        expect([resource.path, status, allowed.includes(status)]).toEqual([resource.path, status, true])
    }
  })

  it('lets only the IT administrator assign roles, so that nobody raises their own rights', async () => {
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
  let asha: ApiClient
  let buyer: ApiClient
  beforeAll(async () => {
    portal = await demoPortal()
    ;[asha, buyer] = await Promise.all([portal.as('asha'), portal.as('customer')])
  })
  afterAll(() => portal.close())
  const ownOrder = (more = {}) => buyersOrderInput(portal, asha, buyer, more)

  it('answers for a row of somebody else exactly as for a row that does not exist', async () => {
    const auditor = await portal.as('auditor')
    await submittedOrder(portal, asha)
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
          who.get(`${path}/${MISSING_ID}`),
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

  it('refuses a customer, address, order or approval of somebody else', async () => {
    const order = await submittedOrder(portal, asha)
    const stranger = await portal.as('distributor')
    const { customerId } = (await buyer.get('/api/me')).body.user
    const strange = await portal.db('ship_to').whereNot({ customerId }).first('id', 'customerId')
    const refused = [
      await buyer.post('/api/orders', await ownOrder({ shipToId: strange.id }), idempotencyHeader()),
      await buyer.post(
        '/api/orders',
        await ownOrder({ customerId: strange.customerId, shipToId: strange.id }),
        idempotencyHeader(),
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

  it('accepts the id of a row in one form only', async () => {
    const { body: made } = await buyer.post('/api/orders', await ownOrder(), idempotencyHeader())
    for (const orderId of [[made.id], `${made.id} `, `0${made.id}`, `${made.id}.0`, { id: made.id }, true, -made.id]) {
      expect([
        orderId,
        (await buyer.post('/api/order-steps', { orderId, step: 'delete' }, idempotencyHeader())).status,
      ]).toEqual([orderId, 400])
    }
  })

  it('refuses the commands of the desks to everybody else', async () => {
    const asked: [string, string, unknown?][] = [
      ['post', '/api/masters/approving-limits/actions', { action: 'confirm', rows: [{ id: 1, rowVersion: 1 }] }],
      ['post', '/api/masters/read-data-from-sap', { object: 'INVOICE' }],
      ['get', '/api/masters/read-data-from-sap'],
      ['get', '/api/lr-proposal?invoiceIds[]=1'],
      ['post', '/api/lrs', {}],
    ]
    for (const login of ['customer', 'distributor', 'transporter', 'asha', 'qa']) {
      const who = await portal.as(login)
      for (const [method, path, body] of asked) {
        const { status } = method === 'get' ? await who.get(path) : await who.post(path, body, idempotencyHeader())
        expect([login, path, status]).toEqual([login, path, 403])
      }
    }
    const through = { 'x-forwarded-for': '203.0.113.9' }
    expect((await portal.simulators.post('/sap/simulator/behaviour', { mode: 'dead' }, through)).status).toBe(404)
  })

  it('answers not found for paths named like built-in object properties', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '%5F_proto__']) {
      for (const path of [`/api/${name}`, `/api/orders/${name}`, `/api/masters/${name}/1`, `/api/export/${name}`]) {
        const { status, headers } = await buyer.get(path)
        expect([path, status, headers.get('x-content-type-options')]).toEqual([path, 404, 'nosniff'])
      }
    }
  })
})

/** The paths that answer without a sign-in, and their methods; any other open path fails the test. */
const OPEN: Record<string, string[]> = {
  'api/authentication': ['POST', 'DELETE'],
  'api/forgotten-password': ['GET', 'POST'],
  'api/new-password': ['POST'],
  'api/unlocked-logins': ['POST'],
  'api/mailed-tasks': ['POST'],
  'api/mailed-decisions': ['POST'],
  'api/track': ['POST'],
  'api/given-feedback': ['POST'],
  'api/coa-searches': ['POST'],
  'api/coa-challenges': ['POST'],
  'api/opt-out-mails': ['POST'],
  'api/opt-out-links': ['POST'],
  'api/opt-outs': ['POST'],
  'api/unsubscribe': ['GET', 'POST'],
  'api/banners': ['GET'],
  // Gateways and the browsers that come from them; without the fields of a payment each answers 400, as does the report of the SMS gateway.
  'api/sms-reports': ['POST'],
  'api/payments/notify': ['POST'],
  'api/payments/return': ['POST'],
  'api/payments/result': ['GET'],
  'api/health': ['GET'],
  // From the machine itself, as a test asks.
  'api/metrics': ['GET'],
}

describe('without signing in', () => {
  let portal: TestPortal
  let paths: readonly string[]
  beforeAll(async () => {
    portal = await demoPortal()
    paths = portal.paths
  })
  afterAll(() => portal.close())

  const asks = (path: string): [string, string, () => Promise<Answer>][] => [
    ['GET', path, () => portal.nobody.get(`/${path}`)],
    ['GET', `${path}/1`, () => portal.nobody.get(`/${path}/1`)],
    ['POST', path, () => portal.nobody.post(`/${path}`, {})],
    ['PATCH', `${path}/1`, () => portal.nobody.patch(`/${path}/1`, {})],
    ['PATCH', path, () => portal.nobody.patch(`/${path}`, {})],
    ['DELETE', `${path}/1`, () => portal.nobody.delete(`/${path}/1`)],
    ['DELETE', path, () => portal.nobody.delete(`/${path}`)],
    ...['find', 'get', 'create', 'patch', 'update', 'remove', 'setup', '_find', 'constructor'].map(
      (name): [string, string, () => Promise<Answer>] => [
        `POST as ${name}`,
        path,
        () => portal.nobody.post(`/${path}/1`, {}, { 'x-service-method': name, 'x-http-method-override': 'DELETE' }),
      ],
    ),
  ]

  it('only the paths declared open give an answer', async () => {
    const told: string[] = []
    const all = paths.flatMap(path => asks(path).map(([method, at, ask]) => ({ method, at, ask, path })))
    expect(new Set(all.map(({ method, at }) => `${method} ${at}`)).size).toBeGreaterThan(paths.length * 12)
    const tried = sampled(
      'requests without a sign-in',
      all,
      1500,
      ({ path }) => path,
      ({ method, at, path }) => `${method} ${at === path}`,
    )
    for (const { method, at, ask, path } of tried) {
      const { status, body } = await ask()
      if (OPEN[path]?.includes(method.split(' ')[0]!)) continue
      if (![401, 404, 405].includes(status))
        told.push(`${method} ${at}: ${status} ${JSON.stringify(body).slice(0, 80)}`)
    }
    expect(told).toEqual([])
  })

  it('every list, bulk change and action answers 401, also for a resource that does not exist', async () => {
    for (const { path } of resources) {
      expect([path, (await portal.nobody.get(`/api/${path}`)).status]).toEqual([path, 401])
      expect([path, (await portal.nobody.get(`/api/export/${path}`)).status]).toEqual([path, 401])
      expect([path, (await portal.nobody.get(`/api/compare/${path}`)).status]).toEqual([path, 401])
    }
    for (const path of portal.services.filter(name => /\/(bulk|actions)$/.test(name)))
      expect([path, (await portal.nobody.post(`/${path}`, {})).status]).toEqual([path, 401])
    for (const path of ['export/nowhere', 'templates/nowhere', 'history?resource=nowhere&rowId=1', 'imports/1/file'])
      expect([path, (await portal.nobody.get(`/api/${path}`)).status]).toEqual([path, 401])
  })
})

describe('the id of a row', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await demoPortal()
  })
  afterAll(() => portal.close())

  const forms = [
    '1abc',
    '1%20or%201=1',
    "1'",
    '1e0',
    '0x1',
    '01',
    '%201',
    '1%20',
    '+1',
    '1.0',
    '-1',
    '0',
    '9223372036854775808',
    '%00',
    '1%00',
    '1,2',
    '%5B1%5D',
    '%D9%A1',
    'null',
    'undefined',
    'NaN',
    'true',
  ]

  it('is a plain whole number: any other form finds no row, and never row 1', async () => {
    const [auditor, admin] = await Promise.all([portal.as('auditor'), portal.as('sys_admin')])
    const odd: string[] = []
    const read = resources.filter(({ access }) => may(access, 'AUDITOR', 'R'))
    const changed = resources.filter(({ kind, access }) => kind === 'master' && may(access, 'SYS_ADMIN', 'U'))
    expect([read.length > 50, changed.length > 10]).toEqual([true, true])
    const asks = (method: string, among: typeof resources) =>
      among.flatMap(({ path }) => forms.map(form => ({ method, path, form, at: `/api/${path}/${form}` })))
    const tried = sampled(
      'odd ids × resources × methods',
      [...asks('GET', read), ...asks('PATCH', changed), ...asks('DELETE', changed)],
      800,
      ({ method, path }) => `${method} ${path}`,
      ({ method, form }) => `${method} ${form}`,
    )
    for (const { method, at } of tried) {
      const { status } =
        method === 'GET'
          ? await auditor.get(at)
          : method === 'PATCH'
            ? await admin.patch(at, { rowVersion: 1 })
            : await admin.delete(at)
      const refused = method === 'GET' ? [400, 404] : [400, 403, 404, 405]
      if (!refused.includes(status)) odd.push(`${method} ${at}: ${status}`)
    }
    expect(odd).toEqual([])
  })

  it('is refused in any other form wherever an id is accepted', async () => {
    const admin = await portal.as('master_admin')
    const odd: string[] = []
    for (const form of ['1abc', '1e0', '0x1', '01', ' 1', '1.0', '-1', '9223372036854775808', '1,2', "1'", '']) {
      const id = encodeURIComponent(form)
      const gets = [
        `history?resource=masters/sbu&rowId=${id}`,
        `uses?resource=masters/sbu&rowId=${id}`,
        `logins?of=masters/transporter&id=${id}`,
        `order-context?customerId=${id}`,
        `order-actions?orderId=${id}`,
        `customer-360?customerId=${id}`,
        `imports/${id || 'x'}`,
        `attachments/${id || 'x'}/file`,
        `banners/${id || 'x'}/picture`,
        `masters/sbu?id=${id}`,
      ]
      for (const path of gets) {
        const { status, body } = await admin.get(`/api/${path}`)
        const none = status === 200 && (body.total === 0 || body.data?.length === 0)
        if (![400, 403, 404].includes(status) && !none)
          odd.push(`${path}: ${status} ${JSON.stringify(body).slice(0, 60)}`)
      }
      const posts: [string, Record<string, unknown>][] = [
        ['masters/sbu/bulk', { ids: [form], expected: 1, change: { name: 'x' } }],
        ['masters/approving-limits/actions', { action: 'confirm', rows: [{ id: form, rowVersion: 1 }] }],
        ['uses', { resource: 'masters/sbu', rowId: form, replaceBy: 2 }],
        ['import-steps', { importId: form, step: 'commit' }],
        ['logins', { of: 'masters/transporter', ids: [form], step: 'create' }],
      ]
      for (const [path, body] of posts) {
        const { status } = await admin.post(`/api/${path}`, body)
        if (![400, 403, 404].includes(status)) odd.push(`POST ${path} ${JSON.stringify(body)}: ${status}`)
      }
    }
    expect(odd).toEqual([])
    expect((await portal.db('sbu').where({ name: 'x' })).length).toBe(0)
  })
})

describe('rows and files of somebody else', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await demoPortal()
  })
  afterAll(() => portal.close())

  it('are not found by filters on their ids, and are not counted, totalled or exported', async () => {
    const [buyer, auditor] = await Promise.all([portal.as('customer'), portal.as('auditor')])
    const { customerId } = (await buyer.get('/api/me')).body.user
    let looked = 0
    for (const resource of resources) {
      if (!('customerId' in resource.fields) || !may(resource.access, 'CUSTOMER', 'R')) continue
      const path = `/api/${resource.path}`
      const all = (await auditor.get(`${path}?$limit=500&$select[]=customerId`)).body.data ?? []
      const stranger = all.find((row: { customerId: number }) => row.customerId && row.customerId !== customerId)
      if (!stranger) continue
      looked++
      const { customerId: other } = stranger
      const queries = [
        `customerId=${other}`,
        `customerId[$in][]=${other}`,
        `customerId[$ne]=${customerId}`,
        `$or[0][customerId]=${other}`,
        `$or[0][customerId]=${other}&$or[1][customerId][$gt]=0`,
        `$and[0][$or][0][customerId]=${other}`,
        `customerId[$nin][]=${customerId}`,
      ]
      for (const query of queries) {
        const { status, body } = await buyer.get(`${path}?${query}&$totals=true&$exact=true`)
        const foreign = (body.data ?? []).filter((row: { customerId?: number }) => row.customerId === other)
        expect([path, query, status === 400 || status === 200, foreign]).toEqual([path, query, true, []])
        if (query.includes('[1]') || status !== 200) continue
        expect([path, query, body.total, Object.values(body.totals ?? {}).filter(Boolean)]).toEqual([
          path,
          query,
          0,
          [],
        ])
      }
    }
    expect(looked).toBeGreaterThan(2)
  })

  it('stay unchanged when a bulk command mixes them with the person’s own rows', async () => {
    const [north, west] = await Promise.all([portal.as('dispatch_north'), portal.as('dispatch')])
    const seen = async (who: ApiClient) =>
      (await who.get('/api/invoices?$limit=500&$select[]=id')).body.data.map(({ id }: { id: number }) => id) as number[]
    const own = await seen(north)
    const foreign = (await seen(west)).filter(id => !own.includes(id))
    const ids = [...own.slice(0, 1), ...foreign.slice(0, 1)].map(id => `invoiceIds[]=${id}`).join('&')
    if (foreign.length > 0) expect((await north.get(`/api/lr-proposal?${ids}`)).status).not.toBe(200)
    const strange = await portal.db('plant').where({ isActive: 1 }).orderBy('id').pluck('id')
    const before = await portal.db('plant').whereIn('id', strange).sum('rowVersion as sum').first()
    for (const who of [north, west, await portal.as('customer'), await portal.as('transporter')]) {
      const { status } = await who.post('/api/masters/plant/bulk', {
        ids: strange,
        expected: strange.length,
        change: { name: 'Ours now' },
      })
      expect([403, 404]).toContain(status)
    }
    expect(await portal.db('plant').whereIn('id', strange).sum('rowVersion as sum').first()).toEqual(before)
  })

  it('are committed, rolled back and read only by their sender and by people who read all imports', async () => {
    const sender = await personWith(portal, ['MASTER_ADMIN'])
    const form = new FormData()
    form.set('resource', 'masters/sbu')
    form.set('file', new Blob(['Code,Name\nZZ9,Zed\n']), 'sbu.csv')
    const made = await fetch(`${portal.url}/api/imports`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${sender.token}` },
    })
    const job = (await made.json()) as { id: number }
    expect([made.status, typeof job.id]).toEqual([201, 'number'])
    for (const role of ['PRICING_APPROVER', 'DISPATCH', 'SALES_REP', 'CUSTOMER', 'TRANSPORTER'] as const) {
      const who = await personWith(portal, [role])
      for (const path of ['', '/errors.csv', '/file']) {
        expect([role, path, (await who.get(`/api/imports/${job.id}${path}`)).status]).toEqual([role, path, 404])
      }
      for (const step of ['check', 'commit', 'cancel', 'rollback', 'columns']) {
        const { status } = await who.post('/api/import-steps', {
          importId: job.id,
          step,
          ...(step === 'check' && { mapping: [] }),
        })
        expect([role, step, status]).toEqual([role, step, 404])
      }
    }
  })
})
