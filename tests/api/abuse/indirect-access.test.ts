/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import { resources } from '../../../resources/registry.ts'
import { MISSING_ID } from '../../support/abuse.ts'
import { idempotencyHeader, submittedOrder } from '../../support/orders/example-order.ts'
import { type ApiClient, clientAt, demoPortal, portalBeside, type TestPortal } from '../../support/portal.ts'

/** Rows of a resource: some that a person may read, and one that they may not. */
interface Both {
  resource: Resource
  own: number[]
  foreign: number
}

describe('rows of somebody else', () => {
  let portal: TestPortal
  const people = new Map<string, { who: ApiClient; both: Both[] }>()
  beforeAll(async () => {
    portal = await demoPortal()
    await submittedOrder(portal, await portal.as('asha'))
    const auditor = await portal.as('auditor')
    const idsOf = async (who: ApiClient, { path }: Resource): Promise<number[] | undefined> => {
      const { status, body } = await who.get(`/api/${path}?$limit=500&$select[]=id`)
      return status === 200 ? body.data.map(({ id }: { id: number }) => id) : undefined
    }
    const known = new Map<Resource, number[]>()
    for (const resource of resources.filter(({ access }) => may(access, 'AUDITOR', 'R')))
      known.set(resource, (await idsOf(auditor, resource))!)
    for (const login of ['customer', 'distributor', 'transporter', 'dispatch_north', 'asha']) {
      const who = await portal.as(login)
      const both: Both[] = []
      for (const [resource, all] of known) {
        const own = await idsOf(who, resource)
        const foreign = own && all.find(id => !own.includes(id))
        if (foreign) both.push({ resource, own, foreign })
      }
      people.set(login, { who, both })
    }
  })
  afterAll(() => portal.close())

  it('are not revealed by an export, a count, a type-ahead, a history or the list of uses', async () => {
    let looked = 0
    for (const [login, { who, both }] of people) {
      for (const { resource, foreign } of both) {
        const { path } = resource
        const [file, compared, count, choice, history, noHistory, uses, noUses] = await Promise.all([
          who.get(`/api/export/${path}?format=csv&id=${foreign}`),
          who.get(`/api/compare/${path}?from=1900-01-01&to=2026-11-20&id=${foreign}`),
          who.get(`/api/${path}?id=${foreign}&$limit=0&$exact=true`),
          who.get(`/api/${path}?id=${foreign}&$limit=20&$sort[id]=1`),
          who.get(`/api/history?resource=${path}&rowId=${foreign}`),
          who.get(`/api/history?resource=${path}&rowId=${MISSING_ID}`),
          who.get(`/api/uses?resource=${path}&rowId=${foreign}`),
          who.get(`/api/uses?resource=${path}&rowId=${MISSING_ID}`),
        ])
        const lines = file.status === 200 ? String(file.body).trim().split('\n').length : 1
        expect([login, path, [200, 403].includes(file.status), lines]).toEqual([login, path, true, 1])
        expect([login, path, resource.dated ? compared.body.total : compared.status]).toEqual([
          login,
          path,
          resource.dated ? 0 : 404,
        ])
        expect([login, path, count.body.total, choice.body.data]).toEqual([login, path, 0, []])
        expect([login, path, history.status, history.body.message]).toEqual([login, path, 404, noHistory.body.message])
        expect([login, path, uses.status, uses.body.message]).toEqual([login, path, noUses.status, noUses.body.message])
        expect([403, 404]).toContain(uses.status)
        looked++
      }
    }
    expect(looked).toBeGreaterThan(20)
  })

  it('are not revealed by their PDF or their attached files', async () => {
    const order = await submittedOrder(portal, await portal.as('asha'))
    const attachmentId = (await portal.db('order').where({ id: order.id }).first('poAttachmentId')).poAttachmentId
    for (const login of ['distributor', 'transporter', 'qa', 'dispatch_north']) {
      const who = await portal.as(login)
      for (const path of [
        `/api/orders/${order.id}/pdf`,
        `/api/attachments/${attachmentId ?? MISSING_ID}/file`,
        `/api/order-actions?orderId=${order.id}`,
      ])
        expect([login, path, [403, 404].includes((await who.get(path)).status)]).toEqual([login, path, true])
    }
    expect((await (await portal.as('asha')).get(`/api/orders/${order.id}/pdf`)).status).toBe(200)
  })

  it('stay unchanged when a command mixes them with the person’s own rows, which stay unchanged too', async () => {
    let commands = 0
    for (const [login, { who, both }] of people) {
      for (const { resource, own, foreign } of both.filter(({ resource: { kind } }) => kind === 'master')) {
        const table = tableOf(resource)
        const ids = [...own.slice(0, 2), foreign]
        const before = await portal.db(table).whereIn('id', ids).orderBy('id')
        const versions = before.map(({ id, rowVersion }) => ({ id, rowVersion }))
        const answers = [
          ...(await Promise.all(
            Object.keys(resource.actions).map(action =>
              who.post(`/api/${resource.path}/actions`, { action, rows: versions, why: 'x' }, idempotencyHeader()),
            ),
          )),
          await who.post(`/api/${resource.path}/bulk`, { ids, expected: ids.length, change: { isActive: false } }),
          await who.post('/api/uses', { resource: resource.path, rowId: foreign, to: own[0] ?? MISSING_ID }),
          await who.post('/api/uses', { resource: resource.path, rowId: own[0] ?? MISSING_ID, to: foreign }),
        ]
        commands += answers.length
        const taken = answers.map(({ status }) => status).filter(status => status < 400 || status >= 500)
        expect([login, resource.path, taken]).toEqual([login, resource.path, []])
        expect(await portal.db(table).whereIn('id', ids).orderBy('id')).toEqual(before)
      }
    }
    expect(commands).toBeGreaterThan(50)
  })
})

describe('a mapping that is deleted', () => {
  it('hides its customer from the next request on, in every process', async () => {
    const portal = await demoPortal()
    const other = await portalBeside(portal)
    try {
      const asha = await portal.as('asha')
      const there = clientAt(other.url, asha.token)
      const { employeeId } = (await asha.get('/api/me')).body.user
      const maps = await portal.db('customer_department_map').where({ salesEmployeeId: employeeId, isActive: 1 })
      const { customerId } = maps[0]
      const roads = [`access-control/customer/${customerId}`, `order-context?customerId=${customerId}`]
      const asked = async () =>
        (await Promise.all(roads.flatMap(road => [asha, there].map(who => who.get(`/api/${road}`))))).map(
          ({ status }) => status,
        )
      expect(await asked()).toEqual([200, 200, 200, 200])
      const keeper = await portal.as('master_admin')
      for (const { id } of maps.filter(map => map.customerId === customerId))
        expect((await keeper.delete(`/api/masters/customer-department-map/${id}`)).status).toBe(200)
      expect((await asked()).every(status => status === 404 || status === 403)).toBe(true)
    } finally {
      await other.close()
      await portal.close()
    }
  })
})
