import { sum } from '../../../resources/define/amounts.ts'
import { fyOf } from '../../../resources/define/dates.ts'
import { collectionRows, fromSapQuantity, odataLiteral } from '../../sap/http/odata.ts'
import type { SapRecord, SimulatorStore, StoredOrder } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { parseFilter } from '../sap-odata/filter.ts'

const MOST = 1000

/** The first rows of a set in which these properties have these values. */
export function rowsWhere(
  { entities }: SimulatorStore,
  set: string,
  values: readonly (readonly [name: string, value: unknown])[],
): Row[] {
  const text = values.map(([name, value]) => `${name} eq ${odataLiteral(String(value ?? ''))}`).join(' and ')
  return entities.page(set, { filter: parseFilter(entities.type(set), text), top: MOST }).rows
}

/** The customer in a role of an order; who ordered has every role that nobody else has. */
export const partnerOf = ({ body }: StoredOrder, role: string): unknown =>
  collectionRows(body.to_Partner).find(row => row.PartnerFunction === role)?.Customer ?? body.SoldToParty

const total = (item: SapRecord, name: string) =>
  sum(collectionRows(item.to_ScheduleLine).map(row => fromSapQuantity(row[name] ?? '0')))

/** What SAP has confirmed of an item and what it has delivered, in thousandths. */
export const confirmedOf = (item: SapRecord) => total(item, 'ConfdOrderQtyByMatlAvailCheck')
export const deliveredOf = (item: SapRecord) => total(item, 'DeliveredQtyInOrderQtyUnit')

/** The year in which India's fiscal year begins, as SAP writes it: 2026 for April 2026 to March 2027. */
export const fiscalYearOf = (day: string) => `20${fyOf(day).slice(0, 2)}`
