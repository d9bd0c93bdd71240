import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { StoredRow } from '../../api/derive/row-codec.ts'
import { systemAuthor } from '../../api/derive/save/author.ts'
import type { Candidate } from '../../api/derive/save/candidate.ts'
import { checkRows } from '../../api/derive/save/check.ts'
import { insertRows } from '../../api/derive/save/write.ts'
import { today } from '../../api/platform/clock.ts'
import { choiceFilter } from '../../resources/define/choice-filter.ts'
import { addDays } from '../../resources/define/dates.ts'
import type { Field } from '../../resources/define/fields.ts'
import { hasCheckSign } from '../../resources/define/official/gstin.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import type { RowValues } from '../../resources/define/row-values.ts'
import { keepsPast } from '../../resources/define/succession.ts'
import { clean, withDefaults } from '../../resources/define/validate.ts'
import { hazardSortCodes } from '../../resources/dispatches/hazards/segregation.ts'
import { resourceNamed } from '../../resources/registry.ts'

let counter = 0

/** What a newcomer does about a row that the rules of a resource refuse. */
export const SAY_WHAT_FITS = 'What the rules of a resource accept stands in FITTING of tests/support/example-rows.ts.'

/** Values for columns that rules tie together, which the declaration alone does not show. */
const FITTING: Record<string, (n: number) => RowValues> = {
  transporter: () => ({ pan: 'AAPFU0939F', gtaTaxMode: 'RCM' }),
  customer: () => ({ gstRegistrationType: 'UNREGISTERED', creditLimit: 0 }),
  user: () => ({ userType: 'EMPLOYEE' }),
  products: () => ({ minOrderQty: 0, uom: 'EA', baseUom: 'EA' }),
  'product-price': () => ({ uom: 'EA' }),
  cnf: n => ({ agreementFrom: '2026-01-01', agreementTo: '2099-12-31', ...taxNumbers(n) }),
  'central-warehouse': n => ({ agreementFrom: '2026-01-01', agreementTo: '2099-12-31', ...taxNumbers(n) }),
  'toll-center': n => ({ agreementFrom: '2026-01-01', agreementTo: '2099-12-31', ...taxNumbers(n) }),
  'product-discount': () => ({ materialPricingGroupId: null }),
  plant: () => ({ gstin: '27AAPFU0939F1ZV', plantType: 'CNF' }),
  'upload-payment-customers': () => ({ merchantAccount: 'MAIN', gateway: 'MOCK' }),
  'csc-approver': () => ({ level: 2 }),
  banner: () => ({ validFrom: '2026-04-01T05:30:00.000Z', validTo: '2026-05-01T05:30:00.000Z' }),
  'peso-products': () => ({ petroleumClass: 'A', flashPointC: 0 }),
  'un-number': n => ({ unNo: `UN${1000 + (n % 9000)}` }),
  'product-hazard': () => ({ unNo: 'UN1648', packingGroup: 'II', flashPointC: 20 }),
  'transporter-vehicle': n => ({ vehicleNo: `MH${String((Math.floor(n / 9000) % 89) + 10)}AB${1000 + (n % 9000)}` }),
  'freight-rate': n => ({ lineNo: n, rate: 1_225, cityId: null }),
  'freight-charge': n => ({ kind: ['DOCKET', 'FOV', 'ODA', 'PICKUP', 'DOOR'][n % 5]!, basis: 'FLAT' }),
  'fuel-price': n => ({ month: `20${30 + (Math.floor(n / 12) % 60)}-${String((n % 12) + 1).padStart(2, '0')}-01` }),
  'gta-tax-choice': n => ({ fy: `${30 + (n % 60)}${31 + (n % 60)}`, gtaTaxMode: 'FORWARD_5' }),
  'freight-contract': () => ({ startsOn: '2026-04-01', endsOn: '2027-03-31' }),
  'employee-sigma-map': n => ({ mapType: 'PLANT', plantCode: `S${n % 1000}`, sigmaCustomerId: null }),
  'upload-outstanding': n => ({ reason: `Agreed in call ${n}`, endsOn: '2099-12-31' }),
  'assign-roles': () => ({ scopeType: 'OWN', scopeRef: null }),
  'message-template': n => ({ subject: `Subject ${n}` }),
  holiday: n => ({
    holidayDate: `20${String(30 + (Math.floor(n / 28) % 60))}-01-${String((n % 28) + 1).padStart(2, '0')}`,
  }),
  'eway-bill': n => ({ ewayBillNo: String(271_000_000_000 + n) }),
  'eway-account': n => ({ gstin: ownGstin(n), basePath: `/v${n}` }),
  'app-setting': n => ({ key: `test.setting_${n}`, value: '1', valueType: 'INT' }),
}

/** A GSTIN of its own, with a right check sign. */
function ownGstin(n: number): string {
  const body = `27AAPF${'ABCDEFGHIJ'[n % 10]}${String(1000 + (Math.floor(n / 10) % 9000))}F1Z`
  return body + [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find(end => hasCheckSign(body + end))!
}

const taxNumbers = (_n: number) => ({ gstin: '27AAPFU0939F1ZV', pan: 'AAPFU0939F' })

/** Valid input for a new row of a resource; every row it refers to is created first. */
export async function exampleInput(db: Knex, resource: Resource, given: RowValues = {}): Promise<RowValues> {
  const n = ++counter
  if (resource.name === 'upload-payment-customers') await merchantAccount(db)
  const own = await OWN[resource.name]?.(db, given)
  const fitting = { ...FITTING[resource.name]?.(n), ...own, ...given }
  const draft: RowValues = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    if (name in fitting) draft[name] = fitting[name]
    else if (!field.server && !field.secret && isNeeded(resource, name, field)) {
      draft[name] = await valueFor(db, resource, name, field, n, draft)
    }
  }
  if (resource.fields.uom && resource.name === 'product-price' && !('uom' in given)) {
    const product = await db('products').where({ id: draft.productId }).first('uom')
    draft.uom = product.uom
  }
  return draft
}

/** Whether the input needs a field; some optional references are needed because a rule requires one of two. */
const isNeeded = (resource: Resource, name: string, field: Field) =>
  ((!field.optional || field.completedLater === true) && field.default === undefined) ||
  (resource.key.includes(name) && field.kind !== 'reference') ||
  (resource.name === 'product-discount' && name === 'productId')

/** A first day for a later row of a resource: a given one, or a day ahead where the past is refused. */
export const laterStart = ({ fields }: Resource, usual: string) =>
  fields.validFrom?.fromToday ? addDays(today(), 30) : usual

/** Creates a row of a resource from `draftOf` and returns it. */
export async function exampleRow(db: Knex, resource: Resource, given: RowValues = {}): Promise<StoredRow> {
  if (resource.name === 'state') return stateRow(db, resource)
  const spring = keepsPast(resource) ? { validFrom: '2026-04-01' } : {}
  const draft = await exampleInput(db, resource, { ...spring, ...given })
  const row = withDefaults(resource, clean(resource, draft))
  const candidate: Candidate = { row, before: undefined, faults: [] }
  await checkRows(db, resource, [candidate], systemAuthor('test'))
  if (candidate.faults.length > 0)
    throw new Error(
      `${resource.name}: ${JSON.stringify(candidate.faults)} of ${JSON.stringify(draft)}\n${SAY_WHAT_FITS}`,
    )
  const [made] = await insertRows(db, resource, [row], systemAuthor('test'))
  return made!
}

/** The account that the examples of payment customers name. */
async function merchantAccount(db: Knex) {
  if (await db('payment_account').where({ code: 'MAIN' }).first('id')) return
  await exampleRow(db, resourceNamed('payment-account'), { code: 'MAIN', gateway: 'MOCK', mode: 'TEST' })
}

/** Values that no row has yet, of resources with too few of them for a running number. */
/** Two sorts of goods of which no rule speaks. */
async function freePair(db: Knex): Promise<RowValues> {
  const taken = new Set(
    (await db('hazard_segregation').select('first', 'second')).map(row => `${row.first} ${row.second}`),
  )
  const pairs = hazardSortCodes.flatMap(first => hazardSortCodes.map(second => ({ first, second })))
  const pair = pairs.find(
    ({ first, second }) => !taken.has(`${first} ${second}`) && !proposed.has(`${first} ${second}`),
  )!
  proposed.add(`${pair.first} ${pair.second}`)
  return pair
}

/** Acetonitrile, which the hazards of examples name. */
async function acetonitrile(db: Knex): Promise<RowValues> {
  if (await db('un_number').where({ unNo: 'UN1648', packingGroup: 'II' }).first('id')) return {}
  await exampleRow(db, resourceNamed('un-number'), { unNo: 'UN1648', packingGroup: 'II', hazardClass: '3' })
  return {}
}

const OWN: Partial<Record<string, (db: Knex, given: RowValues) => Promise<RowValues>>> = {
  channel: async db => ({ code: await freeCode(db, 'channel', 'code', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') }),
  state: async db => ({ gstStateCode: await freeCode(db, 'state', 'gstStateCode', '456789') }),
  'product-hazard': db => acetonitrile(db),
  'hazard-segregation': db => freePair(db),
  'e-way-threshold': async (db, given) => ('stateId' in given ? {} : ownMovement(db)),
}

/** Codes of inputs that may not be saved yet. */
const proposed = new Set<string>()

/** A code of one of these signs and a digit or letter that no row has. */
async function freeCode(db: Knex, table: string, column: string, signs: string): Promise<string> {
  const taken = new Set<string>(await db(table).pluck(column))
  const codes = [...signs].flatMap(sign =>
    [...`0123456789${/\D/.test(signs) ? signs : ''}`].map(end => `${sign}${end}`),
  )
  const free = codes.filter(code => !taken.has(code))
  const code = free.find(one => !proposed.has(`${table} ${one}`)) ?? free[0]!
  proposed.add(`${table} ${code}`)
  return code
}

let movements = 0

/** A movement of goods that no example has yet: there are no more than four within a state. */
async function ownMovement(db: Knex): Promise<RowValues> {
  const n = movements++
  const name = `Movements ${Math.floor(n / 4)}`
  const known = await db('state').where({ name }).first()
  const gstStateCode = known?.gstStateCode ?? (await freeCode(db, 'state', 'gstStateCode', '456789'))
  const within = await stateRow(db, resourceNamed('state'), { gstStateCode, name, isoCode: `IN-${gstStateCode}` })
  return {
    stateId: within.id,
    movement: n % 2 ? 'WITHIN_CITY' : 'WITHIN_STATE',
    goodsClass: Math.floor(n / 2) % 2 ? 'MEDICINES' : 'ALL',
  }
}

/** All examples are in one state, so that GSTINs, cities and plants match. */
async function stateRow(
  db: Knex,
  resource: Resource,
  named = { gstStateCode: '27', name: 'Maharashtra', isoCode: 'IN-MH' },
): Promise<StoredRow> {
  const known = await db(tableOf(resource)).where({ gstStateCode: named.gstStateCode }).first()
  if (known) return known
  const row = withDefaults(resource, { ...named, isUnionTerritory: false })
  const [made] = await insertRows(db, resource, [row], systemAuthor('test'))
  return made!
}

async function valueFor(
  db: Knex,
  resource: Resource,
  name: string,
  field: Field,
  n: number,
  draft: RowValues,
): Promise<unknown> {
  switch (field.kind) {
    case 'text':
      return textOf(field, n)
    case 'number':
      return Math.max(Math.ceil((field.min ?? 1) * 10 ** (field.scale ?? 0)), 1)
    case 'flag':
      return false
    case 'date':
      if (field.fromToday) return today()
      // What begins earlier asks for a reason where earlier days answer by it.
      if (name === 'validFrom') return keepsPast(resource) ? today() : '2026-04-01'
      return '2026-05-01'
    case 'instant':
      return '2026-04-01T05:30:00.000Z'
    case 'choice':
      return field.options![0]
    case 'list':
      return [field.options![0]]
    case 'file':
      return (await pictureFor(db)).id
    case 'reference':
      return (await referenceFor(db, resource, name, field, draft)).id
    default:
      return null
  }
}

/** An uploaded picture, as a row without a stored file. */
const pictureFor = (db: Knex) =>
  exampleRow(db, resourceNamed('attachment'), {
    ownerType: 'BANNER',
    mimeType: 'image/png',
    sizeBytes: 1000,
    storageKey: randomUUID().replaceAll('-', ''),
  })

async function referenceFor(
  db: Knex,
  resource: Resource,
  name: string,
  field: Field,
  draft: RowValues,
): Promise<StoredRow> {
  const target = resourceNamed(field.to === 'self' ? resource.name : field.to!)
  // An agreed price is for a delivery address of the same customer.
  const owned = name === 'shipToId' ? { customerId: draft.customerId } : {}
  // Two characters are too few for thousands of channels, so each row gets its own only when nothing else makes it unique.
  const alone = resource.key.every(part => part === name || resource.fields[part]!.optional)
  const shared = target.name === 'channel' && !alone ? await db('channel').where({ isActive: 1 }).first() : undefined
  return shared ?? exampleRow(db, target, { ...choiceFilter(field, draft), ...owned })
}

const SHAPED: Partial<Record<NonNullable<Field['format']>, (n: number) => string>> = {
  gstin: () => '27AAPFU0939F1ZV',
  pan: () => 'AAPFU0939F',
  pincode: n => String(400000 + (n % 99999)),
  mobile: n => `9${String(n).padStart(9, '0')}`,
  email: n => `person${n}@test.example`,
  emails: n => `person${n}@test.example`,
  hsn: () => '29159090',
  ifsc: () => 'HDFC0001234',
  vehicle: () => 'MH12AB1234',
  cas: () => '67-64-1',
  sapNumber: n => String(500_000 + n),
  time: () => '15:00',
  url: () => 'https://test.example/{lr_no}',
  origin: () => 'https://test.example',
  origins: () => 'https://test.example',
  eway: () => '123456789012',
  unNumber: () => 'UN1230',
  irn: () => 'a'.repeat(64),
}

/** The counter of texts for each field; it starts at 28, for 27 is Maharashtra. */
const given = new WeakMap<Field, number>()

/** A unique text in the format of the field, even when it must be short. */
function textOf(field: Field, n: number): string {
  const shaped = field.format && SHAPED[field.format]?.(n)
  if (shaped) return shaped
  const width = Math.max(field.min ?? 1, Math.min(field.max!, 4))
  const next = (given.get(field) ?? 27) + 1
  given.set(field, next)
  const digits = field.format === 'digits' ? String(next) : next.toString(36).toUpperCase()
  return digits.padStart(width, '0').slice(-field.max!)
}
