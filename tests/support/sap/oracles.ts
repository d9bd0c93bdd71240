import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import type { EdmKind } from '../../../api/simulators/sap-odata/entity-type.ts'

/**
 * SAP's published packages with the metadata of its services: fetched when tests run and held below `node_modules`,
 * since their licence lets nobody pass them on.
 */
const packages: Readonly<Record<string, readonly [name: string, sha512: string]>> = {
  API_SALES_ORDER_SRV: [
    'sales-order',
    '/amkTvZKARWe8MxC1+gRIj8FT2rU41wPd1ngX+Nfbz1LSogL6zTWitHZaFyFutwBg7hY+kWyKDs8M412dbwm7Q==',
  ],
  API_SALES_ORDER_WITHOUT_CHARGE_SRV: [
    'sales-order-without-charge',
    '/4DblgKvuhyi4gBYF9CLaFoAQxkDL57vHLYMcaB6SlY1Xuc5CyMy8ehFYq+wB5PwEFIXVznXVPqdHzp8NbjHxQ==',
  ],
  API_BUSINESS_PARTNER: [
    'business-partner',
    'XQqY8FXEgpC6l3NOlEIPYj44bH+I0jaM7tzHADxLz/VT/4TQ3d32gTzRHQjcYCarBXlyNglB5TYW9PmZniULQQ==',
  ],
  API_PRODUCT_SRV: [
    'product',
    'AaBcq9PXEUH9VRrHKNyaEdftDPBSeIpeXM1WmajaR+does5hrGRrxrNmA5LhrjHwRT8BhyEo6I4M6GfvucJsBQ==',
  ],
  API_BILLING_DOCUMENT_SRV: [
    'billing-document',
    'knKL7kkHs21+FLN74CxIP3JqMF31IjPkLYrUeGS1ArR+YzND2dCj46/EdjllbK6Go6IzSGn0WZoiTwjatJkJhQ==',
  ],
  API_SLSPRICINGCONDITIONRECORD_SRV: [
    'sales-pricing-condition-record',
    'AcVnZ0bQyrR7UsjOd8AlJEG+wNlFKA9sYzH5lCvXKmbS78abmPiwvGf2Y+tQzfwF5aAT0wu+a4e5yRXw2yK0lw==',
  ],
  API_SALES_CONTRACT_SRV: [
    'sales-contract',
    '7R5Ksv0vZ0v2mXSuu62EJANn4RQFjIFFP/OqA/bXnQ15K8LAuvX1jdXyItA3rlxJJEOHNg0voH1FHx/jqmSqNw==',
  ],
  API_MATERIAL_STOCK_SRV: [
    'material-stock',
    'GnChxiKCh+sK1rSgByP++0lFJt3luW7nk6oX10dWQPFieRf0khBnhQBlBQshk7hwJTT05kUHJxPhCrkOFqAOuw==',
  ],
  'API_OUTBOUND_DELIVERY_SRV;v=0002': [
    'outbound-delivery-v2',
    'S7pINcbCZK3d1iCxmqWPN118QWyZJ5sNuh0uLhgFN0iNMtLX/m9u0hHtm/s17dH+0qbbWIR7TVAk9SmAH/bIxw==',
  ],
  'API_CUSTOMER_RETURNS_DELIVERY_SRV;v=0002': [
    'customer-returns-delivery',
    'YtxQrWf2WaPbaTf/LNcCdGjDYj9S6EfhlW8hp+uW5Mh3oeR4Ljvd2FqJ1dfqsyOYjGkE4+k9t/xtiCxjWTMiMw==',
  ],
  API_CUSTOMER_RETURN_SRV: [
    'customer-return',
    'QkM42dSCWg2wHqjn1xzOcdH7DnbysWIKBppF1NZp/hhB92KxjH/3THY09bVY8Balsg0dupimciiAlNm5aKVmgw==',
  ],
  API_OPLACCTGDOCITEMCUBE_SRV: [
    'accounting-document',
    '4o0a7HAd0L3P0NmrgkQHndPoXwgay16M64C+cp4a02wwOZELQnTpIQX/P0ILmQCXiVjF1dVQ1Uj0onfhsVLg2g==',
  ],
  API_CUSTOMER_MATERIAL_SRV: [
    'customer-material',
    'BISc6cMDF64h1aJADjW2UDrXXCorcwCp0QLnVaQ7PWb3nJe1P71jF4G/r+vjvVqMXsRzVeZ5v+zNqVNk/k+Xrg==',
  ],
  API_JOURNALENTRYITEMBASIC_SRV: [
    'journal-entry-item-basic',
    'a5iHavjBd7eO1b/P0gHz1J/v3T2CGllci+hrEjOyhYek+LT1LoA3xKKI0c3k5bWcqyomPq8lXSzGqiz5yEIMFw==',
  ],
}

const version = '2.1.0'
const folder = resolve('node_modules/.cache/sap-oracles')

export interface OracleProperty {
  key: boolean
  edm: EdmKind | 'Guid'
  maxLength: number | undefined
  precision: number | undefined
  scale: number | undefined
}
/** The entity sets of a service: properties and links by name. */
type Oracle = Record<string, { properties: Record<string, OracleProperty>; links: Record<string, string> }>

/** The services whose metadata is published. */
export const servicesWithOracle = Object.keys(packages)

/** Fetches what is not there yet; returns why it could not, or null. */
export function fetchOracles(): string | null {
  const missing = Object.values(packages).filter(([name]) => !existsSync(join(folder, name)))
  if (missing.length === 0) return null
  mkdirSync(folder, { recursive: true })
  const fetched = mkdtempSync(join(folder, '.fetching-'))
  try {
    const names = missing.map(([name]) => `@sap/cloud-sdk-vdm-${name}-service@${version}`)
    const packed = spawnSync('npm', ['pack', ...names, '--silent', '--pack-destination', fetched], { timeout: 120_000 })
    if (packed.status !== 0) return `npm could not fetch SAP's packages: ${String(packed.stderr).trim().slice(0, 200)}`
    for (const [name, sha512] of missing) unpack(fetched, name, sha512)
    return null
  } finally {
    rmSync(fetched, { recursive: true })
  }
}

/** Throws where a package is not the one that was pinned. */
function unpack(from: string, name: string, sha512: string) {
  const file = join(from, `sap-cloud-sdk-vdm-${name}-service-${version}.tgz`)
  const found = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (found !== sha512) throw new Error(`The package ${name} of SAP differs from the one that was pinned: ${found}`)
  const unpacked = join(from, name)
  mkdirSync(unpacked)
  const tar = spawnSync('tar', ['-xzf', file, '-C', unpacked, '--strip-components', '1'])
  if (tar.status !== 0) throw new Error(`tar could not unpack ${name}: ${tar.stderr}`)
  if (!existsSync(join(folder, name))) renameSync(unpacked, join(folder, name))
}

const read = new Map<string, Oracle>()

/** The published metadata of a service; null where it could not be fetched. Throws RangeError where none is published. */
export function oracleOf(service: string): Oracle | null {
  const name = packages[service]?.[0]
  if (!name) throw new RangeError(`SAP publishes no package of ${service}`)
  if (!existsSync(join(folder, name))) return null
  const known = read.get(service) ?? readOracle(join(folder, name))
  read.set(service, known)
  return known
}

type Csn = {
  kind: string
  elements?: Record<
    string,
    { type: string; key?: boolean; length?: number; precision?: number; scale?: number; target?: string }
  >
}

/** Keys and lengths stand in the CSN document, the exact types in the code beside it. */
function readOracle(path: string): Oracle {
  const files = readdirSync(path)
  const csn = JSON.parse(readFileSync(join(path, files.find(file => file.endsWith('-csn.json'))!), 'utf8'))
  const types = typesIn(path, files)
  const entities = Object.entries(csn.definitions as Record<string, Csn>).filter(([, { kind }]) => kind === 'entity')
  return Object.fromEntries(
    entities.map(([qualified, { elements = {} }]) => {
      const set = lastPart(qualified)
      const all = Object.entries(elements)
      const properties = all.flatMap(([name, { type, key = false, length, precision, scale }]) => {
        const edm = types.get(set)?.get(name)
        return type === 'cds.Association' || !edm
          ? []
          : [[name, { key, edm, maxLength: length, precision, scale } as OracleProperty] as const]
      })
      const links = all.flatMap(([name, { target }]) => (target ? [[name, lastPart(target)] as const] : []))
      return [set, { properties: Object.fromEntries(properties), links: Object.fromEntries(links) }]
    }),
  )
}

function typesIn(path: string, files: readonly string[]): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const file of files.filter(name => name.endsWith('Api.js'))) {
    const set = /_entityName = '(\w+)'/.exec(readFileSync(join(path, file.replace('Api.js', '.js')), 'utf8'))?.[1]
    const fields = readFileSync(join(path, file), 'utf8').matchAll(/buildEdmTypeField\('(\w+)', 'Edm\.(\w+)'/g)
    if (set) found.set(set, new Map([...fields].map(([, name, edm]) => [name!, edm!])))
  }
  return found
}

const lastPart = (qualified: string) => qualified.slice(qualified.lastIndexOf('.') + 1)

/**
 * Expects that SAP's entity set has all these properties and links; does nothing where the metadata could not be
 * fetched, which the test of the simulator's entities reports as skipped.
 */
export function expectKnownFields(service: string, entitySet: string, names: readonly string[]) {
  const oracle = fetchOracles() === null ? oracleOf(service) : null
  if (!oracle) return
  const entity = oracle[entitySet]
  expect(entity, `${service} has no entity set ${entitySet}`).toBeDefined()
  const unknown = names.filter(name => !entity!.properties[name] && !entity!.links[name])
  expect(unknown, `fields that ${entitySet} does not have`).toEqual([])
}
