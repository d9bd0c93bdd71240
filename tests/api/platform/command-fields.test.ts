import { beforeAll, describe, expect, it } from 'vitest'
import { commands as declared } from '../../../resources/commands.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { type Either, isEither } from '../../../resources/define/shape.ts'
import { resources } from '../../../resources/registry.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const who = portal.person(at => personWith(at, ['SYS_ADMIN', 'CSC_AGENT', 'PRICING_APPROVER', 'FINANCE']))
/** Whose commands `who` may not give. */
let partners: ApiClient[]

beforeAll(async () => {
  partners = await Promise.all(['customer', 'dispatch', 'transporter'].map(login => portal.as(login)))
})

/** Fields without which a command does not come to the others: which of its bodies is meant, and whose rows. */
const needed: Readonly<Record<string, Record<string, unknown>>> = {
  ...Object.fromEntries(declared.flatMap(({ path, body }) => (isEither(body) ? [[`api/${path}`, tagOf(body)]] : []))),
  'api/masters/read-data-from-sap': { object: 'INVOICE' },
  'api/simulations': { orderDate: '2026-11-22', placedBy: 'ME' },
  'api/orders-in-error': { errorCode: 'V1/384' },
}

/** The field that tells the first of several bodies from the others. */
function tagOf({ of: [first] }: Either): object {
  const tags = Object.entries(first!).filter(([, part]) => part.kind === 'choice' && part.options?.length === 1)
  return Object.fromEntries(tags.map(([name, part]) => [name, (part as Field).options![0]]))
}

/** Files come with their fields as a form, mail programs and gateways send what they like, and signing in is not a command. */
const others = [
  ...[
    'api/attachments',
    'api/library',
    'api/library/:id/file',
    'api/imports',
    'api/order-sheets',
    'api/pod-batches',
    'api/coa-batches',
  ],
  ...['api/authentication', 'api/sms-reports', 'api/unsubscribe'],
  ...['api/payments/notify/:account', 'api/payments/return/:account'],
]

/** Every path that takes a command, without those of the rows of resources. */
function commands(): string[] {
  const rows = resources.map(({ path }) => `api/${path}`)
  const posted = portal.routes
    .filter(route => route.startsWith('POST /api/'))
    .map(route => route.slice('POST /'.length))
  const services = portal.services.filter(path => !rows.includes(path))
  return [...services, ...posted, 'api/order-steps', 'api/orders'].filter(path => !others.includes(path))
}

const refusalOf = async (path: string) => {
  const body = { ...needed[path], orderNos: ['OR2627000001'] }
  const askedBy = (one: ApiClient) =>
    one.post(`/${path.replace(':id', '1')}`, body, { 'idempotency-key': crypto.randomUUID() })
  let answer = await askedBy(who)
  for (const partner of partners) if (answer.status === 403) answer = await askedBy(partner)
  return answer
}

describe('a command with a field that it does not read', () => {
  it('is refused by every command with a sentence that names the field', async () => {
    const taken: string[] = []
    const all = commands()
    for (const path of all) {
      const { status, body } = await refusalOf(path)
      // Not for posting.
      if (status === 405) continue
      const fault = body.errors?.find((one: { field: string }) => one.field === 'orderNos')
      if (status !== 400 || fault?.code !== 'UNKNOWN_FIELD' || !/^orderNos .+/.test(fault.message))
        taken.push(`${status} ${path} ${JSON.stringify(body).slice(0, 120)}`)
    }
    expect(taken).toEqual([])
    expect(all.length).toBeGreaterThan(100)
  })

  it('is refused before it does anything: no preview of all lines, and no change of a view', async () => {
    const preview = await who.post('/api/cancellation-previews', { orderNos: ['OR2627000001'] })
    expect([preview.status, preview.body.errors[0].message]).toEqual([400, 'orderNos is not read here: send only rows'])
    const empty = await who.post('/api/cancellation-previews', {})
    expect([empty.status, empty.body.message]).toEqual([400, 'Rows is required'])
    expect((await who.patch('/api/views/1', { nmae: 'Mine', rowVersion: 1 })).body.errors[0]).toMatchObject({
      ...{ field: 'nmae', code: 'UNKNOWN_FIELD' },
    })
    expect((await portal.nobody.post('/api/cancellation-previews', { orderNos: [] })).status).toBe(401)
  })
})
