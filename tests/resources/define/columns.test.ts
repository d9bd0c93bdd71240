import { describe, expect, it } from 'vitest'
import { customer } from '../../../resources/access-control/customer.ts'
import { customerContact } from '../../../resources/access-control/customer-contact.ts'
import { employee } from '../../../resources/access-control/employee.ts'
import { columnOf, filterNames, mayRead, ownColumns } from '../../../resources/columns.ts'
import { extrasOf } from '../../../resources/define/column.ts'
import { has } from '../../../resources/define/computed.ts'
import { code, money, reference } from '../../../resources/define/fields.ts'
import { type Resource, resource } from '../../../resources/define/resource.ts'
import { customerDepartmentMap } from '../../../resources/masters/customer-department-map.ts'
import { resources } from '../../../resources/registry.ts'
import { validateRegistry } from '../../../resources/validate-registry.ts'

const plain = { group: 'masters', title: 'T', purpose: 'P.', access: { MASTER_ADMIN: 'RCUDI' } } as const
const crate = (more: object) =>
  resource({
    ...plain,
    name: 'crate',
    fields: { code: code(), sbuId: reference('sbu'), customerId: reference('customer') },
    key: ['code'],
    ...more,
  }) as Resource
const problemsOf = (more: object) =>
  validateRegistry([...resources, crate(more)]).map(problem => problem.replace(/^crate: /, ''))

describe('the columns of a list', () => {
  it('reach through references, as deep as the zone of a customer’s city', () => {
    const zone = columnOf(customerDepartmentMap, 'customerId.cityId.zoneAreaId.zoneId')!
    expect(zone).toMatchObject({ label: 'Zone', way: 'through', leaf: 'zoneId', shown: true })
    expect(zone.field).toMatchObject({ kind: 'reference', to: 'zone', optional: true })
    expect(zone.steps.map(({ target }) => target.name)).toEqual(['customer', 'state-city', 'zone-area'])
  })

  it('name their resource in the label when the row has a field of the same name', () => {
    const pair = crate({ list: ['code', 'customerId.code', 'sbuId.name'] })
    expect(columnOf(pair, 'customerId.code')!.label).toBe('Customer code')
    const same = resource({
      ...plain,
      name: 'crate',
      fields: { code: code(), name: code(), sbuId: reference('sbu') },
      key: ['code'],
      list: ['code', 'sbuId.name'],
    })
    expect(columnOf(same, 'sbuId.name')!.label).toBe('Name of SBU')
  })

  it('are only those that the declaration names: a client cannot follow other references', () => {
    expect(columnOf(customerDepartmentMap, 'customerId.creditLimit')).toBeUndefined()
    expect(columnOf(customerDepartmentMap, 'customerId.cityId')).toBeUndefined()
    for (const odd of ['__proto__', 'constructor', 'toString', '.', 'customerId.', '.sbuId', 'customerId..name'])
      expect([odd, columnOf(customerDepartmentMap, odd)]).toEqual([odd, undefined])
  })

  it('from rows that refer to this one can be filtered by, and are shown when there is one value per row', () => {
    expect(columnOf(employee, 'roleId')).toMatchObject({ way: 'has', shown: false, label: 'Role', leaf: 'roleId' })
    expect(columnOf(customer, 'segmentId')!.field).toMatchObject({ kind: 'reference', to: 'customer-segment' })
    expect(extrasOf(customer)).toEqual(expect.arrayContaining(['cityId.zoneAreaId.zoneId', 'segmentId', 'loginStatus']))
  })

  it('are offered only to people who may read every resource on the path', () => {
    const zone = columnOf(customerDepartmentMap, 'customerId.cityId.zoneAreaId.zoneId')!
    const without = (...closed: string[]) =>
      mayRead(zone, (subject, field) => !closed.includes(subject) && !closed.includes(`${subject} ${field}`))
    expect(without()).toBe(true)
    expect(without('masters/zone-area')).toBe(false)
    expect(without('access-control/customer cityId')).toBe(false)
    expect(without('masters/zone-area zoneId')).toBe(false)
    expect(without('masters/zone-area code')).toBe(true)
  })

  it('of the filter panel begin with the declared ones', () => {
    expect(filterNames(customer).slice(0, 3)).toEqual(['channelId', 'cityId.zoneAreaId.zoneId', 'segmentId'])
    expect(new Set(filterNames(customer)).size).toBe(filterNames(customer).length)
  })

  it('must have a valid path, or the registry does not load', () => {
    expect(problemsOf({ list: ['code', 'sbuId.nmae'] })).toEqual(['list names sbuId.nmae, which is no field'])
    expect(problemsOf({ filters: ['code.name'] })).toEqual(['filters names code.name, which is no field'])
    expect(problemsOf({ filters: ['sbuId', 'sbuId'] })).toEqual(['filters names sbuId twice'])
    expect(problemsOf({ totals: ['sbuId.name'] })).toEqual(['totals names sbuId.name, which is no number'])
    expect(problemsOf({ computed: { code: money() } })).toEqual(['computed names code, which is a field'])
    expect(problemsOf({ computed: { worth: money({ reads: ['gold'] }) } })).toEqual([
      'worth reads gold, which is not declared',
    ])
    expect(problemsOf({ computed: { isSold: has('products', 'sbuId') } })).toEqual([
      'isSold is to come from rows that do not lead here',
    ])
    const several = { computed: { roleId: has('user', 'customerId', { by: 'name' }) } }
    expect(problemsOf(several)).toEqual(['roleId is to come from rows that do not lead here'])
  })

  it('with several values per row are not listed', () => {
    const list = [...customer.list, 'segmentId']
    const others = resources.filter(({ name }) => name !== 'customer')
    expect(validateRegistry([...others, { ...customer, list } as Resource])).toContain(
      'customer: list names segmentId, which may hold several values a row',
    )
  })
})

describe('the columns that hold the company of a buyer in each row', () => {
  it('are those by which all their rows are theirs, and none for others', () => {
    expect(ownColumns(customerContact, ['CUSTOMER'])).toEqual(['customerId'])
    expect(ownColumns(customerContact, ['CUSTOMER', 'DISTRIBUTOR'])).toEqual(['customerId'])
    expect(ownColumns(customerContact, ['SALES_REP'])).toEqual([])
    expect(ownColumns(customerContact, ['CUSTOMER', 'AUDITOR'])).toEqual([])
    expect(ownColumns(customerContact, [])).toEqual([])
  })

  it('are none where rows are theirs by one column or by another', () => {
    const within = { CUSTOMER: [{ customerId: 'ownCustomer' }, { soldToId: 'ownCustomer' }] } as const
    expect(ownColumns({ within }, ['CUSTOMER'])).toEqual([])
  })
})
