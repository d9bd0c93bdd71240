import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** `uomFactor` was the base units in a sales unit, in hundred-thousandths; it loses a third, so it becomes a fraction. */
const SCALE = 100_000

export async function up(db: Knex) {
  await addColumn(db, 'products', 'uomNumerator', `bigint not null default 1`)

  await addColumn(db, 'products', 'uomDenominator', `bigint not null default 1`)

  await addColumn(db, 'order_line', 'priceUnit', `bigint not null default 1`)

  if (!(await db.schema.hasColumn('products', 'uomFactor'))) return
  const factors: (number | string)[] = await db('products').whereNot('uomFactor', SCALE).distinct().pluck('uomFactor')
  for (const factor of factors) {
    const shared = gcd(Number(factor), SCALE)
    await db('products')
      .where('uomFactor', factor)
      .update({ uomNumerator: Number(factor) / shared, uomDenominator: SCALE / shared })
  }
  await db.raw('alter table products drop column uomFactor')
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
