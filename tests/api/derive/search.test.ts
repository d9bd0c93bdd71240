import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { masterEditor } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
let keeper: ApiClient

beforeAll(async () => {
  portal = await emptyPortal()
  keeper = await masterEditor(portal)
})
afterAll(() => portal.close())

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

  it('takes wildcard characters literally', async () => {
    await exampleRow(portal.db, resourceNamed('products'), { code: 'PC', name: '100% pure' })
    expect(await codes('100%')).toEqual(['PC'])
    expect(await codes('_')).toEqual([])
    expect(await codes("'")).toEqual([])
  })
})
