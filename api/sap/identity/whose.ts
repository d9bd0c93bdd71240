import { odataLiteral, type SapRow } from '../http/odata.ts'
import type { Identity, Ours } from './identity.ts'

/** What of SAP is ours: sales organisations, company codes and plants. Of an empty list everything is. */
export interface Reach {
  salesOrganizations: readonly string[]
  companyCodes: readonly string[]
  plants: readonly string[]
}

/** A longer list of plants is not asked for in the address, but looked at row by row. */
const LONGEST = 800

/** The filter by which SAP gives only what is ours; null where it cannot tell. */
export function oursFilter({ ours }: Pick<Identity, 'ours'>, reach: Reach): string | null {
  const parts = fieldsOf(ours, reach).flatMap(([field, values]) => {
    const either = values.map(value => `${field} eq ${odataLiteral(value)}`).join(' or ')
    if (values.length === 0 || encodeURIComponent(either).length > LONGEST) return []
    return [either]
  })
  return allOf(...parts) ?? null
}

/** Whether a row is ours. A field that the row does not have, as in a file, tells nothing against it. */
export const isOurs = ({ ours }: Pick<Identity, 'ours'>, row: SapRow, reach: Reach): boolean =>
  fieldsOf(ours, reach).every(
    ([field, values]) => row[field] === undefined || values.length === 0 || values.includes(String(row[field])),
  )

function fieldsOf(ours: Ours, reach: Reach): (readonly [field: string, values: readonly string[]])[] {
  return [
    ...(ours.salesOrg ? [[ours.salesOrg, reach.salesOrganizations] as const] : []),
    ...(ours.companyCode ? [[ours.companyCode, reach.companyCodes] as const] : []),
    ...(ours.plant ? [[ours.plant, reach.plants] as const] : []),
  ]
}

/** Filters joined by `and`; those that are null are none. */
export function allOf(...filters: readonly (string | null | undefined)[]): string | undefined {
  const given = filters.filter(filter => filter != null && filter !== '')
  const bound = given.length > 1 ? given.map(filter => (/ or /.test(filter!) ? `(${filter})` : filter)) : given
  return bound.length > 0 ? bound.join(' and ') : undefined
}

/** Whether one of these fields marks the row: it is set, or says why. */
export const isMarked = (row: SapRow, fields: readonly string[]): boolean =>
  fields.some(field => row[field] === true || (typeof row[field] === 'string' && row[field].trim() !== ''))
