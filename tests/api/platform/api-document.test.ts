import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApi } from '../../../api/derive/docs/openapi.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { typesOf } from '../../client/generate.ts'
import { withinSeconds } from '../../support/limits.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { routeAccess } from '../../support/route-access.ts'

interface Content {
  schema: object
  example?: unknown
}
interface DescribedOperation {
  operationId: string
  summary: string
  security?: object[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { $ref?: string; content?: Record<string, Content> }>
}
type Document = { paths: Record<string, Record<string, DescribedOperation>>; components: Record<string, object> }

/** Their empty bodies in the list of routes are refused before the role is looked at. */
const ASKED_BEFORE_THE_ROLE = ['POST /quotes', 'POST /simulations']

const root = resolve(import.meta.dirname, '../../..')

interface Placed {
  quote: { totals: { grossValue: number } }
  orderNo?: string
  status?: string
  error?: object
  refusal?: object
}

const portal = portalOfFile(demoPortal)
let placed: Placed
beforeAll(async () => {
  // By address, because the compiler of the repository cannot know the types that are made here.
  const { placeOrder } = await import(join(root, 'tests/client/place-order.ts'))
  placed = await placeOrder(`${portal.url}/api`)
})

const document = () => openApi() as unknown as Document
const operations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, own]) =>
    Object.entries(own).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  type?: string | string[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** Where a value is not as a schema says, a text each. */
function differencesFrom(schema: Schema, value: unknown, named: Record<string, Schema>, at: string): string[] {
  if (schema.$ref) return differencesFrom(named[schema.$ref.split('/').at(-1)!]!, value, named, at)
  if (schema.anyOf) return value === null ? [] : differencesFrom(schema.anyOf[0]!, value, named, at)
  if (!schema.type) return []
  const kind =
    value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  if (![schema.type].flat().includes(kind)) return [`${at} is ${kind}, not ${schema.type}`]
  if (kind === 'array')
    return (value as unknown[]).flatMap(one =>
      schema.items ? differencesFrom(schema.items, one, named, `${at}[]`) : [],
    )
  if (kind !== 'object' || !schema.properties) return []
  const row = value as Record<string, unknown>
  return [
    ...(schema.required ?? []).filter(name => !(name in row)).map(name => `${at}.${name} is absent`),
    ...Object.entries(row).flatMap(([name, own]) => {
      if (SYSTEM.includes(name)) return []
      const property = schema.properties![name]
      return property ? differencesFrom(property, own, named, `${at}.${name}`) : [`${at}.${name} is not described`]
    }),
  ]
}

/** Of each row, besides its declared columns. */
const SYSTEM = ['isActive', 'createdAt', 'createdById', 'updatedAt', 'updatedById', 'texts']

describe('the document of the API', () => {
  it('describes everything that is served, and nothing else', () => {
    const described = operations(document()).map(([request]) => request)
    expect(described.sort()).toEqual([...new Set(portal.operations)].sort())
    expect(described.length).toBeGreaterThan(400)
  })

  it('gives each request a sentence, an example of what is sent and answered, and its refusals', () => {
    const poor = operations(document()).flatMap(([request, { summary, requestBody, responses, security }]) => {
      const contents = [requestBody, ...Object.values(responses)].flatMap(one => Object.entries(one?.content ?? {}))
      const lacking = contents.filter(([media, { example }]) => media.includes('json') && example === undefined)
      const statuses = Object.keys(responses)
      const wanted = [...(security ? [] : ['401', '403']), ...(requestBody ? ['400'] : []), '503']
      const isPoor = summary.length < 5 || lacking.length > 0 || wanted.some(status => !statuses.includes(status))
      return isPoor ? [request] : []
    })
    expect(poor).toEqual([])
  })

  it('names each request once, and refers to nothing that it lacks', () => {
    const whole = document()
    const ids = operations(whole).map(([, { operationId }]) => operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const refs = [...JSON.stringify(whole).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)]
    const lost = refs.filter(([, kind, name]) => !(name! in (whole.components[kind!] ?? {})))
    expect(lost.map(([ref]) => ref)).toEqual([])
  })

  it.each(roleCodes)(
    'describes to %s every request that the role may make, and refers to no schema it lacks',
    async role => {
      const who = await personWith(portal, [role])
      const { body } = (await who.get('/api/openapi.json')) as { body: Document }
      // Routes are known by their path up to the first parameter.
      const described = new Set(
        operations(body).flatMap(([request]) => [request.replace(/\/\{\w+\}/g, ''), request.replace(/\/\{.*/, '')]),
      )
      const missing = Object.entries(routeAccess).flatMap(([path, requests]) =>
        requests
          .filter(({ open }) => open.includes(role))
          .map(({ method }) => `${method} ${path.replace(/^api/, '')}`)
          .filter(request => !described.has(request) && !ASKED_BEFORE_THE_ROLE.includes(request)),
      )
      expect(missing).toEqual([])
      const refs = [...JSON.stringify(body).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!)
      expect(refs.filter(name => !(name in body.components.schemas!))).toEqual([])
    },
  )

  it('is true: what is answered has the properties and kinds that it names', async () => {
    const { id: orderId, customerId } = await portal.db('order').orderBy('id').first('id', 'customerId')
    const sku = await portal.db('products').first('id')
    const asked: readonly (readonly [login: string, path: string, query?: string])[] = [
      ['asha', '/me'],
      ['asha', '/my-details'],
      ['asha', '/my-notifications'],
      ['asha', '/layouts'],
      ['asha', '/views'],
      ['asha', '/order-customers', 'q=1001'],
      ['asha', '/order-context', `customerId=${customerId}`],
      ['asha', '/order-products', `customerId=${customerId}&q=LS`],
      ['asha', '/order-sources', `customerId=${customerId}`],
      ['asha', '/order-frequent-items', `customerId=${customerId}`],
      ['asha', '/order-templates', `customerId=${customerId}`],
      ['asha', '/order-actions', `orderId=${orderId}`],
      ['asha', '/order-reasons', 'step=cancel'],
      ['asha', '/order-mentions', `orderId=${orderId}`],
      ['asha', '/order-route', `orderId=${orderId}`],
      ['asha', '/decisions', `orderId=${orderId}`],
      ['asha', '/orders-in-error'],
      ['asha', '/orders-stuck'],
      ['asha', '/approval-counts'],
      ['meena', '/approval-queue', 'step=MY_APPROVAL'],
      ['asha', '/customer-360', `customerId=${customerId}`],
      ['asha', '/documents'],
      ['asha', '/sap-status'],
      ['asha', '/banners', 'placement=LOGIN'],
      ['master_admin', '/imports'],
      ['master_admin', '/hole-checks'],
      ['master_admin', '/transporter-logins'],
      ['master_admin', '/uses', 'resource=masters/zone-area&rowId=1'],
      ['master_admin', '/history', `resource=masters/products&rowId=${sku.id}`],
      ['sys_admin', '/locked-logins'],
      ['sys_admin', '/people-and-roles'],
      ['sys_admin', '/access-explained', 'userId=1'],
      ['sys_admin', '/masters/read-data-from-sap'],
      ['sys_admin', '/simulated-sap'],
      ['sys_admin', '/who-grants'],
      ['sys_admin', '/health'],
      ['master_admin', '/masters/products', '$limit=2'],
      ['asha', '/orders', '$limit=2'],
    ]
    const whole = document()
    const quoted = whole.paths['/quotes']!.post!.responses[201]!.content!['application/json']!.schema as Schema
    const untrue = differencesFrom(quoted, placed.quote, whole.components.schemas as never, '/quotes')
    for (const [login, path, query] of asked) {
      const { status, body } = await (await portal.as(login)).get(`/api${path}${query ? `?${query}` : ''}`)
      const { schema } = whole.paths[path]!.get!.responses[200]!.content!['application/json']!
      if (status !== 200) untrue.push(`${path} answered ${status}`)
      else untrue.push(...differencesFrom(schema as Schema, body, whole.components.schemas as never, path))
    }
    expect([...new Set(untrue)]).toEqual([])
  })

  it('describes to a transporter nothing of orders, cancellations or locked logins', async () => {
    const { body } = await (await portal.as('transporter')).get('/api/openapi.json')
    for (const path of ['/orders', '/bulk-cancellations', '/locked-logins', '/order-context', '/hole-checks'])
      expect([path, path in body.paths]).toEqual([path, false])
    expect('/track' in body.paths).toBe(true)
  })
})

describe('a client made from the document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bilty-client-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it(
    'is held to it by the compiler, signs in, quotes and places an order',
    async () => {
      writeFileSync(join(folder, 'api.d.ts'), await typesOf(openApi()))
      const project = {
        extends: join(root, 'tsconfig.json'),
        compilerOptions: { paths: { 'bilty-api': [join(folder, 'api.d.ts')] }, types: [] },
        files: [join(root, 'tests/client/place-order.ts')],
        include: [],
        exclude: [],
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      const compiled = spawnSync(process.execPath, [compiler, '-p', folder, '--noEmit'], { encoding: 'utf8' })
      expect(compiled.stdout + compiled.stderr).toBe('')
      expect(placed.error).toBeUndefined()
      expect(placed.orderNo).toMatch(/^OR\d{10}$/)
      expect(placed.status).not.toBe('DRAFT')
      const [saved] = await portal.db('order').where({ orderNo: placed.orderNo }).select('grossValue')
      expect(saved.grossValue).toBe(placed.quote.totals.grossValue)
      expect(placed.refusal).toMatchObject({ code: 400, errors: [{ field: 'lines[0].qty' }] })
    },
    withinSeconds(60),
  )
})
