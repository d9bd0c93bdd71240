/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import { secondsFromNow, setClock, today } from '../../../api/platform/clock.ts'
import { productEnduserDocument } from '../../../resources/masters/product-enduser-document.ts'
import { resources } from '../../../resources/registry.ts'
import { banner } from '../../../resources/shipment-tracking/banner.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { withinSeconds } from '../../support/limits.ts'
import { personWith } from '../../support/people.ts'
import { type Answer, type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { sampled } from '../../support/proof.ts'

const portal = portalOfFile(demoPortal)
const people: Record<string, ApiClient> = {}
const loginIds = ['sys_admin', 'master_admin', 'asha', 'ravi', 'customer', 'transporter', 'cc1', 'dispatch']

beforeAll(async () => {
  for (const loginId of loginIds) people[loginId] = await portal.as(loginId)
})

/** What an answer tells its reader, without what differs between any two requests. */
function told({ status, body, headers }: Answer) {
  const { 'x-request-id': _, date: __, ...others } = Object.fromEntries(headers)
  return { status, body: { ...body, requestId: undefined }, headers: others }
}

/** A path that ends in a stroke is not one of the early ones: Feathers takes the stroke off and serves it. */
const ordinarily = (path: string) => path.replace(/(?=\?|$)/, '/')

async function sameBothWays(who: ApiClient, path: string): Promise<Answer> {
  const early = await who.get(path)
  const ordinary = told(await who.get(ordinarily(path)))
  expect([path, told(early)]).toEqual([path, ordinary])
  // The second time what was remembered of the first is used.
  expect([path, told(await who.get(path))]).toEqual([path, ordinary])
  return early
}

describe('reads answered early', () => {
  it('are the same as on the ordinary way, for every resource and everybody', {
    timeout: withinSeconds(900),
  }, async () => {
    const seen = { rows: 0, refusals: 0 }
    const pairs = resources.flatMap(({ path }) => loginIds.map(loginId => ({ path, loginId })))
    const tried = sampled(
      'lists × people, answered early',
      pairs,
      300,
      ({ path }) => path,
      ({ loginId }) => loginId,
    )
    for (const { path, loginId } of tried) {
      const who = people[loginId]!
      const { status, body } = await sameBothWays(who, `/api/${path}?$limit=3&$sort[id]=-1`)
      if (status === 403) seen.refusals += 1
      // A row that this person may read, and one that somebody else may.
      const ids = new Set([body.data?.[0]?.id, 1].filter(Boolean))
      for (const id of ids) {
        const row = await sameBothWays(who, `/api/${path}/${id}`)
        if (row.status === 200) seen.rows += 1
      }
    }
    expect(seen.rows).toBeGreaterThan(tried.length / 6)
    expect(seen.refusals).toBeGreaterThan(tried.length / 12)
  })

  it('refuse what is wrong with a query, nobody signed in, and rows out of reach alike', async () => {
    const { master_admin: keeper, customer } = people as Record<string, ApiClient>
    for (const query of ['nothing=1', '$limit=x', 'name[$near]=1', '$sort[nothing]=1', '$select[]=naturalKey']) {
      const { status, body } = await sameBothWays(keeper!, `/api/masters/products?${query}`)
      expect([query, status]).toEqual([query, 400])
      expect(body.errors[0].message).toEqual(expect.any(String))
    }
    expect((await sameBothWays(portal.nobody, '/api/masters/products?$limit=1')).status).toBe(401)
    expect((await sameBothWays(portal.nobody, '/api/masters/products/1')).status).toBe(401)
    expect((await sameBothWays(keeper!, '/api/masters/products/999999999')).status).toBe(404)
    const other = await portal
      .db('customer')
      .whereNot('id', await customerOf('customer'))
      .first('id')
    expect((await sameBothWays(customer!, `/api/access-control/customer/${other.id}`)).status).toBe(404)
  })

  it('are named in a refusal with who grants the right, and written down', async () => {
    const path = '/api/access-control/assign-roles'
    // Only so many refusals of one person are written down in a minute.
    const { status, body } = await sameBothWays(await personWith(portal, ['SALES_REP']), path)
    expect(status).toBe(403)
    expect(body.data.grantedBy).toContain('(IT administrator)')
    const recorded = () =>
      portal
        .db('audit_entry')
        .where({ action: 'REFUSED', businessKey: `GET ${path}` })
        .pluck('reason')
    // Others were refused here before.
    await portal.runDue()
    expect(await recorded()).toContainEqual(expect.stringContaining(body.message))
  })

  it('are counted among the requests', async () => {
    const count = async () => {
      const { body } = await portal.nobody.get('/api/metrics')
      return Number(/bilty_request_seconds_count\{method="GET",status="200",command=""\} (\d+)/.exec(body)?.[1] ?? 0)
    }
    const before = await count()
    await people.master_admin!.get('/api/masters/products/1')
    // The question itself is counted after its answer was written.
    expect(await count()).toBe(before + 2)
  })
})

describe('what is remembered of a query', () => {
  it('gives nobody what another may read', async () => {
    const path = '/api/access-control/customer?$limit=50'
    const all = await people.master_admin!.get(path)
    const first = await personWith(portal, ['CUSTOMER'], { customerId: all.body.data[0].id })
    const second = await personWith(portal, ['CUSTOMER'], { customerId: all.body.data[1].id })
    for (let round = 0; round < 3; round++) {
      expect(idsIn(await first.get(path))).toEqual([all.body.data[0].id])
      expect(idsIn(await second.get(path))).toEqual([all.body.data[1].id])
      expect(idsIn(await people.master_admin!.get(path))).toEqual(idsIn(all))
    }
  })

  it('gives nobody the columns that only another reads', async () => {
    const path = '/api/masters/transporter?$limit=5'
    const [finance, agent] = [await personWith(portal, ['FINANCE']), await personWith(portal, ['CSC_AGENT'])]
    const pans = async (who: ApiClient) => (await who.get(path)).body.data.map(({ pan }: { pan: string }) => pan)
    await portal.db('transporter').update({ pan: 'AAPFU0939F' })
    for (let round = 0; round < 2; round++) {
      expect(new Set(await pans(finance))).toEqual(new Set(['AAPFU0939F']))
      expect(new Set(await pans(agent))).toEqual(new Set(['AAPFU****F']))
      expect((await agent.get(`${path}&pan=AAPFU0939F`)).status).toBe(400)
      expect((await finance.get(`${path}&pan=AAPFU0939F`)).status).toBe(200)
    }
  })

  it('ends with a right: the next request is refused, or narrowed', async () => {
    const who = await personWith(portal, ['MASTER_ADMIN'], { loginId: 'whose-right-ends' })
    const path = '/api/masters/products?$limit=2'
    const { id } = await portal.db('user').where({ loginId: 'whose-right-ends' }).first('id')
    expect((await who.get(path)).status).toBe(200)
    await portal.db('assign_roles').where({ userId: id }).update({ validTo: '2020-12-31' })
    expect((await who.get(path)).status).toBe(403)
    await portal.db('assign_roles').where({ userId: id }).update({ validTo: '9999-12-31' })
    expect((await who.get(path)).status).toBe(200)
    await portal.db('user').where({ id }).update({ isActive: 0 })
    expect((await who.get(path)).status).toBe(401)
  })

  it('narrows a role to an SBU from the next request, and to another from the one after', async () => {
    const who = await personWith(portal, ['SALES_MANAGER'], { loginId: 'whose-sbu-changes' })
    const { id: userId } = await portal.db('user').where({ loginId: 'whose-sbu-changes' }).first('id')
    const [one, other] = await portal.db('sbu').orderBy('id').select('id', 'code').limit(2)
    const path = '/api/masters/sbu?$limit=50&$sort[id]=1'
    const narrowTo = (code: string) =>
      portal.db('assign_roles').where({ userId }).update({ scopeType: 'SBU', scopeRef: code })
    const whole = await who.get('/api/masters/products?$limit=500')
    expect(whole.status).toBe(200)
    const sbus = async () => {
      await sameBothWays(who, path)
      return new Set((await sameBothWays(who, '/api/masters/products?$limit=500')).body.data.map(sbuOf))
    }
    await narrowTo(one.code)
    const inOne = await sbus()
    await narrowTo(other.code)
    const inOther = await sbus()
    expect(inOne.size + inOther.size).toBeGreaterThan(0)
    expect([...inOne].filter(id => id !== one.id)).toEqual([])
    expect([...inOther].filter(id => id !== other.id)).toEqual([])
  })

  it('says nothing of a day or an hour that is over', async () => {
    const { id: productId } = await portal.db('products').orderBy('id').first('id')
    await portal.db('product_enduser_document').where({ productId }).del()
    await exampleRow(portal.db, productEnduserDocument, { productId, validFrom: '2020-01-01', validTo: today() })
    const [from, to] = [secondsFromNow(-3600), secondsFromNow(3600)]
    const shown = await exampleRow(portal.db, banner, { validFrom: from, validTo: to })
    const read = async (path: string) => (await sameBothWays(await portal.as('sys_admin'), path)).body
    const needsEud = async () => (await read(`/api/masters/products/${productId}?$select[]=needsEud`)).needsEud
    const isRunning = async () =>
      (await read(`/api/shipment-tracking/banner/${shown.id}?$select[]=isRunning`)).isRunning
    expect([await needsEud(), await isRunning()]).toEqual([true, true])
    try {
      setClock(secondsFromNow(2 * 3600))
      expect(await isRunning()).toBe(false)
      setClock(secondsFromNow(24 * 3600))
      expect(await needsEud()).toBe(false)
    } finally {
      setClock(null)
    }
    expect([await needsEud(), await isRunning()]).toEqual([true, true])
  })
})

const idsIn = ({ body }: Answer): number[] => body.data.map(({ id }: { id: number }) => id)
const sbuOf = ({ sbuId }: { sbuId: number }) => sbuId
const customerOf = async (loginId: string) =>
  (await portal.db('user').where({ loginId }).first('customerId')).customerId
