import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secondsFromNow } from '../../../api/platform/clock.ts'
import { hiddenFrom } from '../../../resources/access.ts'
import { customer } from '../../../resources/access-control/customer.ts'
import { readableNames } from '../../../resources/access-control/readable-names.ts'
import { may } from '../../../resources/define/rights.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { buyersOrderInput, fieldsHiddenFrom, LEAKED_DETAILS } from '../../support/abuse.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { answersBeforeLong } from '../../support/hang-limit.ts'
import { withinSeconds } from '../../support/limits.ts'
import { oddRequest } from '../../support/odd-requests.ts'
import { exampleOrderInput, idempotencyHeader, poFile } from '../../support/orders/example-order.ts'
import { masterEditor, personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal, emptyPortal, type TestPortal } from '../../support/portal.ts'
import { sampled } from '../../support/proof.ts'

/** The number of odd requests; set ODD_REQUESTS=10000 to try more of them. */
const TRIES = Number(process.env.ODD_REQUESTS) || 500

describe('fields that some roles may not see', () => {
  let portal: TestPortal
  const people = new Map<Role, ApiClient>()
  beforeAll(async () => {
    portal = await emptyPortal()
    for (const role of roleCodes) people.set(role, await personWith(portal, [role]))
  })
  afterAll(() => portal.close())

  it('keeps fields hidden from a role out of lists, filters, sorts, choices and exports', async () => {
    const told: string[] = []
    let hiding = 0
    for (const resource of resources) {
      for (const role of roleCodes) {
        const hidden = fieldsHiddenFrom(resource, role)
        if (hidden.length === 0 || !may(resource.access, role, 'R')) continue
        hiding++
        const who = people.get(role)!
        const queries = hidden.flatMap(name => [
          `?$select[]=${name}`,
          `?$sort[${name}]=1`,
          `?${name}[$ne]=null`,
          `?$or[0][${name}]=1`,
          `?$and[0][$or][0][${name}]=1`,
        ])
        const answers = await Promise.all(queries.map(query => who.get(`/api/${resource.path}${query}`)))
        for (const [index, { status }] of answers.entries())
          if (status !== 400) told.push(`${role} ${resource.path}${queries[index]}: ${status}`)
        if (!may(resource.access, role, 'X')) continue
        const { status } = await who.get(`/api/export/${resource.path}?id=0&columns=${hidden[0]}`)
        if (status !== 400) told.push(`${role} exports ${hidden[0]}: ${status}`)
      }
    }
    expect(hiding).toBeGreaterThan(15)
    expect(told).toEqual([])
  })

  it.each(resources.map(resource => [resource.path, resource] as const))(
    '%s finds, sorts and names its rows by nothing that is hidden from anybody',
    (_, resource) => {
      const shown = [
        ...resource.search,
        ...resource.sort.map(name => name.replace(/^-/, '')),
        ...resource.display,
        ...resource.key,
      ]
      const closed = shown.filter(name => {
        const field = resource.fields[name]
        return field && (hiddenFrom(field).length > 0 || field.secret)
      })
      expect(closed).toEqual(resource.name === 'attachment' ? ['storageKey'] : [])
    },
  )

  it('shows in every history only the fields that the reader may see on the row itself', async () => {
    const { id } = await exampleRow(portal.db, transporter, { pan: 'AAPFU0939F' })
    const auditor = people.get('AUDITOR')!
    const { body } = await auditor.get(`/api/audit-entries?entity=transporter&entityId=${id}&$select[]=afterJson`)
    expect(body.total).toBe(1)
    expect(body.data[0].afterJson).toHaveProperty('code')
    expect((await auditor.get(`/api/audit-entries/${body.data[0].id}`)).body.afterJson.pan).toBe('AAPFU****F')
    const history = await auditor.get(`/api/history?resource=masters/transporter&rowId=${id}`)
    expect(history.body.data[0].after.pan).toBe('AAPFU****F')
  })

  it('masks the masked fields of the newer version in the answer to a stale change', async () => {
    const { id } = await exampleRow(portal.db, customer, { pan: 'AAPFU0939F' })
    const { status, body } = await people
      .get('CSC_AGENT')!
      .patch(`/api/access-control/customer/${id}`, { rowVersion: 7 })
    expect(status).toBe(409)
    expect(body.data.theirs.code).toEqual(expect.any(String))
    expect(body.data.theirs.pan).toBe('AAPFU****F')
  })

  it('hides the cells of columns that the reader may not see in somebody else’s import', async () => {
    const sender = people.get('MASTER_ADMIN')!
    const me = (await sender.get('/api/me')).body.user.id
    const hidden = 'pan'
    const params = {
      storageKey: 'a'.repeat(32),
      changes: [{ rowNo: 2, column: hidden, before: 'secret-1', after: 'secret-2' }],
    }
    const at = secondsFromNow(0)
    const kept = { rowVersion: 1, createdAt: at, createdById: me, updatedAt: at, updatedById: me }
    const [jobId] = await portal.db('import_job').insert({
      jobNo: `IJ${randomUUID().slice(0, 8)}`,
      importType: transporter.path,
      origin: 'PORTAL',
      fileName: 'x.csv',
      fileSha256: 'x',
      mode: 'DRY_RUN',
      onError: 'ALL_OR_NOTHING',
      status: 'VALIDATED',
      rowsTotal: 1,
      rowsDone: 1,
      rowsOk: 0,
      rowsNew: 0,
      rowsChanged: 1,
      rowsSame: 0,
      rowsFailed: 1,
      paramsJson: JSON.stringify(params),
      requestedById: me,
      cancelRequested: 0,
      ...kept,
    })
    await portal.db('import_job_error').insert({
      importJobId: jobId,
      source: 'FILE',
      rowNo: 2,
      columnName: hidden,
      value: 'secret-3',
      errorCode: 'FORMAT',
      message: 'is wrong',
      ...kept,
    })
    const seen = async (role: Role) =>
      JSON.stringify(
        await Promise.all(
          [
            `imports/${jobId}`,
            'imports',
            `import-errors?importJobId=${jobId}`,
            `import-jobs/${jobId}`,
            'import-job-errors',
            `imports/${jobId}/errors.csv`,
          ].map(async path => (await people.get(role)!.get(`/api/${path}`)).body),
        ),
      )
    expect(await seen('AUDITOR')).not.toMatch(/secret-|a{32}/)
    expect((await sender.get(`/api/import-errors?importJobId=${jobId}`)).body.data[0].value).toBe('secret-3')
    expect((await people.get('DISPATCH')!.get(`/api/imports/${jobId}`)).status).toBe(404)
  })
})

/** The fields of an order that a buyer never reads. */
const HIDDEN = /"(creditExposure|creditExcess|maxDiscountPct|internalNote|limitPrice|asp|priceTrace)"/

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

  it('answers a step, a replay and a lost update without the fields that the buyer may not see', async () => {
    const poAttachmentId = await poFile(portal, buyer)
    const { body: made } = await buyer.post('/api/orders', await ownOrder({ poAttachmentId }), idempotencyHeader())
    const key = idempotencyHeader()
    const step = { orderId: made.id, step: 'submit' }
    const answers = [
      await buyer.patch(`/api/orders/${made.id}`, { ...(await ownOrder()), rowVersion: 77 }),
      await buyer.post('/api/quotes', await ownOrder()),
      await buyer.post('/api/order-steps', step, key),
      await buyer.post('/api/order-steps', step, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 201, 201, 201])
    expect(answers[3]!.body).toEqual(answers[2]!.body)
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(HIDDEN)
  })

  it('names employees to a buyer without their login ids', async () => {
    const { body: made } = await asha.post('/api/orders', await ownOrder(), idempotencyHeader())
    expect((await buyer.get(`/api/orders/${made.id}`)).body.texts.placedById).toBe('Asha Patil')
    const logins: string[] = await portal.db('user').where({ userType: 'EMPLOYEE' }).pluck('loginId')
    const told: string[] = []
    let texts = 0
    for (const { path } of resources.filter(({ access }) => may(access, 'CUSTOMER', 'R'))) {
      const { body } = await buyer.get(`/api/${path}`)
      for (const row of body.data ?? [])
        for (const [name, text] of Object.entries(row.texts ?? {})) {
          texts++
          if (logins.some(login => String(text).endsWith(` · ${login}`))) told.push(`${path} ${name}: ${text}`)
        }
    }
    expect([logins.length > 10, texts > 50]).toEqual([true, true])
    expect(told).toEqual([])
  })

  it('ignores or refuses prices, states and plants sent by a client', async () => {
    for (const more of [
      { netValue: 1 },
      { status: 'APPROVED' },
      { placedById: 1 },
      { id: 1 },
      { sapOrderNo: '1' },
      { rowVersion: 1 },
    ]) {
      expect([more, (await buyer.post('/api/orders', await ownOrder(more), idempotencyHeader())).status]).toEqual([
        more,
        400,
      ])
    }
    const order = await ownOrder()
    for (const more of [
      { netPrice: 1 },
      { listPrice: 1 },
      { qty: 0 },
      { qty: -1000 },
      { qty: 0.5 },
      { qty: 1e18 },
      { lineNo: 1 },
      { manualDiscountPct: -1 },
    ]) {
      const lines = [{ ...order.lines[0]!, ...more }]
      expect([more, (await buyer.post('/api/orders', { ...order, lines }, idempotencyHeader())).status]).toEqual([
        more,
        400,
      ])
    }
    const chosen = { ...order, lines: [{ ...order.lines[0]!, plantId: 1 }] }
    expect((await buyer.post('/api/orders', chosen, idempotencyHeader())).status).toBe(403)
  })

  it('ties an idempotency key to one person and one command, also when it is sent many times at once', async () => {
    const key = idempotencyHeader()
    const order = await ownOrder()
    const answers = await Promise.all(Array.from({ length: 15 }, () => buyer.post('/api/orders', order, key)))
    const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id))
    expect(made.size).toBe(1)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    const [orderId] = made
    expect((await buyer.post('/api/order-steps', { orderId, step: 'submit' }, key)).status).toBe(422)
    expect((await buyer.post('/api/orders', { ...order, remarks: 'x' }, key)).status).toBe(422)
    expect((await asha.post('/api/orders', await exampleOrderInput(portal, asha), key)).body.id).not.toBe(orderId)
    expect((await buyer.post('/api/orders', order)).status).toBe(400)
  })

  it('answers five hundred odd requests without a fault of its own', {
    timeout: withinSeconds(60 + TRIES / 50),
  }, async () => {
    const logins = [
      'asha',
      'customer',
      'distributor',
      'transporter',
      'dispatch',
      'master_admin',
      'sys_admin',
      'csc_agent',
    ]
    const people = [portal.nobody, ...(await Promise.all(logins.map(login => portal.as(login))))]
    const paths = portal.paths
    const known = paths.filter(path => path.startsWith('api/')).map(path => path.slice('api/'.length))
    for (const { who, method, path, query, body } of fc.sample(oddRequest(known), { numRuns: TRIES, seed: 20261120 })) {
      const asker = people[who]!
      const address = `/api/${path}${query}`
      const answer =
        method === 'GET'
          ? await asker.get(address)
          : method === 'DELETE'
            ? await asker.delete(address)
            : method === 'PATCH'
              ? await asker.patch(address, body)
              : await asker.post(address, body, idempotencyHeader())
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      expect([method, address, body, answer.status >= 500]).toEqual([method, address, body, false])
      if (answer.status >= 400) expect(text).not.toMatch(LEAKED_DETAILS)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect((await portal.nobody.get('/api/health')).status).toBe(200)
  })
})

/** Queries for what nobody may read, and for what is no query of a list. */
function oddQueries(resource: (typeof resources)[number]): string[] {
  const [first] = readableNames(resource)
  const reference = Object.entries(resource.fields).find(([, field]) => field.kind === 'reference')?.[0]
  return [
    '$select[]=passwordHash',
    `$select[]=passwordHash as ${first}`,
    `$select[]=${first} as id`,
    `$select[]=${resource.name}.${first}`,
    '$select[]=user.passwordHash',
    '$select[0][x]=1',
    '$sort[passwordHash]=1',
    `$sort[${first}]=1; drop table user`,
    `$sort[${first}]=2`,
    '$sort[resetTokenHash]=-1',
    'passwordHash[$starts]=a',
    'createdById.passwordHash[$starts]=a',
    `${reference ?? 'createdById'}.passwordHash=1`,
    `${reference ?? 'createdById'}.constructor=1`,
    '$or[0][passwordHash][$starts]=a',
    '$and[0][$or][0][resetTokenHash]=a',
    '$totals=true&$select[]=storageKey.x',
    'constructor=1',
    '__proto__=1',
    '__proto__[x]=1',
    'constructor[prototype][x]=1',
    'hasOwnProperty[$eq]=1',
    '$where=1',
    '$regex=1',
    `${first}[$regex]=.*`,
    `${first}[$where]=1`,
    `${first}[$ne][$ne]=1`,
    'id[$ne]=x',
    'id[$like]=%25',
  ]
}

describe('an odd list query', () => {
  let portal: TestPortal
  let keeper: ApiClient
  beforeAll(async () => {
    portal = await demoPortal()
    keeper = await portal.as('master_admin')
  })
  afterAll(() => portal.close())
  const readable = resources.filter(({ access }) => may(access, 'MASTER_ADMIN', 'R'))

  it('never returns a secret field, not even under another name or through a reference', async () => {
    const odd: string[] = []
    expect(readable.length).toBeGreaterThan(50)
    const asked = readable.flatMap(resource => oddQueries(resource).map((query, no) => ({ resource, query, no })))
    const tried = sampled(
      'odd queries of lists',
      asked,
      600,
      ({ resource }) => resource,
      ({ no }) => no,
    )
    await Promise.all(
      tried.map(async ({ resource, query }) => {
        const { status, body } = await keeper.get(`/api/${resource.path}?${query.replaceAll(' ', '%20')}`)
        // Names of built-in object properties are dropped while parsing, so the plain list is returned.
        const ignored = status === 200 && /^(__proto__|constructor|hasOwnProperty)\b/.test(query)
        if (status !== 400 && !ignored) odd.push(`${resource.path}?${query}: ${status}`)
        if (JSON.stringify(body).includes('$argon2')) odd.push(`${resource.path}?${query} tells a secret`)
      }),
    )
    expect(odd).toEqual([])
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('is limited in page size, number of conditions and nesting depth', async () => {
    const many = (count: number, term: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => term(n)).join('&')
    const deep = `${'$or[0]'.repeat(200).replace('$or[0]', '$or[0]').replaceAll('0]$or[', '0][$or][')}[code]=1`
    const cases: [string, number[]][] = [
      ['$limit=-1', [400]],
      ['$limit=0', [200]],
      ['$limit=1e9', [400]],
      ['$limit=501', [200, 400]],
      ['$limit=abc', [400]],
      ['$limit[]=5', [400]],
      ['$limit=5&$limit=500000', [400]],
      ['$skip=-1', [400]],
      ['$skip=1e12', [400]],
      ['$skip=1000000000000', [400]],
      ['code=A&code=B', [400]],
      ['code[]=', [400]],
      ['code[]=A', [400]],
      ['isActive=true&isActive=false', [400]],
      ['q=a&q=b', [400]],
      ['q[$ne]=1', [400]],
      [many(10_000, n => `id[$in][]=${n}`), [400, 414, 431]],
      [many(700, n => `$or[${n}][code]=x`), [400, 414, 431]],
      [deep, [400, 414, 431]],
      [`code=${'x'.repeat(30_000)}`, [400, 414, 431]],
    ]
    for (const [query, allowed] of cases) {
      const what = query.slice(0, 60)
      const { status, body } = await answersBeforeLong(what, keeper.get(`/api/masters/sbu?${query}`))
      expect([what, status, allowed.includes(status)]).toEqual([what, status, true])
      if (status === 200) expect(body.data.length).toBeLessThanOrEqual(500)
    }
  })

  it('does not reveal the value of a masked field by the number of rows it returns', async () => {
    const { id } = await exampleRow(portal.db, transporter, { pan: 'AAPFU0939F' })
    const toldInPart = roleCodes.filter(
      role => transporter.fields.pan.maskedFor?.includes(role) && may(transporter.access, role, 'R'),
    )
    expect(toldInPart).not.toEqual([])
    for (const role of toldInPart) {
      const who = await personWith(portal, [role])
      const answers = await Promise.all(
        ['A', 'B'].flatMap(start =>
          [`pan[$starts]=${start}`, `$sort[pan]=1&pan=${start}`, `$or[0][pan][$contains]=${start}`].map(query =>
            who.get(`/api/masters/transporter?id=${id}&${query}`),
          ),
        ),
      )
      expect([role, ...answers.map(({ status }) => status)]).toEqual([role, ...answers.map(() => 400)])
      const found = await who.get('/api/masters/transporter?q=AAPFU0939F')
      expect([role, found.body.total]).toEqual([role, 0])
    }
  })
})

/** Names of fields that a body may not have. */
function oddNames(resource: (typeof resources)[number]): string[] {
  const server = Object.keys(resource.fields).filter(
    name => resource.fields[name]!.server || resource.fields[name]!.secret,
  )
  return [
    ...server,
    'id',
    'createdAt',
    'createdById',
    'updatedAt',
    'approvedBy',
    'passwordHash',
    'role',
    'isAdmin',
    'constructor',
    'toString',
    '$set',
    '$inc',
    'x.y',
    'naturalKey',
  ].filter(name => !(name in resource.fields) || server.includes(name))
}

describe('an odd request body', () => {
  let portal: TestPortal
  let keeper: ApiClient
  const masters = resources.filter(({ kind }) => kind === 'master')
  beforeAll(async () => {
    portal = await demoPortal()
    keeper = await masterEditor(portal)
  })
  afterAll(() => portal.close())

  it('is refused when it names an unknown field or one that only the product writes', async () => {
    const odd: string[] = []
    let refused = 0
    const sent = masters.flatMap(resource =>
      oddNames(resource).flatMap(name => [1, { id: 1 }].map(value => ({ resource, name, value }))),
    )
    const tried = sampled(
      'odd fields of bodies',
      sent,
      600,
      ({ resource }) => resource,
      ({ name }) => name,
    )
    for (const { resource, name, value } of tried) {
      const { status, body } = await keeper.post(`/api/${resource.path}`, { [name]: value })
      if (status === 403 || status === 405) continue
      const named = (body.errors ?? []).some(({ field }: { field: string }) => field === name)
      if (status === 400 && named) refused++
      else odd.push(`POST ${name} ${resource.path}: ${status} ${JSON.stringify(body.errors).slice(0, 120)}`)
    }
    expect(refused).toBeGreaterThan(tried.length / 3)
    expect(odd).toEqual([])
  })

  it('cannot write rows of other resources along with its own', async () => {
    const odd: string[] = []
    let refused = 0
    const values = [{ id: 1 }, [1], [{ id: 1, name: 'x' }], '1 or 1=1', { $ne: null }]
    const sent = masters.flatMap(resource => {
      const references = Object.entries(resource.fields).filter(
        ([, { kind }]) => kind === 'reference' || kind === 'file',
      )
      return references.slice(0, 3).flatMap(([name]) => values.map(value => ({ resource, name, value })))
    })
    const tried = sampled(
      'rows of others in bodies',
      sent,
      200,
      ({ resource }) => resource,
      ({ value }) => value,
    )
    for (const { resource, name, value } of tried) {
      const { status, body } = await keeper.post(`/api/${resource.path}`, { [name]: value })
      if (status === 403 || status === 405) continue
      const named = (body.errors ?? []).some(({ field }: { field: string }) => field === name)
      if (status === 400 && named) refused++
      else odd.push(`${resource.path} ${name} ${JSON.stringify(value)}: ${status}`)
    }
    expect(refused).toBeGreaterThan(tried.length / 3)
    expect(odd).toEqual([])
  })

  it.each([
    '{"code":"A","code":"B"}',
    '{"code":"A","name":"x","c\\u006fde":"B"}',
    '{"rows":[{"id":1,"id":2}]}',
    '{"code":"a\\"b","x":{"y":[1,{"z":1,"z":1}]}}',
  ])('refuses a name given twice: %s', async text => {
    const { status, body } = await keeper.post('/api/masters/sbu', text.replaceAll('\\\\', '\\'))
    expect([status, body.errors[0].code]).toEqual([400, 'TWICE'])
  })

  it('may repeat a name in separate rows', async () => {
    const { body } = await keeper.post(
      '/api/masters/sbu/bulk',
      '{"ids":[1],"rows":[{"id":1},{"id":1}],"s":"{\\"id\\":1,\\"id\\":2}"}',
    )
    expect(JSON.stringify(body)).not.toContain('TWICE')
  })

  it.each(
    [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"a":{"__proto__":{"polluted":1}}}',
      '[{"__proto__":1}]',
      '[]',
      '[[1]]',
      '"text"',
      '1e400',
      'null',
      '{"a":1e400}',
      '{"a":',
      '\u0000',
      `{"code":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      '{"code":"\\ud800"}',
    ].map(text => [text.slice(0, 60), text] as const),
  )('is refused and leaves nothing behind: %s', async (_start, text) => {
    for (const path of ['masters/sbu', 'orders', 'quotes', 'masters/sbu/bulk', 'views', 'layouts', 'logins', 'uses']) {
      const { status, body } = await keeper.post(`/api/${path}`, text, idempotencyHeader())
      expect([path, status >= 400 && status < 500]).toEqual([path, true])
      expect(JSON.stringify(body)).not.toMatch(LEAKED_DETAILS)
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('changes nothing with an old version or an invalid one', async () => {
    const row = await portal.db('sbu').orderBy('id').first()
    for (const rowVersion of [
      0,
      -1,
      row.rowVersion - 1,
      row.rowVersion + 1,
      '1',
      null,
      [row.rowVersion],
      undefined,
      {},
    ]) {
      const { status } = await keeper.patch(`/api/masters/sbu/${row.id}`, { rowVersion, name: 'Taken over' })
      expect([rowVersion, [400, 409].includes(status)]).toEqual([rowVersion, true])
    }
    expect(await portal.db('sbu').where({ id: row.id }).first()).toEqual(row)
  })
})
