import { describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { isSqlite } from '../../../api/platform/database.ts'
import { transact } from '../../../api/platform/transact.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { products } from '../../../resources/masters/products.ts'
import { exampleInput } from '../../support/example-rows.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { statementsDuring } from '../../support/statements.ts'

const PATH = '/api/masters/products'

const portal = portalOfFile(demoPortal)
const keeper = portal.person('master_admin')

let made = 0
const created = async (count: number) => {
  const drafts: { code: string }[] = []
  for (let n = 0; n < count; n++)
    drafts.push((await exampleInput(portal.db, products, { code: `SV-${++made}` })) as { code: string })
  let rows: { id: number; rowVersion: number }[] = []
  const asked = await statementsDuring(portal.db, async headers => {
    const { status, body } = await keeper.post(PATH, count === 1 ? drafts[0] : drafts, headers)
    expect({ status, body }).toMatchObject({ status: 201 })
    rows = [body].flat()
  })
  return { asked, rows, drafts }
}

describe('a save', () => {
  it('of a new row asks the session, its references, its key and the texts once each, and writes the row and its history', async () => {
    const { asked } = await created(1)
    expect(asked.filter(sql => sql.startsWith('insert'))).toHaveLength(2)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(8)
  })

  it('of a change asks the session, the row and the texts once each, and writes the row and its history', async () => {
    const [row] = (await created(1)).rows
    const asked = await statementsDuring(portal.db, async headers => {
      const change = { maxOrderQty: 5000, rowVersion: row!.rowVersion }
      expect(await keeper.patch(`${PATH}/${row!.id}`, change, headers)).toMatchObject({ status: 200 })
    })
    expect(asked.filter(sql => /^(insert|update)/.test(sql))).toHaveLength(2)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(7)
  })

  it('of forty new rows takes hardly more statements than that of four, and each row has its own history', async () => {
    const few = await created(4)
    const many = await created(40)
    expect(many.asked.length).toBe(few.asked.length)
    const ids = many.rows.map(({ id }) => id)
    const entries = await portal
      .db('audit_entry')
      .where({ entity: 'products', action: 'CREATE' })
      .whereIn('entityId', ids)
    expect(entries.map(({ entityId, afterJson }) => [entityId, JSON.parse(afterJson).code])).toEqual(
      ids.map((id, n) => [id, many.drafts[n]!.code]),
    )
  })
})

describe('a transaction', () => {
  it('that was refused leaves nothing, and what is asked of it afterwards is refused', async () => {
    const draft = withDefaults(products, await exampleInput(portal.db, products, { code: 'SV-GONE' }))
    let over: Parameters<Parameters<typeof transact>[1]>[0] | undefined
    const refused = transact(portal.db, async trx => {
      over = trx
      await insertRows(trx, products, [draft as never], systemAuthor('test'))
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await portal.db('products').where('code', 'SV-GONE').first()).toBeUndefined()
    await expect(insertRows(over!, products, [draft as never], systemAuthor('test'))).rejects.toThrow()
    expect(await portal.db('products').where('code', 'SV-GONE').first()).toBeUndefined()
  })

  it('names the fault of a statement as every other does', async () => {
    const draft = withDefaults(products, await exampleInput(portal.db, products, { code: 'SV-TWICE' }))
    const twice = transact(portal.db, trx => insertRows(trx, products, [draft, draft] as never[], systemAuthor('test')))
    await expect(twice).rejects.toMatchObject(
      isSqlite(portal.db) ? { code: 'SQLITE_CONSTRAINT_UNIQUE' } : { errno: 1062 },
    )
    expect(await portal.db('products').where('code', 'SV-TWICE').first()).toBeUndefined()
  })
})
