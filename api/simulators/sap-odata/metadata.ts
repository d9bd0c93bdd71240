import { type EntityType, type Navigation, namespaceOf, type Property } from './entity-type.ts'

/** The EDMX document (OData v2) of a service, from the declarations of its entities. */
export function edmxOf(types: readonly EntityType[]): string {
  const { service } = types[0]!
  const namespace = namespaceOf(service)
  const links = types.flatMap(type => Object.entries(type.navigation).map(([name, link]) => ({ type, name, link })))
  const inService = links.filter(({ link }) => types.some(({ set }) => set === link.to))
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns:sap="http://www.sap.com/Protocols/SAPData">',
    '<edmx:DataServices m:DataServiceVersion="2.0">',
    `<Schema Namespace="${namespace}" xmlns="http://schemas.microsoft.com/ado/2008/09/edm">`,
    ...types.map(type =>
      entityXml(
        type,
        namespace,
        inService.filter(link => link.type === type),
      ),
    ),
    ...inService.map(link => associationXml(link, namespace)),
    `<EntityContainer Name="${namespace}_Entities" m:IsDefaultEntityContainer="true">`,
    ...types.map(type => setXml(type, namespace)),
    ...inService.map(link => associationSetXml(link, namespace)),
    '</EntityContainer>',
    '</Schema>',
    '</edmx:DataServices>',
    '</edmx:Edmx>',
  ].join('\n')
}

type Link = { type: EntityType; name: string; link: Navigation }

const associationOf = ({ type, name }: Link) => `${type.set}_${name}`

function entityXml(type: EntityType, namespace: string, links: readonly Link[]): string {
  return [
    `<EntityType Name="${type.name}" sap:content-version="1">`,
    `<Key>${type.key.map(name => `<PropertyRef Name="${name}"/>`).join('')}</Key>`,
    ...Object.entries(type.properties).map(([name, property]) => propertyXml(type, name, property)),
    ...links.map(
      link =>
        `<NavigationProperty Name="${link.name}" Relationship="${namespace}.${associationOf(link)}" FromRole="From" ToRole="To"/>`,
    ),
    '</EntityType>',
  ].join('\n')
}

function propertyXml(type: EntityType, name: string, property: Property): string {
  const facets = {
    ...(type.key.includes(name) && { Nullable: 'false' }),
    ...(property.maxLength !== undefined && { MaxLength: property.maxLength }),
    ...(property.precision !== undefined && { Precision: property.precision, Scale: property.scale }),
    ...(property.edm === 'DateTime' && { Precision: 0, 'sap:display-format': 'Date' }),
    ...(property.edm === 'DateTimeOffset' && { Precision: 7 }),
    ...(property.isUnit && { 'sap:semantics': 'unit-of-measure' }),
    ...(type.etag === name && { ConcurrencyMode: 'Fixed' }),
    ...(!property.creatable && { 'sap:creatable': 'false' }),
    ...(!property.updatable && { 'sap:updatable': 'false' }),
  }
  return `<Property Name="${name}" Type="Edm.${property.edm}"${attributes(facets)}/>`
}

function setXml(type: EntityType, namespace: string): string {
  const can = (permission: 'creatable' | 'updatable') =>
    Object.values(type.properties).some(property => property[permission])
  const facets = {
    ...(!can('creatable') && { 'sap:creatable': 'false' }),
    ...(!can('updatable') && { 'sap:updatable': 'false' }),
    'sap:deletable': 'false',
  }
  return `<EntitySet Name="${type.set}" EntityType="${namespace}.${type.name}"${attributes(facets)}/>`
}

const associationXml = (of: Link, namespace: string) =>
  [
    `<Association Name="${associationOf(of)}">`,
    `<End Type="${namespace}.${of.type.name}" Multiplicity="1" Role="From"/>`,
    `<End Type="${namespace}.${of.link.to}Type" Multiplicity="${of.link.many ? '*' : '0..1'}" Role="To"/>`,
    '</Association>',
  ].join('\n')

const associationSetXml = (of: Link, namespace: string) =>
  [
    `<AssociationSet Name="${associationOf(of)}_Set" Association="${namespace}.${associationOf(of)}">`,
    `<End EntitySet="${of.type.set}" Role="From"/>`,
    `<End EntitySet="${of.link.to}" Role="To"/>`,
    '</AssociationSet>',
  ].join('\n')

const attributes = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
