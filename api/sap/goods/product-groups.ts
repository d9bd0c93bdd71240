import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { materialPricingGroup } from '../../../resources/masters/material-pricing-group.ts'
import { mvgr } from '../../../resources/masters/mvgr.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { insertRows } from '../../derive/save/write.ts'
import { sapAuthor } from '../sap-author.ts'
import type { ProductItem } from './product-item.ts'

/** The ids of the groups that products name. */
export interface Groups {
  /** Of one of the material groups 1 to 5. */
  mvgrId(groupNo: number, code: string | null): number | null
  pricingGroupId(code: string | null): number | null
}

/** Finds the groups of products; those that the portal does not know are created, with their code as description. */
export async function groupsOf(trx: Knex, items: readonly ProductItem[]): Promise<Groups> {
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
