import { describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows, updateRow } from '../../../api/derive/save/write.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { gstinOf } from '../../../seeds/registrations.ts'
import { exampleInput, exampleRow } from '../../support/example-rows.ts'
import { importFile } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type Answer, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person(at => personWith(at, ['MASTER_ADMIN', 'SYS_ADMIN', 'PRICING_APPROVER']))

const pathOf = (name: string) => `/api/${resourceNamed(name).path}`
const idOf = async (table: string, where: RowValues): Promise<number> =>
  (await portal.db(table).where(where).first('id')).id
const example = (name: string, given: RowValues = {}) => exampleRow(portal.db, resourceNamed(name), given)
const draft = (name: string, given: RowValues = {}) => exampleInput(portal.db, resourceNamed(name), given)
const create = async (name: string, given: RowValues = {}, who = keeper) =>
  who.post(pathOf(name), { ...(await draft(name)), ...given })
const change = async (name: string, id: number, changes: RowValues, who = keeper): Promise<Answer> => {
  const { body } = await keeper.get(`${pathOf(name)}/${id}`)
  return who.patch(`${pathOf(name)}/${id}`, { ...changes, rowVersion: body.rowVersion })
}
/** The first fault of a refusal: field, code and sentence. */
const refusal = ({ body }: Answer) =>
  body.errors?.map((fault: RowValues) => [fault.field, fault.code, fault.message])[0]

const state = (code: string) => idOf('state', { gstStateCode: code })
const city = (name: string) => idOf('state_city', { name })

/** A row that begins in the past says why. */
const SINCE_APRIL = { validFrom: '2026-04-01', why: 'First price list' }

describe('registrations and addresses', () => {
  it.each(['transporter', 'plant', 'ship-to'])('refuse the GSTIN of another state: %s', async name => {
    const given = { gstin: gstinOf('24', 'AAPFU0939F') }
    expect(refusal(await create(name, given))).toEqual([
      'gstin',
      'FORMAT',
      'GSTIN must begin with 27, the GST code of Maharashtra',
    ])
  })

  it('refuse the GSTIN of another state for a customer', async () => {
    const given = { gstRegistrationType: 'REGULAR', gstin: gstinOf('24', 'AAPFU0939F') }
    expect(refusal(await create('customer', given))?.[0]).toBe('gstin')
  })

  it('let a UN body be in any state, and refuse it as a regular customer', async () => {
    const gstin = '0719UNO00104UNV'
    const made = await create('customer', { gstRegistrationType: 'UIN_HOLDER', gstin })
    expect([made.status, made.body.gstin]).toEqual([201, gstin])
    expect(refusal(await create('customer', { gstRegistrationType: 'REGULAR', gstin }))).toEqual([
      'gstRegistrationType',
      'GSTIN_KIND',
      'GST registration must be UIN holder: the GSTIN is that of an embassy or UN body',
    ])
  })

  it('refuse the number of a tax deductor for a plant', async () => {
    expect(refusal(await create('plant', { gstin: '27ZZDB14521C1DP' }))).toEqual([
      'gstin',
      'GSTIN_KIND',
      'GSTIN must be that of a regular registration or of a government department',
    ])
  })

  it.each(['cnf', 'central-warehouse'])('want the GSTIN of the state where the plant is: %s', async name => {
    const given = { gstin: gstinOf('24', 'AAPFU0939F') }
    expect(refusal(await create(name, given))?.[2]).toBe(
      'GSTIN must begin with 27, the GST code of Maharashtra, where its plant is',
    )
  })

  it.each(['transporter', 'plant', 'ship-to', 'customer', 'expected-delivery-days'])(
    'refuse a city that lies in another state: %s',
    async name => {
      const given = { cityId: await city('Surat'), stateId: await state('27') }
      expect(refusal(await create(name, given))?.slice(0, 2)).toEqual(['cityId', 'RULE'])
    },
  )
})

describe('employees', () => {
  it('refuse a manager who reports to them already', async () => {
    const [boss, rep] = [await idOf('employee', { name: 'Kavita Rao' }), await idOf('employee', { name: 'Asha Patil' })]
    expect(refusal(await change('employee', boss, { managerId: rep }))).toEqual([
      'managerId',
      'RULE',
      'Manager reports to this employee already: the chain would form a ring',
    ])
    expect(refusal(await change('employee', boss, { managerId: boss }))?.[0]).toBe('managerId')
  })

  it('have a chain of at most eight managers, also after a move of any of them', async () => {
    const chain: number[] = []
    for (let depth = 0; depth <= 8; depth++) {
      chain.push((await example('employee', { managerId: chain.at(-1) ?? null })).id)
    }
    expect(refusal(await create('employee', { managerId: chain[8] }))?.[2]).toContain('more than 8 managers')
    const above = await example('employee')
    expect(refusal(await change('employee', chain[0]!, { managerId: above.id }))?.[2]).toContain('more than 8 managers')
    expect((await change('employee', chain[1]!, { managerId: above.id })).status).toBe(200)
  })

  it('are not their own delegate, and delegate from a first to a last day', async () => {
    const { id } = await example('employee')
    expect(refusal(await change('employee', id, { delegateEmployeeId: id }))?.[2]).toBe(
      'Delegate must be another employee',
    )
    const other = await example('employee')
    expect(
      refusal(await change('employee', id, { delegateEmployeeId: other.id, delegateFrom: '2026-11-20' }))?.[0],
    ).toBe('delegateTo')
    const days = { delegateEmployeeId: other.id, delegateFrom: '2026-11-20', delegateTo: '2026-11-30' }
    expect((await change('employee', id, days)).status).toBe(200)
  })
})

describe('approving limits', () => {
  it('do not fall as the level rises, within one kind, SBU and NID', async () => {
    const sbu = await example('sbu')
    const at = async (level: number, maxValue: number, more: RowValues = {}) =>
      create('approving-limits', { limitType: 'DISCOUNT_PCT', sbuId: sbu.id, level, maxValue, ...more })
    expect((await at(2, 1000)).status).toBe(201)
    expect(refusal(await at(3, 900))?.slice(0, 2)).toEqual(['maxValue', 'RANGE'])
    expect(refusal(await at(1, 1100))?.[0]).toBe('maxValue')
    expect((await at(3, 1000)).status).toBe(201)
    expect((await at(3, 100, { limitType: 'LIMIT_PRICE_PCT' })).status).toBe(201)
    const nid = await example('nid')
    expect((await at(3, 100, { nidId: nid.id })).status).toBe(201)
  })

  it('are a percentage up to 100, and name an NID only for discounts', async () => {
    expect(refusal(await create('approving-limits', { maxValue: 100_01 }))?.[0]).toBe('maxValue')
    const nid = await example('nid')
    expect(refusal(await create('approving-limits', { limitType: 'CREDIT_AMOUNT', nidId: nid.id }))?.[0]).toBe('nidId')
  })
})

describe('order types of a department', () => {
  it('have at most one default', async () => {
    const { departmentId } = (await create('allow-ordertype-department', { isDefault: true })).body
    const second = { departmentId, isDefault: true }
    expect(refusal(await create('allow-ordertype-department', second))?.slice(0, 2)).toEqual(['isDefault', 'RULE'])
    expect((await create('allow-ordertype-department', { departmentId })).status).toBe(201)
  })
})

describe('agreed prices', () => {
  it('are for a delivery address of that customer', async () => {
    const shipToId = await idOf('ship_to', { code: '200105' })
    const customerId = await idOf('customer', { code: '100101' })
    expect(refusal(await create('cust-shipto-prod-price', { customerId, shipToId }))).toEqual([
      'shipToId',
      'RULE',
      'Ship-to must be a row of Ship-to Addresses with the same Customer',
    ])
  })

  it('are positive', async () => {
    expect(refusal(await create('cust-shipto-prod-price', { netPrice: 0 }))?.slice(0, 2)).toEqual(['netPrice', 'RANGE'])
  })

  it('are never overwritten once in effect: the row ends and a new one follows', async () => {
    const { body: old } = await create('cust-shipto-prod-price', { netPrice: 100_00, ...SINCE_APRIL })
    const { status, body } = await change('cust-shipto-prod-price', old.id, { netPrice: 90_00 })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { netPrice: 90_00, validFrom: today(), validTo: '9999-12-31', shipToId: old.shipToId },
    })
    expect(body.id).not.toBe(old.id)
    expect((await keeper.get(`${pathOf('cust-shipto-prod-price')}/${old.id}`)).body).toMatchObject({
      netPrice: 100_00,
      validTo: addDays(today(), -1),
      isActive: true,
    })
    expect((await change('cust-shipto-prod-price', body.id, { netPrice: 80_00 })).body).toMatchObject({
      id: body.id,
      netPrice: 80_00,
    })
  })

  it('are succeeded from a later day when one is given, and cannot change in a past period', async () => {
    const { body: old } = await create('product-discount', { discountPct: 5_00, ...SINCE_APRIL })
    const from = addDays(today(), 10)
    const { body } = await change('product-discount', old.id, { discountPct: 6_00, validFrom: from })
    expect(body).toMatchObject({ discountPct: 6_00, validFrom: from })
    expect((await portal.db('product_discount').where({ id: old.id }).first()).validTo).toBe(addDays(from, -1))
    const past = { ...SINCE_APRIL, validTo: '2026-04-30', discountPct: 5_00 }
    const { body: over } = await create('product-discount', past)
    expect(refusal(await change('product-discount', over.id, { discountPct: 1_00 }))?.slice(0, 2)).toEqual([
      'discountPct',
      'IN_FORCE',
    ])
  })

  it('are not overwritten by an import either, which ends the old row and creates the new one', async () => {
    const { id } = await example('cust-shipto-prod-price', {
      customerId: await idOf('customer', { code: '100101' }),
      shipToId: await idOf('ship_to', { code: '200102' }),
      productId: await idOf('products', { code: 'LS-1003' }),
      minQty: 0,
      netPrice: 100_00,
      validFrom: '2026-04-01',
    })
    const head = 'action,customer_code,ship_to_code,product_code,min_qty,net_price,approved_ref,valid_from,valid_to'
    const key = '100101,200102,LS-1003,0'
    const path = 'masters/cust-shipto-prod-price'
    const changed = await importFile(portal, keeper, path, `${head}\nUPSERT,${key},90.00,Mail,2026-04-01,9999-12-31\n`)
    expect(changed).toMatchObject({ rowsFailed: 1 })
    const { body } = await keeper.get(`/api/import-errors?importJobId=${changed.id}`)
    expect(body.data[0]).toMatchObject({ errorCode: 'IN_FORCE' })
    const yesterday = addDays(today(), -1)
    const lines = [
      `END_DATE,${key},100.00,Mail,2026-04-01,${yesterday}`,
      `UPSERT,${key},90.00,Mail,${today()},9999-12-31`,
    ]
    const done = await importFile(portal, keeper, path, [head, ...lines, ''].join('\n'), { commit: true })
    expect(done).toMatchObject({ status: 'DONE', rowsNew: 1, rowsChanged: 1, rowsFailed: 0 })
    expect(await portal.db('cust_shipto_prod_price').where({ id }).first()).toMatchObject({
      netPrice: 100_00,
      validTo: yesterday,
    })
  })
})

describe('sites', () => {
  it('need a plant of their kind', async () => {
    const factory = await example('plant', { plantType: 'FACTORY' })
    expect(refusal(await create('cnf', { plantId: factory.id }))).toEqual([
      'plantId',
      'RULE',
      'Plant must be a row of Plants with Plant type CNF',
    ])
    expect(refusal(await create('central-warehouse', { plantId: factory.id }))?.[0]).toBe('plantId')
  })

  it('of a CnF are active only while the agreement runs', async () => {
    const over = { agreementFrom: '2024-04-01', agreementTo: addDays(today(), -1) }
    expect(refusal(await create('cnf', over))?.slice(0, 2)).toEqual(['agreementTo', 'RANGE'])
    expect((await create('cnf', { ...over, agreementTo: today() })).status).toBe(201)
  })
})

describe('NIDs and products', () => {
  it('have at most two levels of NIDs, checked at the parent and at the child', async () => {
    const top = await example('nid')
    const low = (await create('nid', { parentNidId: top.id })).body
    expect(refusal(await create('nid', { parentNidId: low.id }))?.[2]).toContain('has a parent itself')
    const other = await example('nid')
    expect(refusal(await change('nid', top.id, { parentNidId: other.id }))?.[2]).toContain('others below it')
    expect(refusal(await change('nid', other.id, { parentNidId: other.id }))?.[2]).toBe(
      'Parent NID must be another NID',
    )
  })

  it('do not name a product as its own substitute', async () => {
    const id = await idOf('products', { code: 'LS-1001' })
    expect(refusal(await change('products', id, { substituteProductId: id }))?.[2]).toBe(
      'Substitute must be another product',
    )
  })

  it('classify a product by a group of the right number', async () => {
    const grade = await idOf('mvgr', { groupNo: '2', code: 'HPL' })
    expect(refusal(await create('products', { mvgr1Id: grade }))?.[0]).toBe('mvgr1Id')
    expect((await create('products', { mvgr2Id: grade })).status).toBe(201)
  })

  it('are withdrawn from sale and restored by editing, while SAP’s columns stay unchanged', async () => {
    const id = await idOf('products', { code: 'LS-1002' })
    expect((await change('products', id, { isOrderable: false })).body.isOrderable).toBe(false)
    expect((await change('products', id, { isOrderable: true })).body.isOrderable).toBe(true)
    expect(refusal(await change('products', id, { hsnCode: '29051220' }))).toEqual([
      'hsnCode',
      'FORBIDDEN_FIELD',
      'HSN code is kept in SAP',
    ])
  })

  it.each([
    'mvgr1Id=1',
    'sbuId=1',
    'nidId=1',
    'materialPricingGroupId=1',
    'isOrderable=true',
    'isDrug=true',
    'isMultiplexingKit=true',
  ])('lists products by %s', async filter => {
    expect((await keeper.get(`${pathOf('products')}?${filter}`)).status).toBe(200)
  })
})

describe('settings', () => {
  it('accept only values that the portal can read', async () => {
    const id = await idOf('app_setting', { key: 'order.max_lines' })
    expect(refusal(await change('app-setting', id, { value: '-5' }))?.[0]).toBe('value')
    expect(refusal(await change('app-setting', id, { value: 'true', valueType: 'BOOL' }))?.[0]).toBe('valueType')
    expect((await change('app-setting', id, { value: '300' })).status).toBe(200)
  })
})

describe('customers', () => {
  it('get credit notes from a credit controller, who changes nothing else', async () => {
    const desk = await personWith(portal, ['CREDIT_CONTROLLER'])
    const id = await idOf('customer', { code: '100101' })
    expect((await change('customer', id, { tcsTdsNote: 'Deducts TDS' }, desk)).status).toBe(200)
    expect(refusal(await change('customer', id, { freightTerms: 'TO_PAY' }, desk))?.slice(0, 2)).toEqual([
      'freightTerms',
      'FORBIDDEN_FIELD',
    ])
    expect((await change('customer', id, { creditLimit: 1 }, desk)).status).toBe(400)
    const both = await personWith(portal, ['CREDIT_CONTROLLER', 'CSC_AGENT'])
    expect((await change('customer', id, { freightTerms: 'FOR', deliveryWindow: undefined }, both)).status).toBe(200)
  })

  it('show their PAN in full only to the people who maintain it', async () => {
    const id = (await portal.db('customer').orderBy('id').first('id')).id
    await portal.db('customer').where({ id }).update({ pan: 'AAPFU0939F' })
    for (const role of ['CSC_AGENT', 'CREDIT_CONTROLLER', 'AUDITOR'] as const) {
      const who = await personWith(portal, [role])
      expect((await who.get(`${pathOf('customer')}/${id}`)).body.pan, role).toBe('AAPFU****F')
    }
    const finance = await personWith(portal, ['FINANCE'])
    expect((await finance.get(`${pathOf('customer')}/${id}`)).body.pan).toBe('AAPFU0939F')
  })
})

describe('assigned roles', () => {
  let sequence = 0
  const person = async (given: RowValues = {}) => (await example('user', { loginId: `held${++sequence}`, ...given })).id
  const roleId = (code: string) => idOf('role', { code })
  const give = async (userId: number, code: string, more: RowValues = {}, who = keeper) =>
    who.post(pathOf('assign-roles'), {
      userId,
      roleId: await roleId(code),
      scopeType: 'OWN',
      validFrom: today(),
      ...more,
    })

  it('fit the kind of user', async () => {
    expect(refusal(await give(await person(), 'CUSTOMER'))).toEqual([
      'roleId',
      'RULE',
      'Role CUSTOMER is not for a user of type EMPLOYEE',
    ])
    const buyer = await person({ userType: 'CUSTOMER', customerId: await idOf('customer', { code: '100101' }) })
    expect((await give(buyer, 'DISTRIBUTOR')).status).toBe(201)
    expect(refusal(await give(buyer, 'SALES_REP'))?.[0]).toBe('roleId')
  })

  it('of a dispatch desk name its plant, or all plants for its leader, for employees and partners alike', async () => {
    const desk = await person()
    expect(refusal(await give(desk, 'DISPATCH', { scopeType: 'OWN' }))?.[0]).toBe('scopeType')
    expect((await give(desk, 'DISPATCH', { scopeType: 'PLANT', scopeRef: '1201' })).status).toBe(201)
    expect((await give(desk, 'DISPATCH', { scopeType: 'PLANT', scopeRef: '1202' })).status).toBe(201)
  })

  it('name an existing scope, and none where the role has none', async () => {
    const rep = await person()
    expect(refusal(await give(rep, 'SALES_REP', { scopeType: 'SBU', scopeRef: 'XX' }))).toEqual([
      'scopeRef',
      'UNKNOWN_REF',
      'Scope code must be the code of an SBU',
    ])
    expect(refusal(await give(rep, 'SALES_REP', { scopeType: 'ZONE' }))?.[1]).toBe('REQUIRED')
    expect(refusal(await give(rep, 'SALES_REP', { scopeRef: 'LS' }))?.[0]).toBe('scopeRef')
    expect((await give(rep, 'SALES_REP', { scopeType: 'CHANNEL', scopeRef: '13' })).status).toBe(201)
  })

  it('are never changed by the person who holds them', async () => {
    const admin = await portal.as('sys_admin')
    const me = await idOf('user', { loginId: 'sys_admin' })
    const own = await idOf('assign_roles', { userId: me })
    const says = ['userId', 'OWN_ROLES', 'User must be another person: you cannot change your own roles']
    expect(refusal(await give(me, 'AUDITOR', { scopeType: 'ALL' }, admin))).toEqual(says)
    expect(refusal(await change('assign-roles', own, { validTo: '2030-03-31' }, admin))).toEqual(says)
    const gone = await admin.delete(`${pathOf('assign-roles')}/${own}`)
    expect([gone.status, refusal(gone)]).toEqual([422, says])
    const other = (await give(await person(), 'AUDITOR', { scopeType: 'ALL' }, admin)).body
    expect(refusal(await change('assign-roles', other.id, { userId: me }, admin))).toEqual(says)
  })

  it('can be imported by an administrator, but not for themselves', async () => {
    const admin = await portal.as('sys_admin')
    const rows = ['qa', 'sys_admin'].map(login => `${login},AUDITOR,ALL,,${today()}\n`)
    const file = `login_id,role_code,scope_type,scope_ref,valid_from\n${rows.join('')}`
    const job = await importFile(portal, admin, 'access-control/assign-roles', file)
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 1 })
    const { body } = await admin.get(`/api/import-errors?importJobId=${job.id}`)
    expect(body.data).toMatchObject([{ rowNo: 3, errorCode: 'OWN_ROLES' }])
  })

  it('are granted and revoked by administrators only', async () => {
    const master = await portal.as('master_admin')
    expect((await give(await person(), 'AUDITOR', { scopeType: 'ALL' }, master)).status).toBe(403)
    const made = await give(await person(), 'SYS_ADMIN', { scopeType: 'ALL' })
    expect(made.status).toBe(201)
    expect((await keeper.delete(`${pathOf('assign-roles')}/${made.body.id}`)).status).toBe(200)
  })

  it('leave at least one administrator on every future day', async () => {
    const admins = resourceNamed('assign-roles')
    const SYS_ADMIN = await roleId('SYS_ADMIN')
    const permanent = await idOf('assign_roles', {
      userId: await idOf('user', { loginId: 'sys_admin' }),
      roleId: SYS_ADMIN,
    })
    const passing = await personWith(portal, ['SYS_ADMIN'])
    const soon = addDays(today(), 5)
    const others = await portal.db('assign_roles').where({ roleId: SYS_ADMIN, isActive: 1 }).whereNot({ id: permanent })
    for (const row of others) await updateRow(portal.db, admins, row, { validTo: soon }, systemAuthor('test'))
    const says = ['roleId', 'LAST_ADMIN', 'The last IT administrator keeps the role: assign it to another person first']
    const path = `${pathOf('assign-roles')}/${permanent}`
    expect(refusal(await passing.delete(path))).toEqual(says)
    expect(refusal(await change('assign-roles', permanent, { validTo: addDays(today(), 120) }, passing))).toEqual(says)
    expect(refusal(await change('assign-roles', permanent, { roleId: await roleId('QA') }, passing))).toEqual(says)
    const heir = { userId: await person(), roleId: SYS_ADMIN, scopeType: 'ALL', validFrom: soon, validTo: '9999-12-31' }
    await insertRows(portal.db, admins, [heir], systemAuthor('test'))
    expect((await passing.delete(path)).status).toBe(200)
  })
})
