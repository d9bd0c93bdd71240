import { expect, it } from 'vitest'
import { customerSet } from '../../../api/sap/customers/customer-pull.ts'
import { partners } from '../../../api/sap/customers/partner.ts'
import { partnerFunctions } from '../../../api/sap/customers/ship-to-pull.ts'
import type { EntitySet } from '../../../api/sap/identity/entity-sets.ts'
import { expectKnownFields, fetchOracles, oracleOf } from '../../support/sap/oracles.ts'

const missing = fetchOracles()
const published = it.skipIf(missing !== null)
const why = missing === null ? '' : ` (skipped: ${missing})`

/** Follows each name of a selection, such as `to_Customer/CustomerName`, through SAP's links to its entity set. */
function expectPublished({ path, key, select = [], expand = [] }: EntitySet) {
  const [service, set] = path.split('/') as [string, string]
  const oracle = oracleOf(service)!
  expect(
    Object.entries(oracle[set]!.properties)
      .flatMap(([name, { key }]) => (key ? [name] : []))
      .toSorted(),
  ).toEqual([...key].sort())
  for (const name of [...select, ...expand]) {
    const steps = name.split('/')
    const owner = steps.slice(0, -1).reduce((from, link) => oracle[from]!.links[link] ?? `nothing behind ${link}`, set)
    expectKnownFields(service, owner, steps.slice(-1))
  }
}

published.each([
  ['business partners', partners],
  ['customers', customerSet],
  ['partner functions', partnerFunctions],
])(`the names by which %s are read are those of SAP’s metadata${why}`, (_, set) => expectPublished(set))
