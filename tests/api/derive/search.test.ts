/** @module-tag sql */
import { describe, expect, it } from 'vitest'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { masterEditor, personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
const keeper = portal.person(masterEditor)

const codes = async (q: string, limit = 50) =>
  (await keeper.get(`/api/masters/products?q=${encodeURIComponent(q)}&$limit=${limit}`)).body.data.map(
    ({ code }: { code: string }) => code,
  )

describe('the search box', () => {
  it('gives the exact code first, then codes that begin with the text, then rows that contain it', async () => {
    const products = resourceNamed('products')
    for (const [code, name] of [
      ['ZZ-AB12', 'First'],
      ['AB123', 'Second'],
      ['AB12', 'Third'],
      ['X1', 'Contains ab12 in its name'],
      ['X2', 'Nothing of it'],
    ])
      await exampleRow(portal.db, products, { code, name })
    const found = await codes('ab12')
    expect(found.slice(0, 2)).toEqual(['AB12', 'AB123'])
    expect(found.slice(2).sort()).toEqual(['X1', 'ZZ-AB12'])
    expect(await codes('AB12', 1)).toEqual(['AB12'])
  })

  it('shows nobody more than they may read, however few or many rows contain the text', async () => {
    for (let n = 0; n < 3; n++) await exampleRow(portal.db, resourceNamed('customer'), { name: `Kaveri Reagents ${n}` })
    const rep = await personWith(portal, ['SALES_REP'])
    const asked = ['q=kaveri', 'q=ka', 'name[$contains]=kaveri', 'q=kaveri&name[$contains]=reagents']
    for (const query of asked) {
      const seen = async (person: ApiClient) => (await person.get(`/api/access-control/customer?${query}`)).body.total
      expect([query, await seen(keeper), await seen(rep)]).toEqual([query, 3, 0])
    }
  })

  it('finds what was added since the same search', async () => {
    const products = resourceNamed('products')
    for (const query of ['name[$contains]=indigo&$sort[name]=1', 'q=indigo', 'name[$contains]=indigo&$limit=1']) {
      const total = async () => (await keeper.get(`/api/masters/products?${query}`)).body.total
      const before = await total()
      for (const more of [1, 2]) {
        await exampleRow(portal.db, products, { name: `Indigo ${query.length} ${more}` })
        expect([query, await total()]).toEqual([query, before + more])
      }
    }
  })

  it('takes wildcard characters literally', async () => {
    await exampleRow(portal.db, resourceNamed('products'), { code: 'PC', name: '100% pure' })
    expect(await codes('100%')).toEqual(['PC'])
    expect(await codes('_')).toEqual([])
    expect(await codes("'")).toEqual([])
  })
})
