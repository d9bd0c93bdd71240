import { standardFields } from '../../sap/http/fields.ts'
import { toSapAmount } from '../../sap/http/odata.ts'
import type { SimulatorStore } from '../sap/store.ts'
import { rowsWhere } from './lookups.ts'
import { Refused } from './refused.ts'

/**
 * Changes the list price of a material in place, in paise for what it is priced by: SAP keeps the condition record and no
 * trace of the old rate. Throws Refused where it has no price.
 */
export function changePrice(store: SimulatorStore, material: string, rate: number, at: string): string {
  const day = at.slice(0, 10)
  const listed = rowsWhere(store, 'A_SlsPrcgCndnRecdValidity', [
    ['Material', material],
    ['ConditionType', standardFields.price],
  ]).filter(
    row =>
      !row.Customer &&
      !row.SoldToParty &&
      !row.PriceListType &&
      String(row.ConditionValidityStartDate) <= day &&
      String(row.ConditionValidityEndDate) >= day,
  )
  if (listed.length === 0) throw new Refused(`Material ${material} has no list price that is valid today.`)
  store.entities.together(() => {
    for (const { ConditionRecord } of listed) {
      const record = store.entities.find('A_SlsPrcgConditionRecord', [ConditionRecord])
      if (record) store.entities.put('A_SlsPrcgConditionRecord', { ...record, ConditionRateValue: toSapAmount(rate) })
    }
  })
  return `The list price of ${material} is ${toSapAmount(rate)} now.`
}
