import type { Knex } from 'knex'

export { down } from './ddl.ts'

/** Product codes of digits alone lose their leading zeros, as those of customers have none; a code that is taken stays. */
export async function up(db: Knex) {
  const padded: { id: number; code: string; naturalKey: string }[] = await db('products')
    .where('code', 'like', '0%')
    .select('id', 'code', 'naturalKey')
  for (const { id, code, naturalKey } of padded) {
    const plain = code.replace(/^0+(?=\d)/, '')
    if (!/^\d+$/.test(code) || plain === code) continue
    const key = plain + naturalKey.slice(code.length)
    if (await db('products').where('naturalKey', key).first('id')) continue
    await db('products').where({ id }).update({ code: plain, naturalKey: key })
  }
}
