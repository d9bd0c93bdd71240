import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { Knex } from 'knex'
import { beforeAll, describe, expect, it } from 'vitest'
import { describedRoutes } from '../../../api/derive/docs/route.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { sampleOrder } from '../../../resources/orders/sent-order.ts'
import { resources } from '../../../resources/registry.ts'
import { LEAKED_DETAILS } from '../../support/abuse.ts'
import { withinSeconds } from '../../support/limits.ts'
import {
  type DescribedCommand,
  describedCommands,
  edited,
  oddCommand,
  propertiesOf,
  wrongValues,
} from '../../support/odd-bodies.ts'
import { idempotencyHeader } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { runs, sampled, testSeed } from '../../support/proof.ts'

const TRIES = runs(2_000)

const portal = portalOfFile(demoPortal)
const worker = portal.person(at =>
  personWith(at, ['CSC_AGENT', 'SYS_ADMIN', 'PRICING_APPROVER', 'FINANCE', 'DISPATCH', 'QA']),
)
let people: ApiClient[]

beforeAll(async () => {
  const logins = ['customer', 'transporter', 'asha', 'master_admin']
  people = [portal.nobody, worker, ...(await Promise.all(logins.map(login => portal.as(login))))]
})

const send = (who: ApiClient, { method, path }: DescribedCommand, body: unknown) =>
  method === 'POST' ? who.post(path, body, idempotencyHeader()) : who.patch(path, body, idempotencyHeader())

/** The answer to the first of these people whose roles allow the command. */
async function sendAsAllowed(command: DescribedCommand, body: unknown) {
  let answer = await send(worker, command, body)
  for (const who of people.slice(2)) if (answer.status === 403) answer = await send(who, command, body)
  return answer
}

/** Each table with its number of rows and the sum of their versions, without what notes refusals and sign-ins. */
async function contents(db: Knex) {
  const counted: Record<string, unknown> = {}
  for (const table of new Set(resources.map(tableOf)))
    if (!['audit_entry', 'login_session', 'user'].includes(table))
      counted[table] = await db(table).count({ rows: '*' }).sum({ versions: 'rowVersion' }).first()
  return counted
}

/** Gateways and mail programs send what they like. */
const OTHERS = ['POST /payments/notify/{account}', 'POST /payments/return/{account}', 'POST /unsubscribe']
const all = () => describedCommands().filter(({ request }) => !OTHERS.includes(request))

describe('the body of a command', () => {
  it(
    'of odd values is never a fault of ours, whoever sends it to whichever command',
    async () => {
      const faults: string[] = []
      const commands = all()
      for (const one of fc.sample(oddCommand(commands), { numRuns: TRIES, seed: testSeed })) {
        const body = one.whole ?? edited(one.command, one.edits)
        const answer = await send(people[one.who]!, one.command, body)
        const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
        if (answer.status >= 500 || (answer.status >= 400 && LEAKED_DETAILS.test(text)))
          faults.push(`${one.command.request} ${one.who} ${JSON.stringify(body).slice(0, 300)}: ${text.slice(0, 200)}`)
      }
      expect(faults).toEqual([])
      expect(commands.length).toBeGreaterThan(150)
    },
    withinSeconds(120 + TRIES / 20),
  )

  it(
    'with one value of a wrong type is refused with a sentence about that field, and leaves nothing behind',
    async () => {
      const wrong = all()
        .filter(({ request }) => describedRoutes().has(request.replace(' /', ' ')))
        .flatMap(command =>
          Object.entries(propertiesOf(command.schema)).flatMap(([name, schema]) =>
            wrongValues(schema).map(value => ({ command, name, value })),
          ),
        )
      const tried = sampled(
        'values of wrong types',
        wrong,
        1_500,
        ({ command }) => command.request,
        ({ command, name }) => `${command.request} ${name}`,
      )
      const before = await contents(portal.db)
      const taken: string[] = []
      for (const { command, name, value } of tried) {
        const { status, body } = await sendAsAllowed(command, { ...command.example, [name]: value })
        const fault = (body.errors ?? []).find(({ field }: Fault) => field.split(/[[.]/)[0] === name)
        if (status !== 400 || !fault || !/^[A-Za-z][^:]* (must|is) /.test(fault.message))
          taken.push(
            `${command.request} ${name} ${JSON.stringify(value).slice(0, 60)}: ${status} ${JSON.stringify(body).slice(0, 160)}`,
          )
      }
      expect(taken).toEqual([])
      expect(tried.length).toBeGreaterThan(500)
      expect(await contents(portal.db)).toEqual(before)
    },
    withinSeconds(120),
  )

  it.each([
    ['complaints', { categoryId: 1, description: { text: 'x' } }, 'description', 'What is wrong must be text'],
    ['complaints', { categoryId: 1, description: 7 }, 'description', 'What is wrong must be text'],
    [
      'complaints/ar-dispute',
      { invoiceId: 1, disputeType: 'PRICE', disputedAmount: 1_00, description: ['x'] },
      'description',
      'Why must be text',
    ],
    ['order-steps', { orderId: 1, step: 'cancel', remark: { x: 1 } }, 'remark', 'Remark must be text'],
    ['order-steps', { orderId: [1], step: 'cancel' }, 'orderId', 'Order must be a whole number'],
    ['complaint-steps', { complaintId: 1, rowVersion: 1, step: 'start', remark: 5 }, 'remark', 'Remark must be text'],
  ])('whose text is no text is refused by %s: %j', async (path, body, field, message) => {
    const answer = await worker.post(`/api/${path}`, body, idempotencyHeader())
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field, code: 'TYPE', message }]])
  })
})

it('a row of a master whose key is no text or number is refused as a wrong value', async () => {
  const row = { customerId: 1, productId: { toString: {} }, cnfId: 1, validFrom: '2027-04-01' }
  const { status, body } = await people[5]!.post('/api/masters/distributor-product-cnf-mapping', row)
  expect([status, body.errors[0].field, body.errors[0].code]).toEqual([400, 'productId', 'TYPE'])
})

describe('a compressed body', () => {
  const post = async (bytes: Buffer) => {
    const headers = {
      authorization: `Bearer ${worker.token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    }
    const answer = await fetch(`${portal.url}/api/views`, { method: 'POST', headers, body: new Uint8Array(bytes) })
    return [answer.status, ((await answer.json()) as { message: string }).message]
  }

  it('that is broken or cut off is refused with a sentence', async () => {
    const good = gzipSync(JSON.stringify({ grid: 5, name: 'Mine', scope: 'ME', state: {} }))
    const sentence = 'The compressed request cannot be read: send it again, or without Content-Encoding'
    expect(await post(Buffer.from('no gzip at all'))).toEqual([400, sentence])
    expect(await post(good.subarray(0, good.length - 9))).toEqual([400, sentence])
    expect(await post(Buffer.concat([good.subarray(0, 12), Buffer.alloc(20, 255)]))).toEqual([400, sentence])
    expect(await post(good)).toEqual([400, 'List must be text'])
  })
})

describe('a refusal of very many faults', () => {
  const names = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown${from + at}`, 1]))

  it('tells fifty of them and how many more there are, on commands and on rows of masters', async () => {
    const lines = Array.from({ length: 150 }, (_, at) => names(800, at * 800))
    const order = await worker.post('/api/orders', { ...sampleOrder, lines }, idempotencyHeader())
    expect(order.status).toBe(400)
    expect(order.body.errors).toHaveLength(51)
    expect(order.body.errors[0]).toEqual({
      ...{ field: 'lines[0].unknown0', code: 'UNKNOWN_FIELD', message: 'lines[0].unknown0 cannot be set here' },
    })
    expect(order.body.errors[50]).toEqual({ field: '', code: 'MORE', message: 'and 120,250 more' })
    expect(JSON.stringify(order.body).length).toBeLessThan(10_000)
    const row = await people[5]!.post('/api/masters/sbu', names(1_000))
    expect([row.status, row.body.errors.length]).toEqual([400, 51])
    expect(row.body.errors[50].message).toMatch(/^and 9\d\d more$/)
  })

  it('is not reached by an object of more than a thousand names, nor by one that is nested too deep', async () => {
    const many = await worker.post('/api/masters/sbu', names(120_000))
    const message = 'An object of the request holds 120,000 names: send at most 1,000'
    expect([many.status, many.body.errors]).toEqual([400, [{ field: '', code: 'TOO_MANY_NAMES', message }]])
    expect((await worker.post('/api/layouts', { grid: 'x', layout: names(1_001) })).body.errors[0].code).toBe(
      'TOO_MANY_NAMES',
    )
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    const deep = await worker.post('/api/views', nested(21))
    const tooDeep = 'The request is nested too deep: send at most 20 levels'
    expect([deep.status, deep.body.errors]).toEqual([400, [{ field: '', code: 'TOO_DEEP', message: tooDeep }]])
    expect((await worker.post('/api/views', nested(20))).body.errors[0].message).toMatch(/^a is not read here/)
  })
})
