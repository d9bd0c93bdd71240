/** @module-tag sql */
import { expect, it } from 'vitest'
import type { RelatedCount } from '../../../resources/platform/commands/uses.ts'
import { resources } from '../../../resources/registry.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)

const countsFor = async (who: ApiClient, resource: string, id: number): Promise<RelatedCount[]> => {
  const { status, body } = await who.get(`/api/related-counts?resource=${resource}&rowId=${id}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

it('Related counts: one answer says for each list what that list counts for the reader', async () => {
  const { id } = await portal.db('sbu').first('id')
  for (const login of ['master_admin', 'sales_rep', 'qa', 'auditor']) {
    const who = await portal.as(login)
    const counts = await countsFor(who, 'masters/sbu', id)
    expect(counts.length).toBeGreaterThan(1)
    for (const { path, field, count } of counts) {
      const list = await who.get(`/api/${path}?${field}[$in][]=${id}&isActive=true&$limit=0`)
      expect([login, path, field, list.status, list.body.total]).toEqual([login, path, field, 200, count])
    }
  }
})

it('Related counts: a list that the reader may not open has none', async () => {
  const { id } = await portal.db('sbu').first('id')
  const pathsFor = async (login: string) =>
    (await countsFor(await portal.as(login), 'masters/sbu', id)).map(({ path }) => path)
  const all = await pathsFor('master_admin')
  expect(all).toContain('masters/sbu-wise-cnf')
  const qa = await pathsFor('qa')
  const readable = resources.filter(({ access }) => access.QA?.includes('R')).map(({ path }) => path)
  expect(qa.filter(path => !readable.includes(path))).toEqual([])
  expect(qa).not.toContain('masters/sbu-wise-cnf')
})

it('Related counts: a row that is deactivated is no longer counted, and a row that is not there has no counts', async () => {
  const keeper = await portal.as('master_admin')
  const cnf = await portal.db('sbu_wise_cnf').where({ isActive: 1 }).first('id', 'sbuId')
  const served = async () =>
    (await countsFor(keeper, 'masters/sbu', cnf.sbuId)).find(({ path }) => path === 'masters/sbu-wise-cnf')!.count
  const before = await served()
  expect((await keeper.delete(`/api/masters/sbu-wise-cnf/${cnf.id}`)).status).toBe(200)
  expect(await served()).toBe(before - 1)
  expect((await keeper.get('/api/related-counts?resource=masters/sbu&rowId=999999')).status).toBe(404)
  expect((await keeper.get(`/api/related-counts?resource=orders&rowId=${cnf.id}`)).status).toBe(404)
  expect((await portal.nobody.get(`/api/related-counts?resource=masters/sbu&rowId=${cnf.sbuId}`)).status).toBe(401)
})
