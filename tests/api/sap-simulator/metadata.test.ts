import { DatabaseSync } from 'node:sqlite'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { entityTypes } from '../../../api/simulators/sap-entities/all.ts'
import { entityStore } from '../../../api/simulators/sap-odata/entity-store.ts'
import { answerRead } from '../../../api/simulators/sap-odata/read.ts'

const store = entityStore(new DatabaseSync(':memory:'), entityTypes)
const services = [...new Set(entityTypes.map(({ service }) => service))]

function read(service: string, path: string) {
  const url = `http://sap.test/sap/opu/odata/sap/${service}`
  const query = new URLSearchParams()
  return answerRead(store, { service, path, query, serviceUrl: url, url: `${url}/${path}`, pageLimit: 100 })
}

type Element = { name: string; attributes: Record<string, string>; within: string[] }

/** The elements of a document; throws where it is not well-formed. */
function elementsOf(xml: string): Element[] {
  const found: Element[] = []
  const open: string[] = []
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    found.push({ name, attributes: attributes as Record<string, string>, within: [...open] })
    open.push(name === 'EntityType' ? `EntityType ${attributes.Name}` : name)
  })
  parser.on('closetag', () => open.pop())
  parser.write(xml).close()
  return found
}

describe.each(services)('$metadata of %s', service => {
  const answer = read(service, '$metadata')
  const elements = elementsOf(String(answer.body))
  const types = entityTypes.filter(type => type.service === service)
  const named = (name: string) => elements.filter(element => element.name === name)

  it('is well-formed XML of OData version 2', () => {
    expect(answer).toMatchObject({ status: 200, headers: { 'Content-Type': 'application/xml;charset=utf-8' } })
    expect(elements[0]).toMatchObject({ name: 'edmx:Edmx', attributes: { Version: '1.0' } })
    expect(named('edmx:DataServices')[0]!.attributes['m:DataServiceVersion']).toBe('2.0')
  })

  it('has every entity set with its key and properties', () => {
    expect(named('EntitySet').map(({ attributes }) => attributes.Name)).toEqual(types.map(({ set }) => set))
    for (const type of types) {
      const inType = (name: string) => named(name).filter(({ within }) => within.includes(`EntityType ${type.name}`))
      expect(inType('PropertyRef').map(({ attributes }) => attributes.Name)).toEqual(type.key)
      expect(inType('Property').map(({ attributes }) => attributes.Name)).toEqual(Object.keys(type.properties))
    }
  })

  it('names for every link an association that the document has', () => {
    const associations = named('Association').map(({ attributes }) => `${service.split(';')[0]}.${attributes.Name}`)
    const used = named('NavigationProperty').map(({ attributes }) => attributes.Relationship)
    expect(used.sort()).toEqual(associations.sort())
    const ends = named('End').filter(({ attributes }) => attributes.Type)
    const known = named('EntityType').map(({ attributes }) => `${service.split(';')[0]}.${attributes.Name}`)
    for (const { attributes } of ends) expect(known).toContain(attributes.Type)
  })

  it('agrees with the service document', () => {
    expect(read(service, '').body).toEqual({ d: { EntitySets: types.map(({ set }) => set) } })
  })
})

describe('what $metadata says of a property', () => {
  const xml = (service: string) => String(read(service, '$metadata').body)

  it('is its length, its decimals, whether it is a unit and the etag', () => {
    const products = xml('API_PRODUCT_SRV')
    expect(products).toContain('<Property Name="Product" Type="Edm.String" Nullable="false" MaxLength="40"')
    expect(products).toContain('<Property Name="GrossWeight" Type="Edm.Decimal" Precision="13" Scale="3"')
    expect(products).toContain('MaxLength="3" sap:semantics="unit-of-measure"')
    expect(xml('API_SALES_ORDER_SRV')).toContain(
      '<Property Name="LastChangeDateTime" Type="Edm.DateTimeOffset" Precision="7" ConcurrencyMode="Fixed"',
    )
  })

  it('is whether a POST may name it: a weight of an item may not, its material may', () => {
    const orders = xml('API_SALES_ORDER_SRV')
    expect(orders).toMatch(/Name="ItemGrossWeight"[^>]* sap:creatable="false"/)
    expect(orders).toMatch(/Name="Material"[^>]* sap:updatable="false"/)
    expect(orders).not.toMatch(/Name="Material"[^>]* sap:creatable="false"/)
    expect(xml('API_PRODUCT_SRV')).toMatch(/<EntitySet Name="A_Product"[^>]* sap:creatable="false"/)
  })
})
