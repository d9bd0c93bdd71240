import type { Knex } from 'knex'
import type { StoredRow } from '../../api/derive/row-codec.ts'
import { rowsOf } from '../../api/derive/rows-of.ts'
import { systemAuthor } from '../../api/derive/save/author.ts'
import { insertRows } from '../../api/derive/save/write.ts'
import { transact } from '../../api/platform/transact.ts'
import { customer } from '../../resources/access-control/customer.ts'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { customerDepartmentMap } from '../../resources/masters/customer-department-map.ts'
import { customerSegmentMap } from '../../resources/masters/customer-segment-map.ts'
import { products } from '../../resources/masters/products.ts'

const author = systemAuthor('large company')

/** Rows in one transaction, so that nobody who saves meanwhile waits for long. */
const AT_ONCE = 500

/**
 * Adds customers, delivery addresses, accounts and products until there are so many, as copies of those of the demo
 * company under numbers of their own.
 */
export async function addMasters(db: Knex, wanted: { customers: number; products: number }): Promise<void> {
  await addCustomers(db, wanted.customers)
  const models = await rowsOf(db, products, rows => rows.where('isActive', 1).orderBy('id').limit(40))
  const missing = wanted.products - (await countOf(db, 'products'))
  await addCopies(db, products, Math.max(0, missing), at => ({
    ...models[at % models.length]!,
    code: `SZ-${String(at + 1).padStart(5, '0')}`,
    name: `${models[at % models.length]!.name}, pack ${at + 1}`,
  }))
}

async function addCustomers(db: Knex, wanted: number) {
  const models = await rowsOf(db, customer, rows => rows.where('isActive', 1).orderBy('id').limit(12))
  const places = await rowsOf(db, shipTo, rows => rows.where('isActive', 1).orderBy('id'))
  const accounts = await rowsOf(db, customerDepartmentMap, rows => rows.where('isActive', 1))
  const segments = await rowsOf(db, customerSegmentMap, rows => rows.where('isActive', 1))
  const owners: number[] = await db('customer_department_map').distinct('salesEmployeeId').pluck('salesEmployeeId')
  const missing = Math.max(0, wanted - (await countOf(db, 'customer')))
  const modelOf = (at: number) => models[at % models.length]!
  const made = await addCopies(db, customer, missing, at => ({
    ...modelOf(at),
    code: String(700_000 + at),
    name: `${modelOf(at).name}, unit ${at + 1}`,
  }))
  const like = (parts: readonly StoredRow[]) =>
    made.flatMap((id, at) =>
      parts.filter(({ customerId }) => customerId === modelOf(at).id).map(part => ({ ...part, customerId: id })),
    )
  const addresses = like(places)
  await addCopies(db, shipTo, addresses.length, at => ({ ...addresses[at]!, code: String(800_000 + at) }))
  const owned = like(accounts)
  await addCopies(db, customerDepartmentMap, owned.length, at => ({
    ...owned[at]!,
    salesEmployeeId: owners[owned[at]!.customerId % owners.length]!,
  }))
  const mapped = like(segments)
  await addCopies(db, customerSegmentMap, mapped.length, at => mapped[at]!)
}

async function addCopies<R extends Resource>(db: Knex, resource: R, count: number, copy: (at: number) => object) {
  const ids: number[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => copy(from + index))
    await transact(db, async trx => {
      const made = await insertRows(trx, resource as Resource, rows, author)
      ids.push(...made.map(({ id }) => Number(id)))
    })
  }
  return ids
}

async function countOf(db: Knex, table: string): Promise<number> {
  const [row] = await db(table).count({ total: '*' })
  return Number(row!.total)
}
