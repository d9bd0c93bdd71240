import type { Knex } from 'knex'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { toCompleteOf, withDefaults } from '../../../resources/define/validate.ts'
import { materialPricingGroup } from '../../../resources/masters/material-pricing-group.ts'
import { mvgr } from '../../../resources/masters/mvgr.ts'
import { type Product, products } from '../../../resources/masters/products.ts'
import { type Sbu, sbu } from '../../../resources/masters/sbu.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { insertRows } from '../../derive/save/write.ts'
import type { SapFields } from '../http/fields.ts'
import { SapRowError } from '../reading/pull.ts'
import type { RowPull, SavedRows, SaveHow } from '../reading/row-pull.ts'
import { type Upsert, upsertRows } from '../reading/upsert-rows.ts'
import { sapAuthor } from '../sap-author.ts'
import type { ProductItem } from './product-item.ts'
import { productPages, productsThere } from './product-pages.ts'

/** Reads the products that are sold. What SAP deletes, or sells no more, stays here and can no longer be ordered. */
export const productPull: RowPull<ProductItem> = {
  object: 'PRODUCT',
  title: 'Product',
  tellsChanges: true,
  pages: productPages,
  save: saveProducts,
  ends: ({ sapDeleted }) => sapDeleted,
  remove: markDeleted,
  stillThere: productsThere,
}

async function saveProducts(trx: Knex, items: readonly ProductItem[], how: SaveHow): Promise<SavedRows> {
  const sound = items.filter(({ key, hsnCode }) => {
    if (hsnCode === null) how.refuse(key, withoutHsn(key))
    return hsnCode !== null
  })
  const stored = await storedProducts(
    trx,
    sound.map(({ key }) => key),
  )
  const units = await rowsOf(trx, sbu, rows => rows.where('isActive', 1))
  const groups = await groupsOf(trx, sound)
  const rows = sound.map((item): Upsert<typeof products> => {
    const before = stored.get(item.key)
    const row = { ...columnsOf(item, groups), ...completed(item, before, units, how.fields) }
    return { key: item.key, before, row: withToComplete(before ? row : withDefaults(products, row), before) }
  })
  return upsertRows(trx, products, rows, refusing(how))
}

const withoutHsn = (key: string) =>
  new SapRowError('hsnCode', `Product ${key} has no tax control code (HSN) at any plant: enter it in SAP`, 'REQUIRED')

const refusing =
  ({ refuse }: SaveHow): SaveHow['refuse'] =>
  (key, { column, code, message }) =>
    refuse(key, new SapRowError(column, `Product ${key}: ${message}`, code))

/** The products of these codes; of those deactivated here SAP's columns follow as well. */
async function storedProducts(trx: Knex, codes: readonly string[]): Promise<Map<string, Product>> {
  const productRows = await rowsOf(trx, products, rows =>
    rows.whereIn('code', codes as string[]).orderBy(['isActive', 'id']),
  )
  return new Map(productRows.map(row => [row.code, row]))
}

/** The columns that SAP owns. */
function columnsOf(item: ProductItem, { mvgrId, pricingGroupId }: Groups) {
  const { key: code, salesOrg: _, groups, pricingGroup, hsnCode, ...own } = item
  const [mvgr1Id, mvgr2Id, mvgr3Id, mvgr4Id, mvgr5Id] = groups.map((group, index) => mvgrId(index + 1, group))
  return {
    ...{ code, ...own, hsnCode: hsnCode! },
    ...{ mvgr1Id: mvgr1Id!, mvgr2Id: mvgr2Id!, mvgr3Id: mvgr3Id!, mvgr4Id: mvgr4Id!, mvgr5Id: mvgr5Id! },
    materialPricingGroupId: pricingGroupId(pricingGroup),
  }
}

/**
 * What SAP has no field for: the SBU by its sales organisation and division, unless a person chose another,
 * and the GST by the setting. Null where neither a person nor a mapping tells it.
 */
function completed(
  { salesOrg, division, hsnCode }: ProductItem,
  before: Product | undefined,
  units: readonly Sbu[],
  { gstRates }: SapFields,
): Pick<Product, 'sbuId' | 'gstRate'> {
  const fitting = units.filter(unit => unit.salesOrg === salesOrg && unit.division === division)
  const mapped = fitting.length === 1 ? fitting[0]!.id : null
  const isChosen = before && before.sbuId !== null && before.division === division
  return {
    sbuId: isChosen ? before.sbuId : mapped,
    gstRate: gstRateOf(hsnCode!, gstRates) ?? before?.gstRate ?? null,
  }
}

/** Hundredths of a percent by the longest beginning of the HSN code; null where none is set. */
function gstRateOf(hsn: string, rates: SapFields['gstRates']): number | null {
  for (let length = hsn.length; length > 0; length--) {
    const rate = rates[hsn.slice(0, length)]
    if (rate !== undefined) return Math.round(Number(rate) * 100)
  }
  return null
}

const withToComplete = (row: RowValues, before: Product | undefined) =>
  ({ ...row, toComplete: toCompleteOf(products, { ...before, ...row }) }) as Partial<Product>

async function markDeleted(trx: Knex, keys: readonly string[], how: SaveHow): Promise<number> {
  const stored = await storedProducts(trx, keys)
  const rows = keys.flatMap((key): Upsert<typeof products>[] => {
    const before = stored.get(key)
    return before ? [{ key, row: { sapDeleted: true }, before }] : []
  })
  return (await upsertRows(trx, products, rows, refusing(how))).updated
}

/** The ids of the groups that products name. */
interface Groups {
  /** Of one of the material groups 1 to 5. */
  mvgrId(groupNo: number, code: string | null): number | null
  pricingGroupId(code: string | null): number | null
}

/** Finds the groups of products; those that the portal does not know are created, with their code as description. */
async function groupsOf(trx: Knex, items: readonly ProductItem[]): Promise<Groups> {
  const groupKeys = new Set(
    items.flatMap(({ groups }) => groups.flatMap((code, index) => (code === null ? [] : [`${index + 1}/${code}`]))),
  )
  const pricing = new Set(items.flatMap(({ pricingGroup }) => pricingGroup ?? []))
  const mvgrs = await mvgrIds(trx, groupKeys)
  const pricingGroups = await pricingGroupIds(trx, pricing)
  return {
    mvgrId: (groupNo, code) => (code === null ? null : mvgrs.get(`${groupNo}/${code}`)!),
    pricingGroupId: code => (code === null ? null : pricingGroups.get(code)!),
  }
}

async function mvgrIds(trx: Knex, groupKeys: ReadonlySet<string>): Promise<Map<string, number>> {
  const materialGroups = await rowsOf(trx, mvgr, rows => rows.where('isActive', 1))
  const ids = new Map(materialGroups.map(row => [`${row.groupNo}/${row.code}`, row.id]))
  const missing = [...groupKeys].filter(key => !ids.has(key))
  const rows = missing.map(key => {
    const [groupNo, code] = key.split('/') as ['1', string]
    return withDefaults(mvgr, { groupNo, code, description: code })
  })
  for (const row of await insertRows(trx, mvgr, rows, sapAuthor)) ids.set(`${row.groupNo}/${row.code}`, row.id)
  return ids
}

async function pricingGroupIds(trx: Knex, codes: ReadonlySet<string>): Promise<Map<string, number>> {
  const pricingGroups = await rowsOf(trx, materialPricingGroup, rows => rows.where('isActive', 1))
  const ids = new Map(pricingGroups.map(row => [row.code, row.id]))
  const missing = [...codes].filter(code => !ids.has(code))
  const rows = missing.map(code => withDefaults(materialPricingGroup, { code, description: code }))
  for (const row of await insertRows(trx, materialPricingGroup, rows, sapAuthor)) ids.set(row.code, row.id)
  return ids
}
