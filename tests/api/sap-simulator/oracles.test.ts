import { describe, expect, it } from 'vitest'
import { entityTypes } from '../../../api/simulators/sap-entities/all.ts'
import type { EntityType } from '../../../api/simulators/sap-odata/entity-type.ts'
import { fetchOracles, oracleOf, servicesWithOracle } from '../../support/sap/oracles.ts'

/** Why the published metadata is not there; the tests are then skipped and say so. */
const missing = fetchOracles()
if (missing) console.error(`SKIPPED: the simulator is not held against SAP's published metadata. ${missing}`)

const services = [...new Set(entityTypes.map(({ service }) => service))]
const withOracle = services.filter(service => servicesWithOracle.includes(service))
const withoutOracle = services.filter(service => !servicesWithOracle.includes(service))

/** Key-user fields are agreed with a landscape and stand in no published metadata. */
const isKeyUserField = (name: string) => name.startsWith('YY1_')

const declaredOf = ({ properties }: EntityType) =>
  Object.entries(properties)
    .filter(([name]) => !isKeyUserField(name))
    .map(([name, { edm, maxLength, precision, scale }]) => ({ name, edm, maxLength, precision, scale }))

describe.each(withOracle)('the simulated %s', service => {
  const types = entityTypes.filter(type => type.service === service)

  it.for(types)('has $set as SAP publishes it', (type, { skip }) => {
    if (missing) skip(missing)
    const { set } = type
    const published = oracleOf(service)?.[set]
    expect(published, `SAP publishes no ${set}`).toBeDefined()
    const keys = Object.keys(published!.properties).filter(name => published!.properties[name]!.key)
    expect([...type.key].sort()).toEqual(keys.sort())
    const expected = declaredOf(type).map(({ name }) => ({ name, ...withoutKey(published!.properties[name]) }))
    expect(declaredOf(type)).toEqual(expected)
    const links = Object.entries(type.navigation).map(([name, { to }]) => [name, to])
    expect(links).toEqual(links.map(([name]) => [name, published!.links[name!]]))
  })
})

function withoutKey(property: { key: boolean } | undefined) {
  const { key: _, ...rest } = property ?? { key: false, edm: 'not published' }
  return rest
}

describe('services of which SAP publishes no package', () => {
  it('are the credit accounts, the batches and the plants, whose names are those of their released views', () => {
    expect(withoutOracle).toEqual(['API_CRDTMBUSINESSPARTNER', 'API_PLANT_SRV', 'API_BATCH_SRV'])
  })
})

describe('the time of a change', () => {
  it('stands in the fields that SAP documents and in no others', () => {
    const stamped = entityTypes.filter(({ change }) => Object.keys(change).length > 0)
    expect(Object.fromEntries(stamped.map(({ set, change }) => [set, change]))).toEqual({
      A_BusinessPartner: { day: 'LastChangeDate', time: 'LastChangeTime' },
      A_Product: { instant: 'LastChangeDateTime', day: 'LastChangeDate' },
      A_SalesContract: { instant: 'LastChangeDateTime', day: 'LastChangeDate' },
      A_SalesOrder: { instant: 'LastChangeDateTime', day: 'LastChangeDate' },
      A_SalesOrderWithoutCharge: { instant: 'LastChangeDateTime', day: 'LastChangeDate' },
      A_OutbDeliveryHeader: { day: 'LastChangeDate' },
      A_CustomerReturn: { instant: 'LastChangeDateTime', day: 'LastChangeDate' },
      A_ReturnsDeliveryHeader: { day: 'LastChangeDate' },
      A_BillingDocument: { instant: 'LastChangeDateTime', day: 'LastChangeDate' },
    })
    const others = entityTypes.filter(({ set }) => !stamped.some(type => type.set === set))
    const bearing = others.filter(({ properties }) => 'LastChangeDateTime' in properties)
    expect(bearing.map(({ set }) => set)).toEqual([])
  })
})
