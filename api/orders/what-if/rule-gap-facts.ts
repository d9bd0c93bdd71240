import type { Knex } from 'knex'
import { centralWarehouse } from '../../../resources/access-control/central-warehouse.ts'
import { cnf } from '../../../resources/access-control/cnf.ts'
import { cnfState } from '../../../resources/access-control/cnf-state.ts'
import { employee } from '../../../resources/access-control/employee.ts'
import { tollCenter } from '../../../resources/access-control/toll-center.ts'
import { approvingLimits } from '../../../resources/masters/approving-limits.ts'
import { channelProductCnf } from '../../../resources/masters/channel-product-cnf.ts'
import { cnfExcludedItems } from '../../../resources/masters/cnf-excluded-items.ts'
import { cnfProductMap } from '../../../resources/masters/cnf-product-map.ts'
import { defaultSupplyPlant } from '../../../resources/masters/default-supply-plant.ts'
import { productWiseTollCenter } from '../../../resources/masters/product-wise-toll-center.ts'
import { sbu } from '../../../resources/masters/sbu.ts'
import { sbuWiseCnf } from '../../../resources/masters/sbu-wise-cnf.ts'
import type { ApproverMasters, RoleHolder } from '../../../resources/orders/what-if/approver-gaps.ts'
import type { ProductMasters, ProductPage } from '../../../resources/orders/what-if/product-gaps.ts'
import type { Role } from '../../../resources/roles.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { grantsOn } from '../../derive/rights/grants.ts'
import { worksToday } from '../../derive/rights/works-today.ts'
import { readTogether, rowsOf, selectFrom, whereValidOn } from '../../derive/rows-of.ts'
import { readSettings } from '../../platform/settings.ts'
import { yieldToOthers } from '../../platform/yield-to-others.ts'

/** The approvers, their limits and the holders of roles by SBU, on a day. */
export async function approverMasters(db: Knex, day: string): Promise<ApproverMasters> {
  const withLogin = new Set<number>(
    await db('user').where('isActive', 1).whereNotNull('employeeId').pluck('employeeId'),
  )
  const employees = await rowsOf(db, employee, rows => rows)
  const settings = await readSettings(db)
  return {
    today: day,
    sbus: await rowsOf(db, sbu, rows => rows),
    employees: employees.map(row => ({ ...row, hasLogin: withLogin.has(row.id) })),
    limits: await rowsOf(db, approvingLimits, rows => rows.where('isActive', 1).where('validTo', '>=', day)),
    holders: await roleHolders(db, day),
    fourEyes: settings['limits.four_eyes'],
    finalApproverId:
      employees.find(({ employeeCode }) => employeeCode === settings['approval.final_approver'])?.id ?? null,
  }
}

/** The holders of roles who can sign in, with their SBUs; a role granted for named SBUs counts only for these. */
async function roleHolders(db: Knex, day: string): Promise<RoleHolder[]> {
  const held: { userId: number; role: Role; scopeType: string; scopeRef: string | null; sbuId: number; sbu: string }[] =
    await grantsOn(db, day, 'given')
      .join('role', 'role.id', 'given.roleId')
      .join('user', 'user.id', 'given.userId')
      .join('sbu_employee_map as map', 'map.employeeId', 'user.employeeId')
      .join('sbu', 'sbu.id', 'map.sbuId')
      .where('map.isActive', 1)
      .where(worksToday())
      .where('map.validFrom', '<=', day)
      .where('map.validTo', '>=', day)
      .select('given.userId', 'role.code as role', 'scopeType', 'scopeRef', 'map.sbuId', 'sbu.code as sbu')
  const byHolder = Map.groupBy(held, ({ userId, role }) => `${userId}/${role}`)
  return [...byHolder.values()].map(rows => {
    const all = rows.some(({ scopeType }) => scopeType !== 'SBU')
    const applicable = rows.filter(row => all || row.scopeRef === row.sbu)
    return { role: rows[0]!.role, sbuIds: applicable.map(({ sbuId }) => sbuId) }
  })
}

/** The rows for price and source that do not depend on the product, and the markets of each SBU. */
export async function productMasters(db: Knex, day: string): Promise<ProductMasters> {
  const sources = await readTogether(db, {
    plants: selectFrom(plant, rows => rows),
    cnfs: selectFrom(cnf, rows => rows),
    cnfStates: selectFrom(cnfState, rows => rows.where('isActive', 1)),
    tollCenters: selectFrom(tollCenter, rows => rows),
    centralWarehouses: selectFrom(centralWarehouse, rows => rows),
    sbuCnfs: selectFrom(sbuWiseCnf, rows => whereValidOn(rows, day)),
    defaultSupplyPlants: selectFrom(defaultSupplyPlant, rows => whereValidOn(rows, day)),
  })
  return {
    today: day,
    market: await marketOf(db),
    channels: byId(await db('channel').select<{ id: number; code: string }[]>('id', 'code')),
    states: byId(await db('state').select<{ id: number; name: string }[]>('id', 'name')),
    sbus: byId(await db('sbu').select<{ id: number; code: string }[]>('id', 'code')),
    sources,
  }
}

const byId = <R extends { id: number }>(rows: readonly R[]) => new Map(rows.map(row => [row.id, row]))

/** The number of customers that are read at once. */
const CUSTOMERS_PER_READ = 500

/** The states in which customers of each SBU have delivery addresses, by SBU and channel. */
async function marketOf(db: Knex) {
  const market = new Map<number, Map<number, Set<number>>>()
  for (let last = 0; ; ) {
    const ids: number[] = await db('customer')
      .where('id', '>', last)
      .orderBy('id')
      .limit(CUSTOMERS_PER_READ)
      .pluck('id')
    if (ids.length === 0) return market
    const sold: { sbuId: number; channelId: number; stateId: number }[] = await db('customer')
      .join('customer_department_map as account', 'account.customerId', 'customer.id')
      .join('department', 'department.id', 'account.departmentId')
      .join('ship_to', 'ship_to.customerId', 'customer.id')
      .whereBetween('customer.id', [ids[0]!, ids.at(-1)!])
      .where({ 'customer.isActive': 1, 'account.isActive': 1, 'department.isActive': 1, 'ship_to.isActive': 1 })
      .distinct('department.sbuId', 'customer.channelId', 'ship_to.stateId')
    for (const { sbuId, channelId, stateId } of sold) {
      const channels = market.get(sbuId) ?? new Map<number, Set<number>>()
      market.set(sbuId, channels)
      const states = channels.get(channelId) ?? new Set<number>()
      channels.set(channelId, states.add(stateId))
    }
    last = ids.at(-1)!
    await yieldToOthers()
  }
}

/** The number of products of one page. */
const PRODUCTS_PER_PAGE = 100

/** Yields orderable products, or one, by pages with prices and maps of a day; other work goes on after each query. */
export async function* productPages(db: Knex, day: string, only?: number): AsyncGenerator<ProductPage> {
  for (let last = 0; ; ) {
    const productRows: (ProductPage['products'][number] & { isDrug: unknown })[] = await readAndYield(
      db('products')
        .where('id', '>', last)
        .where({ isActive: 1, isOrderable: 1, sapDeleted: 0, ...(only !== undefined && { id: only }) })
        .whereNull('sapSalesStatus')
        .whereNull('toComplete')
        .where(open => open.whereNull('lastDay').orWhere('lastDay', '>=', day))
        .whereNotIn('id', unavailable(db, day))
        .orderBy('id')
        .limit(PRODUCTS_PER_PAGE)
        .select('id', 'code', 'name', 'sbuId', 'isDrug', 'uom'),
    )
    if (productRows.length === 0) return
    const products = productRows.map(row => ({ ...row, isDrug: Boolean(row.isDrug) }))
    const range: [number, number] = [products[0]!.id, products.at(-1)!.id]
    last = range[1]
    const own = (rows: Knex.QueryBuilder) => whereValidOn(rows, day).whereBetween('productId', range)
    yield {
      products,
      priced: await pricedIn(db, day, range),
      petroleum: new Set(
        await readAndYield(
          db('peso_products').where('isActive', 1).whereBetween('productId', range).pluck('productId'),
        ),
      ),
      productTollCenters: await readAndYield(rowsOf(db, productWiseTollCenter, own)),
      customerProductCnfs: [],
      channelProductCnfs: await readAndYield(rowsOf(db, channelProductCnf, own)),
      cnfProducts: await readAndYield(rowsOf(db, cnfProductMap, own)),
      exclusions: await readAndYield(rowsOf(db, cnfExcludedItems, own)),
    }
  }
}

/** Yields to other work after a query. */
async function readAndYield<Result>(query: PromiseLike<Result>): Promise<Result> {
  const result = await query
  await yieldToOthers()
  return result
}

/** Products that are marked as unavailable are no gap. */
const unavailable = (db: Knex, day: string) =>
  whereValidOn(db('perennial_non_available_items'), day)
    .where({ action: 'BLOCK' })
    .whereNull('plantId')
    .select('productId')

/** The pairs `productId/channelId` with a list price or, in channel 13, a price agreed with some customer. */
async function pricedIn(db: Knex, day: string, range: [number, number]): Promise<Set<string>> {
  const listed = whereValidOn(db('product_price'), day)
    .where('listPrice', '>', 0)
    .whereBetween('productId', range)
    .distinct('productId', 'channelId')
  const agreed = whereValidOn(db('customer_wise_product_wise_price as agreed'), day, 'agreed')
    .join('channel', join => join.onVal('channel.code', '13'))
    .whereBetween('agreed.productId', range)
    .distinct('agreed.productId', 'channel.id as channelId')
  const rows: { productId: number; channelId: number }[] = [
    ...(await readAndYield(listed)),
    ...(await readAndYield(agreed)),
  ]
  return new Set(rows.map(({ productId, channelId }) => `${productId}/${channelId}`))
}
