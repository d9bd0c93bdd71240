import type { SapAdapter } from '../adapter.ts'
import type { SapFields } from '../http/fields.ts'
import { odataLiteral, type SapRow } from '../http/odata.ts'
import { entitySet } from '../identity/entity-sets.ts'
import { askedPart, keptCode } from '../identity/key-forms.ts'
import { rowsByKeys } from '../reading/by-keys.ts'
import { itemPages } from '../reading/item-pages.ts'
import type { ItemPage, ReadHow, RowPull } from '../reading/row-pull.ts'
import { hasPeriod, narrowKeys, type PriceItem, priceItem } from './price-item.ts'

const path = 'API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgConditionRecord'

/** The condition records with what the portal reads of them. */
export const conditionRecords = entitySet(path, {
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
})

/** Reads list prices; records of other condition tables are only counted, as skipped. */
export async function* pricePages(sap: SapAdapter, { code, fields }: ReadHow): AsyncGenerator<ItemPage<PriceItem>> {
  const filter = `${ofType(fields)} and (${fields.listPriceTables.map(table => `ConditionTable eq ${odataLiteral(table)}`).join(' or ')})`
  const record = conditionRecords.identity.key[0]!
  const narrowed =
    code === null ? filter : `${filter} and ConditionRecord eq ${odataLiteral(askedPart(record, code, 0))}`
  let others = code === null ? await countOfType(sap, fields) : null
  const pages = itemPages<PriceItem>(sap.pages(conditionRecords, { filter: narrowed }), {
    title: 'Price',
    keyOf: row => keptCode(row.ConditionRecord),
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
  const set = entitySet(path, { select: ['ConditionRecord'] })
  for await (const { total } of sap.pages(set, { filter: ofType(fields), pageSize: 1 })) return total
  return null
}

/** Those of these records that SAP still has as list prices of ours. */
export const pricesThere: NonNullable<RowPull['stillThere']> = async (sap, keys, fields) => {
  const { rows } = await rowsByKeys(sap, conditionRecords, keys)
  const isListed = (row: SapRow) =>
    fields.listPriceTables.includes(String(row.ConditionTable)) && hasPeriod(row, fields)
  return new Set([...rows].filter(([, row]) => isListed(row)).map(([key]) => key))
}
