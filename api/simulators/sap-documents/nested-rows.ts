import { collectionRows } from '../../sap/http/odata.ts'
import type { EntityStore } from '../sap-odata/entity-store.ts'
import type { EntityType, Row } from '../sap-odata/entity-type.ts'
import { postedValue } from '../sap-odata/values.ts'

type EntityRow = readonly [set: string, row: Row]

/**
 * The rows of a document that is written as it was posted, its items and what is below them included; what SAP does not
 * keep is left out. Rows below get the key of the one above, and a number in their collection where the key needs one.
 */
export function nestedRows(store: EntityStore, set: string, given: Row, above: Row = {}): EntityRow[] {
  const type = store.type(set)
  const own = { ...above, ...kept(type, given) }
  const keys = Object.fromEntries(type.key.map(name => [name, own[name]]))
  const below = Object.entries(type.navigation).flatMap(([name, link]) =>
    link.many ? collectionRows(given[name]).flatMap((row, index) => rowsBelow(store, link.to, row, keys, index)) : [],
  )
  return [[set, own], ...below]
}

function rowsBelow(store: EntityStore, set: string, row: Row, keys: Row, index: number): EntityRow[] {
  const names = store.type(set).key
  const inherited = Object.fromEntries(Object.entries(keys).filter(([name]) => names.includes(name)))
  const numbered = Object.fromEntries(
    names.filter(name => row[name] === undefined && numbers[name]).map(name => [name, numbers[name]!(index)]),
  )
  return nestedRows(store, set, row, { ...numbered, ...inherited })
}

/** The keys that SAP gives by itself to rows that are posted without one. */
const numbers: Readonly<Record<string, (index: number) => string>> = {
  PricingProcedureStep: index => `${(index + 1) * 10}`.padStart(3, '0'),
  PricingProcedureCounter: () => '1',
  Language: () => 'EN',
}

const kept = ({ properties }: EntityType, given: Row): Row =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return property && value !== null && value !== undefined ? [[name, postedValue(property, value)]] : []
    }),
  )
