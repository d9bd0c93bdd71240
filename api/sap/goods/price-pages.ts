import { plainCode, sapCode } from '../../../resources/sap/codes.ts'
import type { SapAdapter } from '../adapter.ts'
import type { EntitySet } from '../http/entity-pages.ts'
import type { SapFields } from '../http/fields.ts'
import { odataLiteral } from '../http/odata.ts'
import { itemPages } from '../reading/item-pages.ts'
import type { ItemPage, ReadHow } from '../reading/row-pull.ts'
import { narrowKeys, type PriceItem, priceItem } from './price-item.ts'

const path = 'API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgConditionRecord'

/** The condition records with what the portal reads of them. */
export const conditionRecords: EntitySet = {
  path,
  key: ['ConditionRecord'],
  select: [
    'ConditionRecord',
    'ConditionTable',
    'ConditionRateValue',
    'ConditionRateValueUnit',
    'ConditionQuantity',
    'ConditionQuantityUnit',
    'ConditionToBaseQtyNmrtr',
    'ConditionToBaseQtyDnmntr',
    'BaseUnit',
    'ConditionIsDeleted',
    'ConditionReleaseStatus',
    ...[
      'ConditionValidityStartDate',
      'ConditionValidityEndDate',
      'SalesOrganization',
      'DistributionChannel',
      'Material',
      ...narrowKeys,
    ].map(name => `to_SlsPrcgCndnRecdValidity/${name}`),
    'to_SlsPrcgCndnRecordScale/ConditionScaleLine',
    'to_SlsPrcgCndnRecordScale/ConditionRateValue',
  ],
  expand: ['to_SlsPrcgCndnRecdValidity', 'to_SlsPrcgCndnRecordScale'],
}

/** Reads list prices; records of other condition tables are only counted, as skipped. */
export async function* pricePages(sap: SapAdapter, { code, fields }: ReadHow): AsyncGenerator<ItemPage<PriceItem>> {
  const filter = `${ofType(fields)} and (${fields.listPriceTables.map(table => `ConditionTable eq ${odataLiteral(table)}`).join(' or ')})`
  const narrowed = code === null ? filter : `${filter} and ConditionRecord eq ${odataLiteral(sapCode(code))}`
  let others = code === null ? await countOfType(sap, fields) : null
  const pages = itemPages<PriceItem>(sap.pages(conditionRecords, { filter: narrowed }), {
    title: 'Price',
    keyOf: row => plainCode(String(row.ConditionRecord)),
    read: row => priceItem(row, fields),
  })
  for await (const page of pages) {
    const elsewhere = others === null || page.total === null ? 0 : Math.max(0, others - page.total)
    others = null
    yield { ...page, skipped: (page.skipped ?? 0) + elsewhere }
  }
}

const ofType = ({ price }: SapFields) => `ConditionApplication eq 'V' and ConditionType eq ${odataLiteral(price)}`

/** How many records of the price's type SAP has, in all tables; null where it does not count. */
async function countOfType(sap: SapAdapter, fields: SapFields): Promise<number | null> {
  const set = { path, key: conditionRecords.key, select: ['ConditionRecord'] }
  for await (const { total } of sap.pages(set, { filter: ofType(fields), pageSize: 1 })) return total
  return null
}
